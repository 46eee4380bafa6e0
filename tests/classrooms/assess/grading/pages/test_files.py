"""Files of marks come back whole through the readers of those whom they are for."""

import csv
import io
import json

import openpyxl
import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from classrooms.assess.grading.criteria import points_of
from classrooms.assess.grading.files.exports import IDENTIFIERS, export_of, identified
from classrooms.assess.grading.files.files import canvas, canvas_title, csv_text, document, moodle, table
from classrooms.assess.grading.queries.taking_part import participation_set
from classrooms.assess.grading.services.choices import final_choose
from classrooms.assess.grading.services.grades import grades_compute, mark_set
from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.files.spreadsheets import harmless, harmless_cell, is_run, plain
from classrooms.models import Enrolment, RoleScores, User
from games.platform.services.guests import guest_create
from tests.classrooms.assess.grading.readers import canvas_import, moodle_import
from tests.classrooms.assess.grading.sessions import ENDED, all_lines, end, matches_of
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import person

pytestmark = pytest.mark.django_db
NAMES = ("Zoé Ünal", "=HYPERLINK(1)", '"Quote", Anna; B', "@sum", "-1+2", "Li\nNa")


@pytest.fixture
def graded():
    """Six students with awkward names in one team that missed a target, one of them without a mail address."""
    students = [person(f"s{number}", display_name=name) for number, name in enumerate(NAMES)]
    User.objects.filter(username="s5").update(email="")
    course = course_of(person("claire"), name="Génie civil; L3, 2026")
    for number, student in enumerate(students):
        enrol(course, student, student_number=f"2026-{number:03}")
    play_session = session_of(course, teams=[students], started=True, title="Tuesday, “first” workshop")
    end(matches_of(play_session)[0], (6, 6, 6, 5, 24, 10), (475, 135, 20))
    all_lines(play_session)
    grades_compute(play_session=play_session)
    RoleScores.objects.update(scores=[[8] * 600 + [1] * 400] * 6, made_at=ENDED)
    grades_compute(play_session=play_session)
    return play_session


def expected(export, what=lambda person: person.final):
    return {person.username: float(what(person)) for person in export.people}


def users_by(field, play_session):
    rows = Enrolment.objects.filter(course=play_session.course, role="student").select_related("user")
    return {field(row): row.user.username for row in rows}


def test_moodle_imports_what_was_exported(graded):
    export = export_of(graded, published=False)

    items = moodle_import(
        moodle(export, by="email"), match="Email address", users=users_by(lambda row: row.user.email, graded)
    )

    marks = expected(export)
    del marks["s5"]
    assert items == {"Tuesday, “first” workshop": marks}
    assert len(set(marks.values())) > 1


@pytest.mark.parametrize(
    ("by", "match", "field"),
    [
        ("username", "Username", lambda row: row.user.username),
        ("idnumber", "ID number", lambda row: row.student_number),
    ],
)
def test_moodle_can_match_by_other_fields_and_take_a_column_for_each_line(graded, by, match, field):
    export = export_of(graded, published=False)

    items = moodle_import(moodle(export, by=by, lines=True), match=match, users=users_by(field, graded))

    title = "Tuesday, “first” workshop"
    assert list(items) == [title, f"{title}: Project result", f"{title}: Own objectives", f"{title}: Taking part"]
    assert items[title] == expected(export)
    assert items[f"{title}: Project result"] == expected(export, lambda person: person.marks[0])
    assert items[f"{title}: Taking part"] == dict.fromkeys(expected(export))


def test_who_has_no_identifier_stays_out_of_moodles_file(graded):
    """Moodle would give the mark to the person of the previous line."""
    User.objects.filter(username="s0").update(email="two\nlines@example.org")
    export = export_of(graded, published=False)

    known, others = identified(export, "email")

    assert ({person.username for person in known}, {person.username for person in others}) == (
        {"s1", "s2", "s3", "s4"},
        {"s0", "s5"},
    )
    assert b"lines@" not in moodle(export, by="email")


def test_what_a_machine_matches_by_stays_byte_by_byte(graded):
    """`+33...` is a student number like any other. An apostrophe before it would match nobody."""
    Enrolment.objects.filter(user__username="s0").update(student_number="+33612345678")
    User.objects.filter(username="s1").update(email="one+tag@example.org")
    Enrolment.objects.filter(user__username="s1").update(student_number="")
    export = export_of(graded, published=False)

    items = moodle_import(
        moodle(export, by="idnumber"),
        match="ID number",
        users=users_by(lambda row: row.student_number, graded),
    )
    _possible, scores = canvas_import(
        canvas(export),
        by_sis_id=users_by(lambda row: row.student_number, graded),
        by_login=users_by(lambda row: row.user.email, graded),
        by_name={},
    )

    marks = expected(export)
    assert scores == {export.title: marks}
    assert items == {export.title: {user: mark for user, mark in marks.items() if user != "s1"}}
    assert b",+33612345678," in canvas(export)


@pytest.mark.parametrize(
    "risky", ["@00123", "@SUM(1+1)", "=1+1", "=cmd|'/C'!A0", "-2+3", "+1+1", "+33 6", "\t=1", "\r=1"]
)
def test_a_number_and_an_address_that_begin_like_a_formula_stay_out_of_every_file(graded, risky):
    """Canvas finds such a student by the next field. Moodle's page names the students without an identifier."""
    Enrolment.objects.filter(user__username="s0").update(student_number=risky)
    User.objects.filter(username="s1").update(email=f"{risky}@example.org")
    Enrolment.objects.filter(user__username="s1").update(student_number="")
    export = export_of(graded, published=False)
    files = [canvas(export, lines=True), *(moodle(export, by=by) for by in IDENTIFIERS)]

    _possible, scores = canvas_import(
        canvas(export),
        by_sis_id=users_by(lambda row: row.student_number, graded),
        by_login=users_by(lambda row: row.user.email, graded),
        by_name={"'=HYPERLINK(1)": "s1"},
    )

    cells = [cell for file in files for row in csv.reader(io.StringIO(file.decode("utf-8-sig"))) for cell in row]
    assert [cell for cell in cells if is_run(cell) and cell != "-"] == []
    assert scores == {export.title: expected(export)}
    assert [{person.username for person in identified(export, by)[1]} for by in IDENTIFIERS] == [
        {"s1", "s5"}, set(), {"s0", "s1"},
    ]  # fmt: skip


def test_moodles_file_begins_with_a_mark_and_has_windows_line_ends(graded):
    content = moodle(export_of(graded, published=False), by="email")

    assert content.startswith(b"\xef\xbb\xbfEmail address,Full name,")
    assert content.count(b"\r\n") == content.count(b"\n") == 6


def test_canvas_imports_what_was_exported(graded):
    export = export_of(graded, published=False)

    possible, scores = canvas_import(
        canvas(export),
        by_sis_id=users_by(lambda row: row.student_number, graded),
        by_login={},
        by_name={},
    )

    title = "Tuesday, “first” workshop"
    assert possible == {title: 20.0}
    assert scores == {title: expected(export)}


def test_canvas_finds_people_by_their_login_too_and_takes_a_column_for_each_line(graded):
    Enrolment.objects.update(student_number="")
    User.objects.filter(username="s5").update(email="na@example.org")
    export = export_of(graded, published=False)

    possible, scores = canvas_import(
        canvas(export, lines=True), by_sis_id={}, by_login=users_by(lambda row: row.user.email, graded), by_name={}
    )

    assert set(possible.values()) == {20.0}
    assert len(scores) == 4
    assert scores["Tuesday, “first” workshop: Own objectives"] == expected(export, lambda person: person.marks[1])
    assert set(scores["Tuesday, “first” workshop: Taking part"].values()) == {None}


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("Workshop (2)", "Workshop [2]"),
        ("Final Grade of May", "Final-Grade of May"),
        ("Current Score, Override Status", "Current-Score, Override-Status"),
        ("Finals", "Finals"),
        ("=1+1", "'=1+1"),
        ("a; b", "a, b"),
    ],
)
def test_canvas_takes_a_title_for_an_assignment_whatever_it_says(title, written):
    assert canvas_title(title) == written


def test_a_spreadsheet_has_numbers_texts_that_are_never_run_and_the_facts(graded):
    export = export_of(graded, published=False)

    book = openpyxl.load_workbook(io.BytesIO(table(export)))

    assert book.sheetnames == ["Marks", "Rubric", "Facts"]
    rows = list(book["Marks"].iter_rows(values_only=True))
    assert rows[0][-5:] == ("Final mark", "State", "Project result", "Own objectives", "Taking part")
    assert {row[5]: row[6] for row in rows[1:]} == expected(export)
    by_last_word = ["-1+2", "=HYPERLINK(1)", "@sum", '"Quote", Anna; B', "Li Na", "Zoé Ünal"]
    assert [row[0] for row in rows[1:]] == by_last_word
    types = {cell.data_type for row in book["Marks"].iter_rows(min_row=2, max_col=6) for cell in row if cell.value}
    assert types == {"s"}
    assert list(book["Rubric"].iter_rows(values_only=True)) == [
        ("Line", "Weight"), ("Project result", 30), ("Own objectives", 30), ("Taking part", 25), ("Best mark", 20),
    ]  # fmt: skip
    facts = [row for row in book["Facts"].iter_rows(values_only=True) if row[4] == "Project result"]
    assert len(facts) == 6
    assert "Team 1, Duration: 475, target 380 missed by 95: 25.0 % of its share." in facts[0][6]


def test_a_document_has_everything_that_a_mark_can_be_worked_out_from(graded):
    line = graded.grade_book.lines.get(kind="project")
    ill = User.objects.get(username="s0")
    mark_set(line=line, user_id=ill.pk, points=9000, reason="Ill", by=graded.created_by)

    content = json.loads(document(export_of(graded, published=False)))

    assert content["session"] == {
        "id": graded.pk, "title": graded.title, "course": "Génie civil; L3, 2026", "game": "domego",
    }  # fmt: skip
    assert [line["weight"] for line in content["lines"]] == [30, 30, 25]
    for student in content["students"]:
        for mark in student["marks"]:
            again = points_of(mark["kind"], mark["params"], mark["facts"])
            assert again == (mark["changed"]["computed"] if "changed" in mark else mark["points"])
    changed = {student["username"]: student["marks"][0].get("changed") for student in content["students"]}
    assert changed == {f"s{n}": None for n in range(1, 6)} | {"s0": {"computed": 7500, "reason": "Ill"}}


def test_what_was_published_is_exported_until_it_is_published_again(graded):
    grades_publish(play_session=graded)
    before = export_of(graded, published=True)
    end(matches_of(graded)[0], (6, 6, 6, 5, 24, 10))
    grades_compute(play_session=graded)
    new = enrol(graded.course, person("new"))

    after = export_of(graded, published=True)

    assert expected_or_none(after) == expected_or_none(before) | {new.username: ""}
    assert expected_or_none(export_of(graded, published=False)) != expected_or_none(after)
    items = moodle_import(
        moodle(after, by="idnumber", lines=True),
        match="ID number",
        users=users_by(lambda row: row.student_number, graded),
    )
    assert len(items) == 4


def expected_or_none(export):
    return {person.username: person.final for person in export.people}


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("=1", "'=1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@a", "'@a"),
        ("\t=1", "'=1"),
        ("a=1", "a=1"),
        ("", ""),
        ("a\r\nb", "a  b"),
    ],
)
def test_no_text_is_run_by_a_spreadsheet(text, written):
    assert harmless(text) == written


def test_texts_with_commas_and_quotes_are_quoted():
    assert csv_text([['a "b"', "c,d", "e"]]) == '"a ""b""","c,d",e\r\n'


@pytest.fixture
def with_states(graded):
    """Of six students, s0 is excused, s1 absent by hand, and s2 has a final mark that was left empty."""
    users = {user.username: user for user in User.objects.filter(username__startswith="s")}
    for name, state in (("s0", "excused"), ("s1", "absent")):
        participation_set(play_session=graded, user_id=users[name].pk, state=state, by=graded.created_by)
    final_choose(play_session=graded, user_id=users["s2"].pk, kind="empty", by=graded.created_by)
    grades_compute(play_session=graded)
    grades_publish(play_session=graded)
    return graded


NO_MARK = {"s0": "excused", "s1": "absent", "s2": "empty"}


def test_moodle_reads_no_grade_where_there_is_none_and_the_state_is_beside_it(with_states):
    content = moodle(export_of(with_states, published=True), by="username")

    items = moodle_import(content, match="Username", users={f"s{n}": f"s{n}" for n in range(6)})

    grades = items["Tuesday, “first” workshop"]
    assert {user for user, grade in grades.items() if grade is None} == {"s0", "s1", "s2"}
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert {row["Username"]: row["State"] for row in rows if row["State"]} == {
        "s0": "excused", "s1": "absent", "s2": "left empty",
    }  # fmt: skip


def test_canvas_excuses_the_excused_and_leaves_the_others_alone(with_states):
    content = canvas(export_of(with_states, published=True))

    _possible, scores = canvas_import(
        content, by_sis_id=users_by(lambda row: row.student_number, with_states), by_login={}, by_name={}
    )

    found = scores["Tuesday, “first” workshop"]
    assert {user: score for user, score in found.items() if not isinstance(score, float)} == {
        "s0": "excused", "s1": None, "s2": None,
    }  # fmt: skip


def test_a_spreadsheet_and_a_document_say_the_state(with_states):
    export = export_of(with_states, published=True)

    rows = list(openpyxl.load_workbook(io.BytesIO(table(export)))["Marks"].iter_rows(values_only=True))
    told = {row[5]: (row[6], row[7]) for row in rows[1:] if row[7]}
    students = json.loads(document(export))["students"]

    assert told == {"s0": (None, "excused"), "s1": (None, "absent"), "s2": (None, "left empty")}
    assert {each["username"]: each["state"] for each in students if each["state"]} == NO_MARK
    assert {each["username"] for each in students if each["final"] is None} == set(NO_MARK)


def test_the_state_is_in_the_language_of_whoever_takes_the_file(with_states):
    with translation.override("fr"):
        content = moodle(export_of(with_states, published=True), by="username").decode()

    assert content.splitlines()[0].endswith(",État")
    assert content.count("absence excusée") == 1


RISKY = ("=", "+", "-", "@", "\t", "\r", "\n")


@given(st.sampled_from(RISKY), st.text(max_size=8))
def test_no_cell_for_people_begins_like_a_formula(start, rest):
    written = harmless(start + rest)

    assert not written.startswith(RISKY)
    assert harmless_cell(-1.5) == -1.5
    assert plain(written) == written


def test_the_file_of_personal_links_is_as_harmless_as_the_others(client):
    claire = person("claire")
    course = course_of(claire, [guest_create(display_name="@SUM(A1)"), guest_create(display_name="=2+3")])
    client.force_login(claire)

    content = client.get(f"/courses/{course.pk}/people/links.csv").content.decode("utf-8-sig")

    names = [line[0] for line in csv.reader(io.StringIO(content))][1:]
    assert sorted(names) == ["'=2+3", "'@SUM(A1)"]
