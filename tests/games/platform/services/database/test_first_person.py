"""A match that was started for people waits for the first of them: until then no clock runs and no bot moves."""

from datetime import timedelta

import pytest

from games.models import AuthorKind, Match
from games.platform.errors import AwaitsPeople, NoDeadline
from games.platform.pace import Pace
from games.platform.services.arriving import arrive
from games.platform.services.authors import BOT, DEADLINE, PLAN, SETTLED
from games.platform.services.bots import play_bots
from games.platform.services.deadlines import apply_due
from games.platform.services.forks import match_fork
from games.platform.services.interventions import Actor
from games.platform.services.matches import match_abort, match_begin, match_pause, match_resume, match_start
from games.platform.services.moves import submit
from games.platform.services.seat_claims import seat_take
from games.platform.services.steering import steer_default, steer_extend, steer_start
from games.platform.work.notices import notify_open
from games.platform.work.sweep import overdue_matches, sweep
from tests.games.factories import NOW, match_of, person, play_default

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

LIVE = Pace(mode="live", minutes=5)
LATER = NOW + timedelta(minutes=20)
FIVE = timedelta(minutes=5)


def waiting(*people, by=None, **more):
    """A match that was started at nine o'clock and that no person has opened yet."""
    match = match_of(*people, by=by, pace_of_match=LIVE, started=False, now=NOW, **more)
    return match_start(match_id=match.pk, wait_for_people=True, now=NOW)


def open_of(match):
    return list(match.decisions.filter(closed_at__isnull=True, optional=False))


def test_it_has_no_deadline_and_neither_bots_nor_sweeps_move_in_it():
    match = waiting(None, person())
    notify_open(match_id=match.pk, now=NOW)

    found = sweep(now=LATER)

    assert match.awaits_people
    assert {row.due_at for row in open_of(match)} == {None}
    assert [pair for pair in found if pair[1] == match.pk] == []
    assert (play_bots(match_id=match.pk), apply_due(match_id=match.pk, now=LATER)) == (0, 0)
    assert not overdue_matches(LATER).exists()


def test_its_people_are_told_that_it_is_their_turn():
    ada = person()
    match = waiting(ada)

    assert ("games.after_move", match.pk) in sweep(now=LATER)
    notify_open(match_id=match.pk, now=LATER)

    assert ada.notifications.filter(decision__match=match).exists()


def test_where_nobody_holds_a_seat_bots_play_at_once():
    match = waiting()

    assert not match.awaits_people
    assert play_bots(match_id=match.pk) > 0


def test_it_begins_once_and_all_is_asked_then():
    match = waiting(None, person())

    begun = match_begin(match_id=match.pk, now=LATER)
    again = match_begin(match_id=match.pk, now=LATER + FIVE)

    match = Match.objects.get(pk=match.pk)
    assert (begun, again, match.awaits_people) == (True, False, False)
    assert {(row.opened_at, row.due_at) for row in open_of(match)} == {(LATER, LATER + FIVE)}
    assert play_bots(match_id=match.pk) > 0


def test_only_who_holds_a_seat_begins_it():
    ada, teacher = person(), person()
    match = waiting(ada, by=teacher)

    arrive(match.pk, teacher)
    before = Match.objects.get(pk=match.pk).awaits_people
    there = arrive(match.pk, ada).access

    assert (before, there.match.awaits_people, there.seats) == (True, False, (0,))


def test_a_move_of_a_player_begins_it():
    ada = person()
    match = waiting(ada)

    play_default(match, 0, ada)

    assert not match.awaits_people
    assert None not in {row.due_at for row in open_of(match)}


def test_who_takes_a_seat_begins_it():
    match = waiting(person())

    seat_take(match_id=match.pk, seat=1, actor=Actor(person(), at=LATER))

    assert not Match.objects.get(pk=match.pk).awaits_people


@pytest.mark.parametrize("by", [BOT, PLAN, DEADLINE, SETTLED], ids=lambda by: by.kind)
def test_no_move_of_nobody_is_stored_before(by):
    match = waiting(person())
    row = open_of(match)[0]

    with pytest.raises(AwaitsPeople):
        submit(match_id=match.pk, seat=row.seat, key=row.key, move=None, by=by)


def test_what_the_instructor_plays_there_starts_no_clock():
    teacher = person()
    match = waiting(person(), by=teacher)

    steer_default(match_id=match.pk, actor=Actor(teacher, at=LATER))

    match.refresh_from_db()
    assert match.awaits_people
    assert {row.due_at for row in open_of(match)} == {None}
    assert set(match.moves.filter(number__gt=0).values_list("author_kind", flat=True)) == {AuthorKind.INSTRUCTOR}
    with pytest.raises(NoDeadline):
        steer_extend(match_id=match.pk, minutes=5, actor=Actor(teacher, at=LATER))


def test_who_comes_during_a_pause_has_the_whole_time_after_it():
    match = waiting(person())
    match_pause(match_id=match.pk, now=NOW + timedelta(minutes=1))
    match_begin(match_id=match.pk, now=NOW + timedelta(minutes=7))

    match_resume(match_id=match.pk, now=LATER)

    assert {row.due_at for row in open_of(match)} == {LATER + FIVE}


def test_a_fork_of_it_waits_too():
    ada = person()
    match = waiting(ada)

    fork = match_fork(match_id=match.pk, number=0, by=None, reason="anew", now=LATER)

    assert fork.awaits_people
    assert {row.due_at for row in open_of(fork)} == {None}


def test_nobody_begins_what_is_over():
    ada = person()
    match = waiting(ada)
    match_abort(match_id=match.pk, now=LATER)

    assert not match_begin(match_id=match.pk, now=LATER)
    assert arrive(match.pk, ada).access.match.is_over


@pytest.mark.parametrize(("sits", "waits"), [(True, False), (False, True)])
def test_who_starts_a_match_and_holds_a_seat_is_its_first_person(sits, waits):
    ada, bob = person(), person()
    match = match_of(ada if sits else bob, by=ada, pace_of_match=LIVE, started=False, now=NOW)

    steer_start(match_id=match.pk, actor=Actor(ada, at=NOW))

    assert Match.objects.get(pk=match.pk).awaits_people == waits
