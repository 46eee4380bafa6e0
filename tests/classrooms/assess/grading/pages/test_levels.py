"""Four levels in words of a line that is marked by hand: defined, chosen with one press, read, copied."""

import re

import pytest
from django.urls import reverse

from classrooms.assess.grading.levels import Level, are_levels, chosen_of, levels_of
from classrooms.assess.grading.services.grades import grades_compute
from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.assess.grading.services.rubric_changes import LineChange, rubric_save
from classrooms.models import RubricLine
from classrooms.play.sessions.services.cloning import session_clone
from games.platform.errors import BadRequest
from tests.classrooms.assess.grading.sessions import at, signed_in, student

pytestmark = pytest.mark.django_db
CHOICE = re.compile(r'name="level" value="\d+-\d" aria-pressed="(\w+)"')
LEVELS = [
    [100, "Every claim has a figure from the report."],
    [75, "Most claims have one."],
    [40, "Some claims have one."],
    [0, "No claim has one."],
]


@pytest.fixture
def presented(eight):
    """A session with a line that has levels."""
    eight.grade_book.lines.create(kind="manual", title="Text", weight=20, position=9, params={"levels": LEVELS})
    grades_compute(play_session=eight)
    return eight


def text_line(play_session):
    return RubricLine.objects.get(book__session=play_session, title="Text")


def rubric_post(play_session, line, levels, **more):
    """The form of this line on the page of the rubric."""
    sent = {"scale": 20, "decimals": 1, "smallest_share": 60, "do": "save"}
    sent |= {f"line-{line.pk}-weight": line.weight, f"line-{line.pk}-title": line.title}
    for number, (points, words) in enumerate(levels):
        sent |= {f"line-{line.pk}-points-{number}": points, f"line-{line.pk}-words-{number}": words}
    return signed_in(play_session.created_by).post(at(play_session, "rubric/"), sent | more)


@pytest.mark.parametrize(
    "levels",
    [
        LEVELS[:3],
        [*LEVELS[:3], [0, ""]],
        [*LEVELS[:2], LEVELS[3], LEVELS[2]],
        [[100, "a"], [70, "b"], [70, "c"], [0, "d"]],
        [[101, "a"], [70, "b"], [40, "c"], [0, "d"]],
        [[100, "x" * 201], [70, "b"], [40, "c"], [0, "d"]],
        None,
    ],
)
def test_levels_are_four_with_words_and_fall(levels):
    assert not are_levels(levels)


def test_none_and_four_are_levels():
    assert (are_levels([]), are_levels(LEVELS)) == (True, True)
    assert levels_of({"levels": LEVELS})[1] == Level(2, 75, "Most claims have one.")
    assert levels_of({"levels": LEVELS})[1].points == 7500


def test_levels_are_defined_in_the_rubric(eight):
    line = eight.grade_book.lines.create(kind="manual", title="Text", weight=20, position=9)
    text = signed_in(eight.created_by).get(at(eight, "rubric/")).content.decode()
    assert text.count("What level") == 4

    assert rubric_post(eight, line, LEVELS).status_code == 302

    assert text_line(eight).params == {"levels": LEVELS}
    refused = rubric_post(eight, line, [*LEVELS[:3], [50, "More than before"]])
    assert (refused.status_code, text_line(eight).params) == (422, {"levels": LEVELS})
    assert "fewer points than the one before" in refused.content.decode()
    assert rubric_post(eight, line, [[points, ""] for points, _words in LEVELS]).status_code == 302
    assert text_line(eight).params == {"levels": []}


def test_a_line_without_levels_stays_as_it_was_when_the_rubric_is_saved(eight):
    line = eight.grade_book.lines.create(kind="manual", title="Text", weight=20, position=9)

    rubric_post(eight, line, [[points, ""] for points, _words in LEVELS])

    assert text_line(eight).params == {}


def test_one_press_marks_a_student_in_the_list_and_on_their_page(presented):
    line, ann, bob = text_line(presented), student(1), student(2)
    claire = signed_in(presented.created_by)
    listed, own = addresses(presented, line, bob)
    assert CHOICE.findall(claire.get(listed).content.decode()) == ["false"] * 9 * 4

    answer = claire.post(listed, {"level": f"{ann.pk}-2"})
    assert claire.post(own, {"level": f"{bob.pk}-4"}).status_code == 302

    assert answer["Location"].endswith(f"#who-{ann.pk}")
    marks = {mark.user: (mark.changed_points, mark.changed_reason) for mark in line.marks.exclude(changed_points=None)}
    assert marks == {ann: (7500, "Most claims have one."), bob: (0, "No claim has one.")}
    assert CHOICE.findall(claire.get(listed).content.decode()).count("true") == 2
    assert claire.post(listed, {"level": f"{ann.pk}-5"}).status_code == 404
    assert claire.post(own, {"level": f"{ann.pk}-1"}).status_code == 404


def addresses(play_session, line, user):
    return (
        reverse("classrooms:grade-column", args=[play_session.pk, line.pk]),
        reverse("classrooms:grade-mark", args=[play_session.pk, line.pk, user.pk]),
    )


def test_students_read_the_levels_before_and_their_own_one_afterwards(presented):
    line, ann = text_line(presented), student(1)
    before = signed_in(ann).get(f"/sessions/{presented.pk}/grade/").content.decode()
    assert all(words in before for _points, words in LEVELS)
    column, _own = addresses(presented, line, ann)
    signed_in(presented.created_by).post(column, {"level": f"{ann.pk}-2"})

    grades_publish(play_session=presented)

    text = " ".join(signed_in(ann).get(f"/sessions/{presented.pk}/grade/").content.decode().split())
    assert '<div class="is-chosen"> <dt>15.00</dt> <dd>Most claims have one.' in text
    assert "Set by hand. Reason: Most claims" not in text
    assert text.count("is-chosen") == 1


def test_a_mark_keeps_the_words_that_it_was_given_with(presented):
    line, ann = text_line(presented), student(1)
    column, _own = addresses(presented, line, ann)
    signed_in(presented.created_by).post(column, {"level": f"{ann.pk}-2"})

    line.params = {"levels": [LEVELS[0], [60, "Half of them."], *LEVELS[2:]]}
    line.save()

    mark = line.marks.get(user=ann)
    assert (mark.changed_points, mark.changed_reason) == (7500, "Most claims have one.")
    assert chosen_of(levels_of(line.params), mark.changed_points, mark.changed_reason) is None


def test_levels_are_copied_with_the_session(presented):
    copy = session_clone(session_id=presented.pk, by=presented.created_by)

    assert text_line(copy).params == {"levels": LEVELS}


def test_levels_of_another_kind_of_line_are_refused(presented):
    project = presented.grade_book.lines.get(kind="project")
    change = LineChange(project.pk, "", 30, {"levels": LEVELS})

    with pytest.raises(BadRequest):
        rubric_save(play_session=presented, scale=20, decimals=1, shows_distribution=False, lines=[change])
