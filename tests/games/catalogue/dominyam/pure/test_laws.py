"""Laws of every game, for all bots and options."""

from collections import Counter
from functools import cache

import pytest

from games.catalogue.dominyam.game import GAME
from games.catalogue.dominyam.rules.events import Dealt, Eaten, GameEnded, Scored, TurnBegun, WentWithout
from games.catalogue.dominyam.rules.layout import PLACES, legal_pairs
from games.catalogue.dominyam.rules.rules import RULES
from games.catalogue.dominyam.rules.types import Options, step_of
from games.engine.codec import from_json, read_options, to_json
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.errors import BadOptions, ScenarioError
from games.engine.playout import playout

GAMES = 12
"""Seeded games of each number of players; tests/games/catalogue/dominyam/benchmarks/speed.py plays 1,000 of each."""
VARIANTS = [Options(), *(read_options(text, Options) for text in GAME.variants.values())]


@cache
def played(players, seed, options=0, strength="random"):
    """(set-up, moves, end) of a game."""
    moves = []
    draws = LabelledDraws(b"laws" + bytes([seed]))
    scenario = RULES.load_scenario(GAME.scenarios[f"players_{players:02}"])
    start = RULES.setup(scenario, VARIANTS[options], players, draws)
    bots = [GAME.bot(strength)] * players
    end = playout(RULES, start, bots, draws, bot_draws=FastDraws(seed), on_move=moves.append)
    return start, tuple(moves), end


def told(players, seed, options=0, strength="random"):
    start, moves, _end = played(players, seed, options, strength)
    return [*start.events, *(event for move in moves for event in move.events)]


@pytest.mark.parametrize("players", range(1, 15))
def test_seeded_games_end_for_a_reason_of_the_rules(players):
    reasons = {played(players, seed)[2].state.ended for seed in range(GAMES)}

    assert reasons <= ({"eaten", "blocked", "turns"} if players == 1 else {"eaten", "blocked", "stalled"})


@pytest.mark.parametrize("players", [1, 2, 5, 14])
@pytest.mark.parametrize("options", range(len(VARIANTS)))
def test_every_domino_is_eaten_once_or_left_and_points_are_those_of_the_meals(players, options):
    for seed in range(6):
        state, events = played(players, seed, options)[2].state, told(players, seed, options)
        eaten = [place for hand in state.hands for place in hand]
        meals = [event for event in events if isinstance(event, Eaten)]
        assert sorted((*eaten, *state.left)) == list(PLACES)
        assert len(eaten) == 2 * len(meals)
        assert state.points == tuple(
            sum(meal.point + meal.bonus for meal in meals if meal.seat == seat) for seat in range(players)
        )
        scored = [event.total for event in events if isinstance(event, Scored)]
        assert tuple(scored) == RULES.result(state).scores


@pytest.mark.parametrize("players", [1, 3])
def test_the_number_goes_down_after_a_meal_and_alone_always(players):
    for seed in range(6):
        events = told(players, seed)
        ends = [event for event in events if isinstance(event, Eaten | WentWithout)]
        begun = [event for event in events if isinstance(event, TurnBegun)]
        for end, following in zip(ends, begun[1:], strict=False):
            lower = isinstance(end, Eaten) or players == 1
            assert following.turn == end.turn + lower
            assert following.seat == (end.seat + 1) % players


def test_a_blocked_end_has_no_pair_left_and_a_stalled_one_has():
    for players in range(1, 15):
        for seed in range(GAMES):
            state = played(players, seed)[2].state
            assert (state.ended == "blocked") <= (not legal_pairs(state.left))
            assert (state.ended == "stalled") <= bool(legal_pairs(state.left))


def test_the_target_never_exceeds_the_number_nor_what_can_be_had():
    for event in told(2, 1):
        if isinstance(event, TurnBegun):
            assert event.target == min(step_of(event.turn), event.best)


def test_first_players_and_layouts_are_drawn():
    dealt = [told(4, seed)[0] for seed in range(GAMES)]

    assert all(isinstance(event, Dealt) for event in dealt)
    assert len({event.seat for event in dealt}) > 1
    assert len({event.dominoes for event in dealt}) == GAMES
    assert all(len({tuple(sorted(domino)) for domino in event.dominoes}) == 28 for event in dealt)


def test_the_same_seed_throws_the_same_dice_whatever_was_kept():
    start, moves, _end = played(1, 0)
    other = played(1, 0, strength="greedy")[1]
    firsts = [
        {event.turn: event.dice for move in every for event in move.events if getattr(event, "roll", 0) == 1}
        for every in (moves, other)
    ]

    shared = firsts[0].keys() & firsts[1].keys()
    assert len(shared) > 8
    assert {turn: firsts[0][turn] for turn in shared} == {turn: firsts[1][turn] for turn in shared}


def test_low_values_and_difference_points_change_nothing_but_the_score():
    usual, low = told(2, 3), told(2, 3, 2)

    assert [e for e in usual if not isinstance(e, Scored)] == [e for e in low if not isinstance(e, Scored)]
    assert sum(e.total for e in low if isinstance(e, Scored)) <= sum(e.total for e in usual if isinstance(e, Scored))


def test_a_match_without_a_stall_limit_goes_on_without_meals():
    scenario = RULES.load_scenario(GAME.scenarios["players_02"])
    state = RULES.setup(scenario, Options(stall_limit=0), 2, FastDraws(0)).state
    for _ in range(100):
        prompt = RULES.prompts(state)[0]
        state = RULES.apply(
            state, prompt.seat, prompt.key, RULES.default(state, prompt.seat, prompt.key), FastDraws(1)
        ).state

    assert (state.turn, state.attempt, state.ended) == (14, 101, None)


def test_absent_players_end_a_match_after_the_limit():
    scenario = RULES.load_scenario(GAME.scenarios["players_03"])
    state, ends = RULES.setup(scenario, Options(stall_limit=2), 3, FastDraws(0)).state, Counter()
    while state.ended is None:
        prompt = RULES.prompts(state)[0]
        outcome = RULES.apply(
            state, prompt.seat, prompt.key, RULES.default(state, prompt.seat, prompt.key), FastDraws(1)
        )
        state = outcome.state
        ends.update(type(event) for event in outcome.events)

    assert (state.ended, ends[WentWithout], ends[GameEnded]) == ("stalled", 6, 1)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("nonsense", "$"),
        ('{"format": 1, "id": "x", "players": 15}', "players"),
        ('{"format": 1, "id": "x", "players": 0}', "players"),
        ('{"format": 1, "id": "x", "players": 1, "places": [2, 1]}', "places"),
        ('{"format": 1, "id": "x", "players": 1, "places": [1, 2, 3]}', "places"),
        ('{"format": 1, "id": "x", "players": 1, "places": [1, 28]}', "places"),
        ('{"format": 1, "id": "x", "players": 3, "places": [1, 2, 3, 4]}', "players"),
    ],
    ids=["no JSON", "fifteen", "nobody", "order", "odd", "no pair", "too many for the meals"],
)
def test_a_scenario_that_cannot_be_played_is_refused_with_its_path(text, path):
    with pytest.raises(ScenarioError) as caught:
        RULES.load_scenario(text)
    assert caught.value.params["path"] == path


def test_seats_are_those_of_the_scenario():
    scenario = RULES.load_scenario(GAME.scenarios["players_05"])

    assert RULES.seat_counts(scenario) == range(5, 6)
    with pytest.raises(BadOptions):
        RULES.setup(scenario, Options(), 4, FastDraws(0))


def test_options_have_limits_and_survive_json():
    assert from_json(to_json(VARIANTS[1]), Options) == VARIANTS[1]
    for text in ('{"stall_limit": -1}', '{"stall_limit": 100}', '{"value_end": "both"}', '{"jokers": true}'):
        with pytest.raises(BadOptions):
            read_options(text, Options)
