"""Pauses and more time never make an answer due at night."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.platform.pace import Pace
from games.platform.services.deadlines import deadlines_extend
from games.platform.services.matches import match_pause, match_resume
from tests.games.factories import NOW, match_of, person

pytestmark = pytest.mark.django_db
PARIS = ZoneInfo("Europe/Paris")
NIGHTS = Pace(mode="async", hours=10, quiet_from=22, quiet_to=8, weekends=True, time_zone="Europe/Paris")
"""A decision that opens on Monday at ten is due at eight in the evening."""
NEXT_MORNING = datetime(2026, 3, 3, 8, 0, tzinfo=PARIS)


def dues(match):
    return set(match.decisions.filter(closed_at__isnull=True).values_list("due_at", flat=True))


def test_a_pause_that_would_end_in_a_night_due_time_moves_it_to_the_morning():
    match = match_of(person(), pace_of_match=NIGHTS, now=NOW)
    assert dues(match) == {datetime(2026, 3, 2, 20, 0, tzinfo=PARIS)}
    match_pause(match_id=match.pk, now=NOW + timedelta(hours=1))

    match_resume(match_id=match.pk, now=NOW + timedelta(hours=5))

    assert dues(match) == {NEXT_MORNING}


def test_more_time_that_would_end_at_night_lasts_until_the_morning():
    match = match_of(person(), pace_of_match=NIGHTS, now=NOW)

    deadlines_extend(match_id=match.pk, minutes=180)

    assert dues(match) == {NEXT_MORNING}


def test_more_time_by_day_is_that_much_more_and_everybody_sees_it():
    match = match_of(person(), pace_of_match=NIGHTS, now=NOW)
    revision = match.revision

    deadlines_extend(match_id=match.pk, minutes=30)

    match.refresh_from_db()
    assert dues(match) == {datetime(2026, 3, 2, 20, 30, tzinfo=PARIS)}
    assert match.revision == revision + 1
