"""Waiting times in the class report, time on task in the student's: nobody is named, no mark uses them."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from classrooms.assess.grading import criteria
from classrooms.assess.reports.class_report import WAITED_FOR, class_document
from classrooms.assess.reports.pdf import class_draft
from classrooms.assess.reports.student import student_document
from games.models import Decision, Match, SeatHolder
from tests.site.html import steady

HOUR = timedelta(hours=1)
WAITED = "Waiting times"


@pytest.fixture
def slow(ended):
    """The first match began an hour before its first move."""
    match = ended.match()
    match.moves.filter(number=0).update(created_at=F("created_at") - HOUR)
    Decision.objects.filter(match=match, opened_number=0).update(opened_at=F("opened_at") - HOUR)
    SeatHolder.objects.filter(seat__match=match).update(since=F("since") - 2 * HOUR)
    Match.objects.filter(pk=match.pk).update(started_at=F("started_at") - HOUR)
    return ended


def test_the_class_report_says_for_whom_each_team_waited(slow):
    waits = class_document(slow.session, "en")["waits"]

    assert 1 <= len(waits) <= WAITED_FOR
    first = waits[0]
    assert (first["team"].name, first["wait"].time, first["people"]) == ("Team 1", "1\xa0h\xa000", "")
    assert first["wait"].by.endswith(": 1\xa0h\xa000")


def test_a_class_that_waited_for_nobody_reads_nothing_of_it(ended):
    told = class_document(ended.session, "en")

    assert told["waits"] == []
    assert WAITED not in render_to_string("classrooms/reports/class.html", told)


def test_people_are_named_in_the_copy_with_names_alone(client, slow):
    client.force_login(slow.teacher)
    address = reverse("classrooms:class-report", args=[slow.session.pk])
    names = {user.get_full_name() for user in slow.people.values()}

    without, named = (steady(client.get(address + query).content.decode()) for query in ("", "?names=1"))

    parts = [text.split(f"{WAITED}</h2>")[1].split("</article>")[0] for text in (without, named)]
    assert [sum(name in part for name in names) for part in parts] == [0, 1]


@pytest.mark.parametrize("full", [False, True])
def test_the_paper_has_the_same_section(slow, full):
    with translation.override("en"):
        assert WAITED in class_draft(slow.session, "en", full=full).text


def test_students_read_their_own_time_on_task_and_nothing_about_others(slow):
    amir, lea = (student_document(slow.debrief(), slow.people[name], "en") for name in ("amir", "lea"))

    assert sorted([amir["on_task"], lea["on_task"]]) == ["15\xa0min", "less than 1\xa0min"]
    shown = " ".join(render_to_string("classrooms/reports/student.html", amir).split())
    assert (
        "Time on task: 15 min. It counts the time with an open question before each own move, at most 15 minutes"
        in shown
    )
    assert "waited" not in shown.lower()


def test_no_line_of_a_rubric_knows_these_times():
    files = list(Path(criteria.__file__).parent.glob("*.py"))

    assert files
    assert [file.name for file in files if "waiting_times" in file.read_text()] == []
