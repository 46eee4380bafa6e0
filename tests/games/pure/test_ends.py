"""The predicted end of a match, compared with matches that are played to their end."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks._in_days import any_moment, setting
from benchmarks.ends import PACES, inside, pace_over_days, rounds_of, told_and_played, width
from games.catalogue.domego.rules.types import Options
from games.engine import codec
from games.platform.ends import Ends, ends
from games.platform.pace import Pace, due_at
from games.ui.faces import all_faces, get
from games.ui.tempo import Rounds

MONDAY = datetime(2026, 11, 23, 8, tzinfo=UTC)


def scenario_of(face, key):
    return face.game.rules.load_scenario(face.game.scenarios[key])


def test_a_match_of_domego_has_a_round_for_each_activity_and_one_for_each_with_purchases_or_prices():
    face = get("domego")

    told = face.rounds(scenario_of(face, "classic"), Options())

    assert told == Rounds(17, 17, timed=(3, 6))


def test_prices_that_are_fixed_beforehand_take_no_round():
    face = get("domego")

    told = face.rounds(scenario_of(face, "classic"), Options(fixed_contracts=("owner>architect",)))

    assert told == Rounds(16, 16, timed=(6,))


def test_the_minutes_of_negotiations_are_those_of_the_match():
    face = get("domego")

    assert face.rounds(scenario_of(face, "classic"), Options(negotiation_minutes=20)).timed == (20, 20)


def test_every_game_that_tells_its_rounds_tells_them_for_every_scenario():
    for face in all_faces():
        options = codec.read_options(b"{}", face.game.rules.options_type)
        for key in face.game.scenarios:
            told = face.rounds(scenario_of(face, key), options)
            if told is None:
                continue

            assert 0 < told.least <= told.most, (face.game.key, key)


def test_a_game_that_tells_only_its_turns_takes_each_for_a_round_and_one_that_tells_nothing_is_not_known():
    plain = replace(get("domego"), rounds_taken=None, turn_count=lambda scenario: 8)
    unknown = replace(plain, turn_count=lambda scenario: 0)

    assert plain.rounds(None, None) == Rounds(8, 8)
    assert unknown.rounds(None, None) is None


def test_over_days_a_match_ends_in_the_last_third_of_its_longest_time():
    told = ends(pace_over_days(hours=24), Rounds(17, 17), MONDAY)

    assert told == Ends(MONDAY + timedelta(days=17) * 2 / 3, MONDAY + timedelta(days=17))


def test_nights_weekends_and_holidays_move_the_ends():
    """Ten hours of a working day in Paris: 8 to 18; Thursday is a holiday."""
    nights = {"quiet_from": 18, "quiet_to": 8, "weekends": True}
    limits = pace_over_days(hours=10, holidays=(date(2026, 11, 26),), **nights)

    told = ends(limits, Rounds(6, 6), MONDAY - timedelta(hours=1))

    assert told.latest == datetime(2026, 12, 2, 7, tzinfo=UTC)
    assert told.earliest == datetime(2026, 11, 30, 7, tzinfo=UTC)  # two thirds fall on a Sunday


def test_in_a_room_the_minutes_of_the_rules_count_where_they_set_some():
    told = ends(Pace(mode="live", minutes=3), Rounds(17, 17, timed=(3, 6)), MONDAY)

    assert told == Ends(MONDAY + timedelta(minutes=27), MONDAY + timedelta(minutes=54))


def test_the_latest_end_is_that_of_whoever_has_most_time():
    told = ends(Pace(mode="live", minutes=3), Rounds(4, 4), MONDAY, extra=50)

    assert told == Ends(MONDAY + timedelta(minutes=9), MONDAY + timedelta(minutes=18))


@pytest.mark.parametrize(
    ("limits", "rounds"),
    [
        (Pace(), Rounds(17, 17)),
        (pace_over_days(hours=24), None),
        (pace_over_days(hours=1000, quiet_from=16, quiet_to=10, weekends=True), Rounds(17, 17)),
    ],
    ids=["without deadlines", "a game of which nothing is known", "more than a year"],
)
def test_nothing_is_told_of(limits, rounds):
    assert ends(limits, rounds, MONDAY) is None


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(
    hours=st.integers(1, 60),
    night=st.tuples(st.integers(18, 23), st.integers(6, 9)),
    weekends=st.booleans(),
    number=st.integers(1, 20),
    least=st.integers(1, 20),
    minutes=st.integers(0, 365 * 24 * 60),
)
def test_the_told_range_begins_after_the_start_and_ends_with_the_last_deadline(
    hours, night, weekends, number, least, minutes
):
    limits = pace_over_days(hours=hours, quiet_from=night[0], quiet_to=night[1], weekends=weekends)
    start = MONDAY + timedelta(minutes=minutes)
    told = ends(limits, Rounds(min(least, number), number), start)
    last = start
    for _round in range(number):
        last = due_at(limits, None, last)

    assert start < told.earliest <= told.latest == last


@pytest.mark.parametrize("name", ["24 h, nights 22-8, weekends", "12 h, nights 20-8"])
def test_nine_in_ten_matches_end_inside_a_range_of_a_third_of_the_longest_time(name):
    """`python -m benchmarks.ends` plays 200 matches at six paces."""
    played = setting("domego", "classic", pace_over_days(**PACES[name]))

    rows = told_and_played(played, rounds_of(played), 60)

    assert inside(rows) >= 90
    assert width(rows) <= 1 / 3 + 1e-9


def test_no_match_outlasts_its_rounds_even_if_nobody_ever_answers():
    played = setting("domego", "classic", pace_over_days(hours=24), never=1.0)

    rows = told_and_played(played, rounds_of(played), 10)

    assert [end for _start, told, end in rows if end > told.latest] == []
    assert max(end - start for start, _told, end in rows) == timedelta(days=17)


def test_in_a_room_where_everybody_is_there_matches_end_inside_the_range():
    played = setting("domego", "classic", Pace(mode="live", minutes=3), never=0.0, share=any_moment)

    rows = told_and_played(played, rounds_of(played), 40)

    assert inside(rows) >= 90


def test_simulated_matches_are_the_same_whenever_they_are_played():
    played = setting("domego", "classic", pace_over_days(hours=24))

    one, other = (told_and_played(played, rounds_of(played), 5) for _time in range(2))

    assert one == other
    assert all(a[0] < b[0] for a, b in pairwise(one))
