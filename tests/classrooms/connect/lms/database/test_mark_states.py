"""The table of states and events of a mark for a platform: every pair, with and without a mark to send."""

from datetime import timedelta

import pytest

from classrooms.connect.lms.faults import LmsFault
from classrooms.connect.lms.mark_states import Event, NotInThisState, State, mark_change, marks_change
from classrooms.connect.lms.queries.pages import columns
from classrooms.connect.lms.services import scores
from classrooms.models import LmsPerson, LmsScore
from games.platform import clock
from tests.classrooms.factories import person
from tests.games.factories import NOW

WITH_NUMBER = """
               waiting  sent     none     conflict asks     refused  stopped
published      waiting  waiting  waiting  waiting  waiting  waiting  -
matched        sent     sent     sent     sent     sent     sent     -
withdrawn      -        -        -        -        -        -        -
arrived        sent     -        -        -        -        -        -
changed-there  conflict -        -        -        -        -        -
failed         waiting  -        -        -        -        -        -
given-up       refused  -        -        -        -        -        -
column-moved   waiting  waiting  waiting  waiting  waiting  waiting  -
column-gone    refused  refused  refused  refused  refused  refused  -
resend         waiting  waiting  -        -        -        waiting  waiting
overwrite      -        -        -        waiting  -        -        -
take-back      -        -        -        -        -        -        -
leave          stopped  stopped  stopped  stopped  stopped  stopped  -
"""
WITHOUT_NUMBER = """
               waiting  sent     none     conflict asks     refused  stopped
published      none     none     none     none     none     none     -
matched        -        -        -        -        -        -        -
withdrawn      asks     asks     asks     asks     asks     asks     -
arrived        none     -        -        -        -        -        -
changed-there  conflict -        -        -        -        -        -
failed         waiting  -        -        -        -        -        -
given-up       refused  -        -        -        -        -        -
column-moved   none     none     none     none     none     none     -
column-gone    none     none     none     none     none     none     -
resend         -        -        -        -        -        -        -
overwrite      -        -        -        -        -        -        -
take-back      -        -        -        waiting  waiting  -        -
leave          stopped  stopped  stopped  stopped  stopped  stopped  -
"""


def pairs(matrix):
    """By event and state the next state; None if the state refuses the event."""
    head, *lines = (line.split() for line in matrix.strip().splitlines())
    return {
        (event, state): None if target == "-" else target
        for event, *targets in lines
        for state, target in zip(head, targets, strict=True)
    }


MATRIX = [(1500, pairs(WITH_NUMBER)), (None, pairs(WITHOUT_NUMBER))]


@pytest.fixture
def marks(here, graded):
    """A mark in each state, by its state."""
    item, now = scores.line_item_open(lms_course=here, play_session=graded), clock.now()
    platform = here.deployment.platform
    people = [
        LmsPerson.objects.create(platform=platform, subject=state, user=person(state), created_at=now)
        for state in State
    ]
    return {
        known.subject: LmsScore.objects.create(
            line_item=item, person=known, state=known.subject, wanted=1500, sent=1400, next_at=now, asked_at=now
        )
        for known in people
    }


def test_the_table_has_every_pair():
    assert all(set(found) == {(event, state) for event in Event for state in State} for _wanted, found in MATRIX)


@pytest.mark.parametrize(("wanted", "found"), MATRIX, ids=["number", "none"])
@pytest.mark.parametrize("event", Event)
def test_an_event_leads_each_stored_mark_to_the_state_of_the_table(marks, event, wanted, found):
    LmsScore.objects.update(wanted=wanted)

    changed = marks_change(LmsScore.objects.all(), event, now=clock.now(), fault=LmsFault("busy"))

    after = {row.person.subject: row for row in LmsScore.objects.select_related("person")}
    assert {state: row.state for state, row in after.items()} == {
        state: found[event, state] or state for state in State
    }
    assert changed == sum(found[event, state] is not None for state in State)
    moved = [row for state, row in after.items() if found[event, state]]
    assert all((row.next_at is not None) == (row.state == "waiting") for row in moved)
    assert {row.fault for row in moved} <= {"busy", ""}
    assert all(row.fault == "" for row in moved if row.state == "none")


@pytest.mark.parametrize(("wanted", "found"), MATRIX, ids=["number", "none"])
def test_a_mark_in_memory_follows_the_same_table(wanted, found):
    for (event, state), target in found.items():
        row = LmsScore(state=state, wanted=wanted)

        assert mark_change(row, Event(event), now=NOW) == (target is not None)
        assert row.state == (target or state)


def test_a_mark_that_waits_again_keeps_the_time_of_its_request_and_may_still_overwrite(marks):
    asked_at, later = marks["waiting"].asked_at, clock.now() + timedelta(minutes=5)
    rows = LmsScore.objects.filter(pk=marks["waiting"].pk)

    marks_change(rows, Event.FAILED, now=later, is_sure=True, fault=LmsFault("busy"), asked_at=asked_at, attempts=3)

    row = rows.get()
    assert (row.next_at, row.asked_at, row.is_sure, row.attempts, row.fault) == (later, asked_at, True, 3, "busy")


@pytest.mark.parametrize(
    ("wanted", "buttons"),
    [
        (
            1500,
            {
                "waiting": ["Stop"],
                "sent": ["Send again"],
                "none": [],
                "conflict": ["Write 15 over it", "Leave theirs"],
                "asks": ["Leave theirs"],
                "refused": ["Send again"],
                "stopped": ["Send again"],
            },
        ),
        (
            None,
            {
                "waiting": ["Stop"],
                "sent": [],
                "none": [],
                "conflict": ["Remove it there", "Leave theirs"],
                "asks": ["Remove it there", "Leave theirs"],
                "refused": [],
                "stopped": [],
            },
        ),
    ],
    ids=["number", "none"],
)
def test_each_state_has_its_buttons_and_each_button_works(marks, graded, wanted, buttons):
    LmsScore.objects.update(wanted=wanted)
    (column,) = columns(graded)
    lines = {line.row.person.subject: line for line in column.lines}

    assert {state: [words for _event, words in line.acts] for state, line in lines.items()} == buttons
    for line in lines.values():
        for event, _words in line.acts:
            LmsScore.objects.filter(pk=line.row.pk).update(state=line.row.state, next_at=clock.now())
            scores.score_change(score=line.row, event=Event(event))


def test_a_button_of_a_page_shown_before_is_refused_and_changes_nothing(marks):
    """A mark was withdrawn here after the page offered to overwrite the platform's: that one is not removed."""
    LmsScore.objects.filter(pk=marks["asks"].pk).update(wanted=None)

    with pytest.raises(NotInThisState):
        scores.score_change(score=marks["asks"], event=Event.OVERWRITE)

    marks["asks"].refresh_from_db()
    assert (marks["asks"].state, marks["asks"].is_sure) == ("asks", False)
