"""A stand-in bot plays until its person opens the table; then the seat is theirs again, and the bot's moves stay."""

from datetime import timedelta

import pytest
from django.http import Http404

from games.models import Intervention, SeatHolder
from games.platform import selectors
from games.platform.pace import Pace
from games.platform.permissions import access_to
from games.platform.services.arriving import arrive
from games.platform.services.bots import bot_seats, play_bots
from games.platform.services.forks import match_fork
from games.platform.services.holders import seat_assign, seat_release
from games.platform.services.interventions import Actor
from games.platform.services.matches import match_abort, match_begin, match_start
from games.platform.services.steering_seats import steer_seat_to_bot, steer_seat_to_person
from tests.games.factories import NOW, match_of, person, play_default

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

LATER = NOW + timedelta(minutes=3)
LIVE = Pace(mode="live", minutes=5)
Kind = Intervention.Kind


def lent(*people, seat=0, **more):
    """A running match in which a bot stands in at a seat."""
    match = match_of(*people, pace_of_match=LIVE, now=NOW, **more)
    steer_seat_to_bot(match_id=match.pk, seat=seat, until_back=True, actor=Actor(person(), at=NOW))
    match.refresh_from_db()
    return match


def holders(match):
    rows = SeatHolder.objects.filter(seat__match=match, released_at__isnull=True).order_by("seat__index", "pk")
    return [(row.seat.index, row.user, row.extra_time, row.together_with_id) for row in rows]


def test_the_person_has_the_seat_again_by_opening_the_table():
    ada, bea = person(), person()
    match = lent(ada, bea)
    played = play_bots(match_id=match.pk)

    access = arrive(match.pk, ada).access

    match.refresh_from_db()
    assert (access.seats, access.stood_in) == ((0,), ())
    assert holders(match) == [(0, ada, 0, None), (1, bea, 0, None)]
    assert 0 not in bot_seats(match)
    assert match.moves.filter(author_kind="bot").count() == played > 0


def test_the_log_says_that_the_person_came():
    ada = person()
    match = lent(ada, person())

    arrive(match.pk, ada)

    note = match.interventions.latest("pk")
    assert (note.kind, note.seat, note.user, note.by) == (Kind.TO_PERSON, 0, ada, ada)
    assert note.params == {"came": True, "released": []}


def test_a_second_arrival_changes_nothing():
    ada = person()
    match = lent(ada, person())
    arrive(match.pk, ada)
    notes, rows = match.interventions.count(), SeatHolder.objects.count()

    access = arrive(match.pk, ada).access

    assert access.seats == (0,)
    assert (match.interventions.count(), SeatHolder.objects.count()) == (notes, rows)


def test_extra_time_and_the_screen_at_which_somebody_plays_come_back():
    ada, bea = person(), person()
    match = match_of(None, None, pace_of_match=LIVE, now=NOW)
    seat_assign(match_id=match.pk, seat=0, user=ada, extra_time=33, now=NOW)
    seat_assign(match_id=match.pk, seat=0, user=bea, now=NOW)
    SeatHolder.objects.filter(user=bea).update(together_with=ada)
    steer_seat_to_bot(match_id=match.pk, seat=0, until_back=True, actor=Actor(person(), at=NOW))

    arrive(match.pk, ada)
    arrive(match.pk, bea)

    assert holders(match) == [(0, ada, 33, None), (0, bea, 0, ada.pk)]


def test_who_shared_a_seat_finds_it_kept_although_the_other_came_first():
    ada, bea = person(), person()
    match = match_of(ada, pace_of_match=LIVE, now=NOW)
    seat_assign(match_id=match.pk, seat=0, user=bea, now=NOW)
    steer_seat_to_bot(match_id=match.pk, seat=0, until_back=True, actor=Actor(person(), at=NOW))

    arrive(match.pk, bea)

    assert access_to(match.pk, ada).stood_in == (0,)


def test_a_match_that_waits_begins_when_a_person_comes_for_whom_a_bot_stands_in():
    ada = person()
    match = match_of(ada, person(), pace_of_match=LIVE, started=False, now=NOW)
    match_start(match_id=match.pk, wait_for_people=True, now=NOW)
    for seat in (0, 1):
        steer_seat_to_bot(match_id=match.pk, seat=seat, until_back=True, actor=Actor(person(), at=NOW))
    assert play_bots(match_id=match.pk) == 0

    access = arrive(match.pk, ada).access

    assert (access.seats, access.match.awaits_people) == ((0,), False)


def test_a_seat_that_went_to_somebody_else_is_kept_no_longer():
    ada, bea = person(), person()
    match = lent(ada, person())

    steer_seat_to_person(match_id=match.pk, seat=0, user=bea, actor=Actor(person(), at=LATER))

    with pytest.raises(Http404):
        access_to(match.pk, ada)


def test_a_seat_given_to_a_bot_to_the_end_is_kept_no_longer():
    ada = person()
    match = lent(ada, person())

    note = steer_seat_to_bot(match_id=match.pk, seat=0, actor=Actor(person(), at=LATER))

    assert note.params["until_back"] is False
    with pytest.raises(Http404):
        access_to(match.pk, ada)


def test_who_left_of_their_own_accord_has_no_stand_in():
    ada = person()
    match = lent(ada, person())
    seat_release(match_id=match.pk, seat=0, user=ada)

    with pytest.raises(Http404):
        access_to(match.pk, ada)


def test_nothing_is_given_back_in_a_match_that_is_over():
    ada = person()
    match = lent(ada, person())
    match_abort(match_id=match.pk, now=LATER)

    with pytest.raises(Http404):
        access_to(match.pk, ada)
    assert holders(match)[0][1] != ada


def test_a_fork_keeps_the_seat_for_its_person():
    ada, bea = person(), person()
    match = lent(ada, bea)

    fork = match_fork(match_id=match.pk, number=0, by=bea, reason="again", now=LATER)

    assert arrive(fork.pk, ada).access.seats == (0,)


def test_the_match_is_listed_for_its_person_and_waits_for_no_answer_of_theirs():
    ada = person()
    match = lent(ada, person())

    lists = selectors.home(ada)

    assert lists.your_turn == []
    assert [(line.match.pk, line.seats, line.stood_in) for line in lists.waiting] == [(match.pk, (0,), True)]


def test_what_the_person_holds_besides_stays_and_the_kept_seat_comes_back():
    ada = person()
    match = match_of(ada, ada, pace_of_match=LIVE, now=NOW)
    steer_seat_to_bot(match_id=match.pk, seat=0, until_back=True, actor=Actor(person(), at=NOW))

    access = access_to(match.pk, ada)

    assert (access.seats, access.stood_in) == ((1,), (0,))
    assert arrive(match.pk, ada).access.seats == (0, 1)


def test_the_bot_waits_for_the_others_as_the_game_does():
    """No bot at a table with people moves further ahead of them than the game allows."""
    ada, bea = person(), person()
    match = lent(ada, bea)

    play_bots(match_id=match.pk)
    match.refresh_from_db()
    number = match.number
    assert play_bots(match_id=match.pk) == 0

    play_default(match, 1, bea)
    play_bots(match_id=match.pk)

    match.refresh_from_db()
    assert match.number > number
    assert match_begin(match_id=match.pk) is False


def test_the_match_stays_among_those_that_a_program_lists_for_its_person():
    ada = person()
    match = lent(ada, person())

    assert list(selectors.matches_of(ada)) == [match]
