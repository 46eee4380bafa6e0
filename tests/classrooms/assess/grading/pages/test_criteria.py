"""A criterion is one file: the example of the documents goes through all that is made of a rubric."""

import io
import json
import re
import sys
from pathlib import Path

import openpyxl
import pytest
from django.urls import reverse

from classrooms.assess.grading import criteria
from classrooms.assess.grading.files import files
from classrooms.assess.grading.files.exports import export_of
from classrooms.assess.grading.queries.mark_table import mark_table_of
from classrooms.assess.grading.queries.taking_part import participation_set
from classrooms.assess.grading.services.grades import grades_compute
from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.models.grades import KIND_NAMES
from classrooms.play.sessions.services.cloning import session_clone
from tests.classrooms.assess.grading.database.test_pages_forms import rubric_data
from tests.classrooms.assess.grading.sessions import (
    at,
    everybody_moves,
    facts_of,
    line_of,
    marks_of,
    signed_in,
    student,
)

pytestmark = pytest.mark.django_db
PAGE = Path(criteria.__file__, "../../../../../docs/develop/add-a-criterion.md").resolve()
KIND = "own_moves"


@pytest.fixture
def own_moves(tmp_path, monkeypatch):
    """The criterion of the documents, in a file that the site finds."""
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    (tmp_path / f"{KIND}.py").write_text(example)
    monkeypatch.setattr(criteria, "__path__", [*criteria.__path__, str(tmp_path)])
    for entered in (criteria.CRITERIA, KIND_NAMES):
        monkeypatch.setitem(entered, KIND, None)  # so that it is gone afterwards
    criteria.register()
    yield criteria.of(KIND)
    del sys.modules[f"{criteria.__name__}.{KIND}"]


@pytest.fixture
def counted(own_moves, played, claire):
    """A session with the line, added on the page of the rubric, in which everybody made a move."""
    everybody_moves(played)
    claire.post(at(played, "rubric/"), rubric_data(played, do="add", **{"new-kind": KIND, "new-title": ""}))
    return played


def page(client, address):
    return " ".join(client.get(address).content.decode().replace("\xa0", " ").split())


def test_the_page_of_the_rubric_offers_it_with_its_params(counted, claire):
    line = line_of(counted, KIND)

    shown = page(claire, at(counted, "rubric/"))
    right, wrong = (
        claire.post(at(counted, "rubric/"), rubric_data(counted, **{f"line-{line.pk}-enough": value}))
        for value in ("4", "101")
    )

    assert (line.params, line.name) == ({"enough": 10}, "Own moves")
    assert all(text in shown for text in ("Own moves, out of 10.", "Moves that are enough", "own moves, "))
    assert (right.status_code, wrong.status_code, line_of(counted, KIND).params) == (302, 422, {"enough": 4})


def test_marks_are_computed_and_explained_to_staff(counted, claire):
    grades_compute(play_session=counted)

    line, ann = line_of(counted, KIND), student()
    assert facts_of(counted, KIND, ann) == {"moves": 1}
    assert set(marks_of(counted, KIND).values()) == {1000}
    sheet = mark_table_of(counted)
    assert {row.cells[sheet.lines.index(line)].value for row in sheet.rows} == {"2.00"}
    assert "Own moves" in page(claire, at(counted))
    shown = page(claire, reverse("classrooms:grade-mark", args=[counted.pk, line.pk, ann.pk]))
    assert "Own moves: 1." in shown
    assert "Own moves, out of 10. More count no more." in shown


def test_students_read_it_before_and_after_publication(counted):
    client = signed_in(student())
    address = f"/sessions/{counted.pk}/grade/"
    before = page(client, address)
    grades_publish(play_session=counted, incomplete=True)
    after = page(client, address)

    assert "Play." in before
    assert "Each move that you make counts until you have made enough." in before
    assert "Example: half of the moves that are enough give 10 of 20." in before
    assert "Own moves: 1." in after


def test_it_is_in_every_file_and_in_a_copy_of_the_session(counted):
    grades_compute(play_session=counted)
    export = export_of(counted, published=False)

    facts = list(openpyxl.load_workbook(io.BytesIO(files.table(export)))["Facts"].values)
    content = json.loads(files.document(export))

    assert [row[-1] for row in facts if row[-3] == "Own moves"] == ["Own moves: 1."] * 4
    marks = [mark for person in content["students"] for mark in person["marks"] if mark["kind"] == KIND]
    assert [(mark["points"], mark["facts"]) for mark in marks] == [(1000, {"moves": 1})] * 4
    assert b"Own moves" in files.moodle(export, by="email", lines=True)
    copy = session_clone(session_id=counted.pk, by=counted.created_by)
    assert line_of(copy, KIND).params == {"enough": 10}


def test_absent_students_have_nothing_to_judge(own_moves, played):
    played.grade_book.lines.create(kind=KIND, weight=10, params=own_moves.usual_params())

    participation_set(play_session=played, user_id=student().pk, state="absent", by=played.created_by)

    grades_compute(play_session=played)

    assert facts_of(played, KIND, student()) == {"why": "absent"}
    assert facts_of(played, KIND, student(2)) == {"moves": 0}
