"""Events of the facilitator in the debrief of a match and in the class report."""

import re
from html import unescape

import pytest
from django.template.loader import render_to_string

from classrooms.assess.reports.class_report import class_document
from classrooms.assess.reports.document import document
from classrooms.assess.reports.services import debrief_freeze
from classrooms.play.monitor.services.events import room_event
from games.engine.facilitation import Brought
from tests.classrooms.play.monitor.workshop import workshop
from tests.games.factories import play_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]


def words(html):
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", html).split()))


@pytest.fixture
def room():
    """Two teams that have played: the first one had a strike, and a cancelled plan is no event."""
    room = workshop(teams=2)
    for brought, turn in ((Brought("strike", 4), None), (Brought("penalty", 99, 0), 2)):
        room_event(
            session_id=room.play_session.pk,
            tables=[room.tables[0].pk],
            brought=brought,
            turn=turn,
            actor=room.actor("a lesson on delays"),
        )
    for table in room.tables:
        play_on(table.match, -1)
    return room


def test_the_debrief_says_what_was_brought_by_whom_and_that_it_does_not_count(room):
    shown = document(debrief_freeze(match=room.match), "en")

    deeds = [(line["what"], line["words"]) for line in shown["deeds"]]
    assert deeds == [("event brought", "Strike. The activity under way takes 4 days more. It does not count in marks.")]
    lines = [line for turn in shown["log"] for line in turn["lines"] if "Strike" in str(line["words"])]
    assert [(line["by"], words(str(line["words"]))) for line in lines[:1]] == [
        ("brought by the facilitator", "Strike : 4 days more in activity 1.")
    ]


def test_the_class_report_lists_the_events_with_their_teams(room):
    shown = class_document(room.play_session, "en", full=True)

    assert [(row["line"].title, row["line"].effect, row["teams"]) for row in shown["events"]] == [
        ("Strike", "The activity under way takes 4 days more.", ["Team 1"])
    ]
    html = words(render_to_string("classrooms/reports/class/events.html", shown))
    assert html.startswith("Events brought Events do not count in marks: their amounts are taken out of results")
    assert "Strike The activity under way takes 4 days more. Activity 1, Owner's resource allocation Team 1" in html


def test_a_class_without_events_has_no_list_of_them():
    room = workshop(teams=1)
    play_on(room.match, -1)

    assert class_document(room.play_session, "en")["events"] == []
