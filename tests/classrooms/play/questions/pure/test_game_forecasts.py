"""The figures to forecast in each game, and their actual values from its events."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from classrooms.play.questions.queries.quizzes import tokens
from games.catalogue.domego.rules.events import ActivityBegun, ActivityEnded
from games.catalogue.domego.rules.sheet import Goals
from games.catalogue.dominato.rules.events import GameEnded
from games.catalogue.dominyam.rules.events import Eaten, WentWithout
from games.engine import registry
from games.ui import faces


def scenario_of(key, name):
    game = registry.get(key)
    return game.rules.load_scenario(game.scenarios[name])


def actuals(key, name, events):
    face = faces.get(key)
    return face.progress.forecast_actuals(scenario_of(key, name), events)


def names_of(key, name):
    return {what.name for what in faces.get(key).progress.forecastables(scenario_of(key, name))}


def meal(turn, point):
    return Eaten(
        turn=turn, seat=0, places=(1, 2), dominoes=((0, 0), (1, 1)), dice=(1, 1, 1, 1, point), target=2, point=point,
        bonus=3, total=9,
    )  # fmt: skip


def without(turn):
    return WentWithout(turn=turn, seat=0, dice=(1, 1, 1, 1, 1), could=False)


def test_domego_tells_the_balance_of_each_activity():
    ended = ActivityEnded(
        turn=3, base_days=8, fewer_days=2, card_days=5, days=11, placed=3, card_cubes=1, card_k=0, cost=4, cards=1,
        before=Goals(0, 0, 0), after=Goals(11, 4, 1),
    )  # fmt: skip

    found = actuals("domego", "classic", [ActivityBegun(turn=4, days=15, slots=2, added=0), ended])

    assert found == {3: {"days": 11, "cost": 4, "cards": 1}}


def test_dominyam_tells_the_failed_turns_and_the_die_that_was_left_without_the_bonus():
    events = [without(1), without(1), meal(1, 5), without(2)]

    assert actuals("dominyam", "players_02", events) == {1: {"without": 2, "points": 5}}


def test_alone_a_turn_without_a_meal_is_over_too():
    events = [meal(1, 5), without(2)]

    assert actuals("dominyam", "players_01", events) == {
        1: {"without": 0, "points": 5},
        2: {"without": 1, "points": 0},
    }


def test_dominato_tells_the_tiles_left_in_all_hands():
    ended = GameEnded(turn=2, seat=0, how="out", points=(0, 3, 4), left=(0, 3, 4))

    assert actuals("dominato", "three", [ended]) == {2: {"left": 7}}


@pytest.mark.parametrize(
    ("key", "name", "figures"),
    [
        ("domego", "classic", {"days", "cost", "cards"}),
        ("dominyam", "players_02", {"without", "points"}),
        ("dominato", "two", {"left"}),
    ],
)
def test_what_can_be_foreseen_is_what_is_told(key, name, figures):
    face, scenario = faces.get(key), scenario_of(key, name)

    assert names_of(key, name) == figures
    assert all(what.low <= what.high and what.tolerance >= 0 for what in face.progress.forecastables(scenario))
    assert face.progress.forecast_kinds
    assert actuals(key, name, []) == {}


@given(some.integers(1, 10**6), some.integers(1, 10**6), some.integers(2, 6))
def test_the_order_of_options_is_always_a_permutation_with_names_that_tell_nothing(question, user, count):
    found = tokens(question, user, count)

    assert sorted(found.values()) == list(range(count))
    assert len({len(token) for token in found}) == 1
    assert list(found) == sorted(found)
