"""The interventions of instructors in the debrief of a match."""

import pytest

from classrooms.assess.reports import facts
from classrooms.assess.reports.document import document
from classrooms.assess.reports.services import debrief_freeze
from games.platform.pace import Pace
from games.platform.services.forks import match_step_back
from games.platform.services.interventions import Actor
from games.platform.services.steering import steer_extend, steer_message, steer_pause, steer_resume
from tests.games.factories import NOW, match_of, person, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def tutor():
    return person("tutor")


def test_the_debrief_tells_what_was_done_when_by_whom_and_why(tutor):
    match = match_of(person(), None, by=tutor, scenario="pair", pace_of_match=Pace(mode="live"), now=NOW)
    steer_pause(match_id=match.pk, actor=Actor(tutor, "fire drill", at=NOW))
    steer_resume(match_id=match.pk, actor=Actor(tutor, at=NOW))
    steer_extend(match_id=match.pk, minutes=5, actor=Actor(tutor, at=NOW))
    match.refresh_from_db()
    play_on(match, -1)

    shown = document(debrief_freeze(match=match), "en")["deeds"]

    assert [(line["deed"].kind, line["words"], line["deed"].reason, line["deed"].by) for line in shown] == [
        ("pause", "", "fire drill", "Tutor"),
        ("resume", "", "", "Tutor"),
        ("extend", "5 minutes", "", "Tutor"),
    ]


def test_the_debrief_of_a_fork_tells_of_the_branch_that_was_left(tutor):
    match = play_on(match_of(person(), None, by=tutor, scenario="pair"), 2)
    steer_message(match_id=match.pk, text="Early.", actor=Actor(tutor))
    play_on(match, 2)
    steer_message(match_id=match.pk, text="Late.", actor=Actor(tutor))
    fork = play_on(match_step_back(match_id=match.pk, number=2, actor=Actor(tutor, "again")), -1)

    told = facts.parse_facts(facts.facts_of(fork)).deeds

    assert [(deed.kind, deed.number, deed.left, deed.reason) for deed in told] == [
        ("message", 2, False, ""),
        ("message", 4, True, ""),
        ("step_back", 4, False, "again"),
    ]


def test_what_was_said_to_one_seat_is_in_no_debrief(tutor):
    match = match_of(person(), None, by=tutor, scenario="pair")
    steer_message(match_id=match.pk, text="Only for you.", to_seat=0, actor=Actor(tutor))
    steer_message(match_id=match.pk, text="To all.", actor=Actor(tutor))
    match.refresh_from_db()
    play_on(match, -1)

    frozen = facts.facts_of(match)

    assert [message["text"] for message in frozen["messages"]] == ["To all."]
    assert "Only for you." not in str(frozen)


def test_facts_from_before_interventions_were_kept_are_still_read(tutor):
    match = play_on(match_of(person(), None, by=tutor, scenario="pair"), -1)
    older = facts.facts_of(match)
    del older["deeds"]

    assert facts.parse_facts(older).deeds == ()
