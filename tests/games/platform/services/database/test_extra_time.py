"""Extra time of a person applies to every decision of their seats."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.models import SeatHolder
from games.platform.pace import Pace
from games.platform.services.deadlines import apply_due, deadlines_extend
from games.platform.services.forks import match_fork
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_pause, match_resume, match_start
from tests.games.factories import NOW, match_of, person, play_default, play_on

pytestmark = pytest.mark.django_db
PARIS = ZoneInfo("Europe/Paris")
LIVE = Pace(mode="live", minutes=3)


def minutes(match):
    """The pending decisions: seat, key and minutes from opening to the deadline."""
    rows = match.decisions.filter(closed_at__isnull=True, optional=False).order_by("seat", "key")
    return [(row.seat, row.key, (row.due_at - row.opened_at) / timedelta(minutes=1)) for row in rows]


def waiting_match(*extras, scenario="pair", pace=LIVE):
    """A match in its lobby: a person on each seat with so many percent of extra time."""
    match = match_of(scenario=scenario, pace_of_match=pace, started=False, now=NOW)
    for seat, extra in enumerate(extras):
        seat_assign(match_id=match.pk, seat=seat, user=person(), extra_time=extra, now=NOW)
    return match


def begun(*extras, **more):
    match = waiting_match(*extras, **more)
    match_start(match_id=match.pk, now=NOW)
    match.refresh_from_db()
    return match


def test_minutes_of_a_live_match_are_longer_for_the_seat():
    match = begun(50, 0)

    assert minutes(match) == [(0, "activity-1/buy/owner", 4.5), (1, "activity-1/buy/builder", 3.0)]


def test_of_two_people_on_a_seat_the_longer_time_counts():
    match = waiting_match(20, 0)
    seat_assign(match_id=match.pk, seat=0, user=person(), extra_time=100, now=NOW)
    match_start(match_id=match.pk, now=NOW)

    assert minutes(match) == [(0, "activity-1/buy/owner", 6.0), (1, "activity-1/buy/builder", 3.0)]


def test_who_has_left_the_seat_lengthens_nothing():
    match = waiting_match(100, 0)
    SeatHolder.objects.filter(seat__match=match, extra_time=100).update(released_at=NOW)
    match_start(match_id=match.pk, now=NOW)

    assert minutes(match)[0] == (0, "activity-1/buy/owner", 3.0)


def test_a_negotiation_lasts_for_both_as_long_as_the_slower_may_take():
    """A talk ends for both sides with the first deadline, so the shorter time of one would cut the longer one."""
    match = begun(0, 100, 0, 0, 0, 0, scenario="classic")
    while not match.decisions.filter(kind="negotiate", closed_at__isnull=True).exists():
        play_default(match)

    talks = [line for line in minutes(match) if "/negotiate/owner>architect" in line[1]]

    assert talks == [
        (0, "activity-3/negotiate/owner>architect", 6.0),
        (1, "activity-3/negotiate/owner>architect", 6.0),
    ]


def test_hours_are_longer_and_still_stand_still_at_night():
    nights = Pace(mode="async", hours=10, quiet_from=22, quiet_to=8, weekends=True, time_zone="Europe/Paris")
    match = begun(50, 0, pace=nights)

    due = dict(match.decisions.filter(closed_at__isnull=True).values_list("seat", "due_at"))

    assert due == {
        0: datetime(2026, 3, 3, 11, 0, tzinfo=PARIS),  # 10:00 and 15 hours: twelve until 22:00, three from 8:00
        1: datetime(2026, 3, 2, 20, 0, tzinfo=PARIS),
    }


def test_time_that_is_given_is_longer_too_and_a_pause_is_not():
    match = begun(50, 0)

    deadlines_extend(match_id=match.pk, minutes=2)
    match_pause(match_id=match.pk, now=NOW)
    match_resume(match_id=match.pk, now=NOW + timedelta(minutes=10))

    assert [due for _seat, _key, due in minutes(match)] == [4.5 + 3 + 10, 3.0 + 2 + 10]


def test_a_step_back_keeps_the_extra_time():
    match = play_on(begun(50, 0), 2)

    fork = match_fork(match_id=match.pk, number=0, by=None, reason="", now=NOW + timedelta(hours=1))

    rows = fork.decisions.filter(closed_at__isnull=True, optional=False)
    asked = {row.seat: row.due_at - (NOW + timedelta(hours=1)) for row in rows}
    assert asked == {0: timedelta(minutes=4.5), 1: timedelta(minutes=3)}


def test_the_default_of_the_slower_is_played_at_their_own_time():
    match = begun(50, 0)

    played = [apply_due(match_id=match.pk, now=NOW + timedelta(minutes=passed)) for passed in (3, 4, 4.5)]

    assert played == [1, 0, 1]
