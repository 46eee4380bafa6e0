"""Reading pasted marks: every line finds its student or gives the reason why not."""

import pytest

from classrooms.assess.grading.services.columns import blank_column, read_column
from classrooms.models import Enrolment
from tests.classrooms.factories import course_of, enrol
from tests.games.factories import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def roster():
    course = course_of(person("claire"))
    for number, name in enumerate(("Léa Moreau", "Tom Petit", "Tom Petit", "Moreau, Jean", "7")):
        enrol(course, person(f"u{number}", display_name=name), student_number=f"2026-{number}")
    rows = Enrolment.objects.filter(course=course, role="student").select_related("user").order_by("pk")
    return list(rows)


@pytest.mark.parametrize(
    ("line", "user", "points"),
    [
        ("2026-0\t14,5", "u0", 7250),
        ("2026-0 14.5", "u0", 7250),
        ("léa  MOREAU; 14,5", "u0", 7250),
        ("Léa Moreau, 14,5", "u0", 7250),
        ("Léa Moreau,14.5", "u0", 7250),
        ("Moreau, Jean, 3", "u3", 1500),
        ("u1@example.org|20", "u1", 10000),
        ("  u2 \t 0 ", "u2", 0),
        ("7 12", "u4", 6000),
    ],
)
def test_a_line_finds_its_student_by_any_of_their_names(roster, line, user, points):
    read = read_column(line, roster, 20)

    assert [(each.user.username, each.points, each.fault) for each in read] == [(user, points, "")]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("nobody 3", "no student of the course is called “nobody”"),
        ("Tom Petit 3", "several students are called “Tom Petit”: use their numbers"),
        ("u0 21", "“21” is no mark from 0 to 20"),
        ("u0 abc", "“abc” is no mark from 0 to 20"),
        ("u0; -3", "“-3” is no mark from 0 to 20"),
        ("14", "who and mark are needed, with a tab, semicolon or comma between"),
    ],
)
def test_a_bad_line_says_what_is_wrong(roster, line, fault):
    assert [(each.number, each.fault) for each in read_column(f"\n{line}", roster, 20)] == [(2, fault)]


def test_a_second_mark_of_a_student_is_refused_and_students_without_one_are_skipped(roster):
    read = read_column("u0 3\nu1\t\nu2;\n\nLéa Moreau 4", roster, 20)

    assert [(each.number, each.fault) for each in read] == [(1, ""), (5, "this student has a mark above already")]


def test_the_list_to_fill_in_can_be_read_again(roster):
    marks = {row.user_id: str(number) for number, row in enumerate(roster)}

    text = blank_column(roster, marks)

    assert text == "Léa Moreau\t0\n2026-1\t1\n2026-2\t2\nMoreau, Jean\t3\n7\t4"
    assert [each.user.username for each in read_column(text, roster, 20)] == ["u0", "u1", "u2", "u3", "u4"]
    assert read_column(blank_column(roster, {}), roster, 20) == []
