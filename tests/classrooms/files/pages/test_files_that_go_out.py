"""Every CSV and XLSX file that the site gives opens in columns in the reader's spreadsheet, and runs nothing there."""

import csv
import io

import pytest
from openpyxl import load_workbook

from classrooms.assess.grading.views.exports import FILES
from classrooms.files.spreadsheets import is_run
from classrooms.models import PublishedGrade
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import NOW, person
from tests.matrix.addresses import addresses, filled, parameters
from tests.matrix.world import general_values

pytestmark = pytest.mark.django_db

FOR_PROGRAMS = {"moodle.csv", "canvas.csv"}
"""A file that learning platforms read has one form in all languages."""
WHO = ["Family name", "Given name", "Student number", "Team"]
STATED = ["team", "name", "family_name", "given_name", "student_number"]
COMPARED = ["team", "kind", "what", "turn", "role", "value", "low", "high", "words"]
HEADS = {
    "links.csv": ["Name", "Family name", "Given name", "Student number", "E-mail", "Team", "Personal link"],
    "quiz.csv": [*STATED, "moment", "turn", "question", "answer", "right"],
    "survey.csv": ["moment", "item", "value", "text"],
    "forecasts.csv": [*STATED, "turn", "turn_title", "figure", "forecast", "actual"],
    "apogee.csv": ["Student number", "Family name", "Given name", "Date of birth", "Mark", "Best mark", "State"],
    "grades.xlsx Marks": [*WHO, "E-mail", "Username", "Final mark", "State"],
    "grades.xlsx Rubric": ["Line", "Weight"],
    "grades.xlsx Facts": [*WHO, "Line", "Mark", "Facts"],
    "scenario.xlsx scenario": ["Field", "Value"],
    "scenario.xlsx roles": ["Short name in files", "Name / English", "Name / French", "Money at the start"],
    "scenario.xlsx standard_contracts": ["Pays", "Is paid", "Standard price from", "Standard price to"],
    "scenario.xlsx activities": ["Number", "Name / English", "Name / French", "Base duration"],
    "scenario.xlsx risk_cards": ["Card number", "Activity", "Title / English", "Title / French"],
    "scenario.xlsx staged_payments": ["Field", "Value"],
}
"""The first row of each file, of rubrics without their lines."""


@pytest.fixture
def values(client):
    """A course of two students, with a mark of 12.5: one has a family and a given name, the other has names like
    formulas.
    """
    teacher = person("teacher")
    course = course_of(teacher, join_open=True)
    lea = person("lea", display_name="Léa Martin", family_name="Martin", given_name="Léa", is_guest=True)
    lea.set_unusable_password()
    lea.save()
    odd = person("odd", display_name="=1+1", family_name="@SUM(A1)", given_name="-2", is_guest=True)
    odd.set_unusable_password()
    odd.save()
    enrol(course, lea, student_number="20261001")
    enrol(course, odd, student_number="+33")
    play_session = session_of(course, teams=[[lea], [odd]], started=True)
    play_session.session_teams.filter(position=1).update(name="=2+2")
    found = general_values(course, play_session, {"instructor": teacher, "student": lea, "other": odd})
    content = {"scale": 20, "decimals": 1, "lines": []}
    PublishedGrade.objects.create(
        book=play_session.grade_book, user=lea, final="12.5", published_at=NOW, content=content
    )
    play_session.grade_book.published_at = NOW
    play_session.grade_book.save()
    client.force_login(teacher)
    return found


def files_of(client, values, language):
    """Each file that the site offers: name of its URL, content type, body."""
    client.cookies["django_language"] = language
    for name, route in addresses().items():
        places = [values | {"name": each} for each in FILES] if name == "classrooms:grades-file" else [values]
        for place in places:
            if name.startswith(("games:api", "classrooms:api")) or not set(parameters(route)) <= place.keys():
                continue
            answer = client.get(filled(route, place))
            kind = answer.headers.get("Content-Type", "")
            if answer.status_code == 200 and (kind.startswith("text/csv") or "spreadsheet" in kind):
                assert not answer.streaming
                yield filled(route, place).rpartition("/")[2], kind, answer.content


def tables_of(client, values, language):
    """The rows of each file for people, as a spreadsheet in this language shows them."""
    found = {}
    for name, kind, body in files_of(client, values, language):
        if kind.startswith("text/csv"):
            if name in FOR_PROGRAMS:
                continue
            text = body.decode()
            assert text.startswith("\ufeff"), name
            found[name] = list(csv.reader(io.StringIO(text[1:]), delimiter=";" if language == "fr" else ","))
        else:
            for sheet in load_workbook(io.BytesIO(body)):
                found[f"{name} {sheet.title}"] = list(sheet.iter_rows())
    return found


def test_every_file_has_its_columns_with_family_and_given_name_apart(client, values):
    found = tables_of(client, values, "en")

    heads = {name: [getattr(cell, "value", cell) for cell in rows[0]] for name, rows in found.items()}
    teams = heads.pop("compare.csv")
    assert {name: head[: len(HEADS[name])] for name, head in heads.items()} == HEADS
    assert len(teams) > 5
    assert ["Léa Martin", "Martin", "Léa", "20261001"] in [row[:4] for row in found["links.csv"]]
    assert [row[:6] for row in found["apogee.csv"][1:]] == [
        ["'+33", "'@SUM(A1)", "'-2", "", "12.0", "20"],
        ["20261001", "Martin", "Léa", "", "12.5", "20"],
    ]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_file_opens_in_columns_and_no_cell_is_run(client, values, language):
    found = tables_of(client, values, language)

    assert len(found) == len(HEADS) + 1
    for name, rows in found.items():
        assert len({len(row) for row in rows}) == 1 or "Rubric" in name, name
        assert len(rows[0]) > 1, name
        for row in rows:
            for cell in row:
                if ".xlsx" in name:
                    assert cell.data_type != "f", name
                else:
                    assert not is_run(cell), (name, cell)


def test_french_files_have_numbers_that_a_french_spreadsheet_adds_up(client, values):
    rows = tables_of(client, values, "fr")["apogee.csv"]

    assert [row[4] for row in rows] == ["Note", "12,0", "12,5"]


def test_what_learning_platforms_read_is_the_same_in_all_languages(client, values):
    english = {name: body for name, _kind, body in files_of(client, values, "en") if name in FOR_PROGRAMS}
    french = {name: body for name, _kind, body in files_of(client, values, "fr") if name in FOR_PROGRAMS}

    assert english.keys() == FOR_PROGRAMS
    for name, body in french.items():
        lines = [line.split(",")[:3] for line in body.decode().splitlines()]
        assert [line.split(",")[:3] for line in english[name].decode().splitlines()] == lines
