"""The time for a decision."""

from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.platform.pace import LEAST_OPEN_HOURS, Pace, due_at, is_quiet, parse_pace

ZONES = ["UTC", "Europe/Paris", "America/St_Johns", "Asia/Kathmandu", "Pacific/Auckland"]


@st.composite
def paces(draw):
    quiet_from = draw(st.integers(0, 23))
    quiet = draw(st.integers(0, 24 - LEAST_OPEN_HOURS))
    return Pace(
        mode="async",
        hours=draw(st.integers(1, 200)),
        quiet_from=quiet_from,
        quiet_to=(quiet_from + quiet) % 24,
        weekends=draw(st.booleans()),
        holidays=tuple(draw(st.lists(st.dates(date(2026, 1, 1), date(2026, 12, 31)), max_size=5))),
        time_zone=draw(st.sampled_from(ZONES)),
    )


moments = st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001


def running_time(pace, start, end, step=timedelta(minutes=1)):
    """The time in which the clock ran, counted in minutes from the first full one."""
    passed, moment = timedelta(0), start
    while moment < end:
        if not is_quiet(pace, moment):
            passed += min(step, end - moment)
        moment += step
    return passed


@given(paces(), moments)
def test_nothing_is_due_at_a_quiet_time(pace, opened_at):
    due = due_at(pace, None, opened_at)

    assert due > opened_at
    assert not is_quiet(pace, due)


@given(paces().map(lambda pace: msgspec.structs.replace(pace, hours=pace.hours % 30 + 1)), moments)
def test_the_clock_runs_for_the_hours_asked(pace, opened_at):
    opened_at = opened_at.replace(second=0, microsecond=0)

    assert running_time(pace, opened_at, due_at(pace, None, opened_at)) == timedelta(hours=pace.hours)


def test_a_night_and_a_weekend_do_not_count():
    pace = Pace(mode="async", hours=4, quiet_from=20, quiet_to=8, weekends=True, time_zone="Europe/Paris")
    friday_at_six = datetime(2026, 3, 6, 17, 0, tzinfo=UTC)

    monday_at_ten = datetime(2026, 3, 9, 9, 0, tzinfo=UTC)
    assert due_at(pace, None, friday_at_six) == monday_at_ten


def test_a_holiday_does_not_count():
    pace = Pace(mode="async", hours=24, holidays=(date(2026, 5, 1),))

    assert due_at(pace, None, datetime(2026, 4, 30, 12, tzinfo=UTC)) == datetime(2026, 5, 2, 12, tzinfo=UTC)


def test_what_would_be_due_when_the_night_begins_is_due_when_it_ends():
    pace = Pace(mode="async", hours=2, quiet_from=20, quiet_to=8)

    assert due_at(pace, None, datetime(2026, 3, 2, 18, tzinfo=UTC)) == datetime(2026, 3, 3, 8, tzinfo=UTC)


@pytest.mark.parametrize(("of_the_rules", "minutes"), [(None, 5), (3, 3)])
def test_in_a_room_the_limit_of_the_rules_comes_first(of_the_rules, minutes):
    opened_at = datetime(2026, 3, 2, 23, tzinfo=UTC)

    assert due_at(Pace(mode="live", minutes=5), of_the_rules, opened_at) == opened_at + timedelta(minutes=minutes)


def test_a_free_pace_has_no_deadlines():
    assert due_at(Pace(), 3, datetime(2026, 3, 2, tzinfo=UTC)) is None


@pytest.mark.parametrize(
    "data",
    [
        {"hours": 0},
        {"hours": 10**9},
        {"minutes": 0},
        {"quiet_from": 24},
        {"quiet_from": 6, "quiet_to": 1},
        {"time_zone": "Mars/Olympus"},
        {"time_zone": "../../etc/passwd"},
        {"mode": "soon"},
        {"unknown": 1},
    ],
)
def test_a_pace_that_leaves_no_time_or_cannot_be_read_is_refused(data):
    with pytest.raises(msgspec.ValidationError):
        parse_pace(data)
