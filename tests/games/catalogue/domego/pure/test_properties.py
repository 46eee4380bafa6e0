"""Laws of every game: money, events, bots of every strength."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.catalogue.domego.game import GAME
from games.catalogue.domego.rules.accounts import ACCOUNTS
from games.catalogue.domego.rules.events import ActivityEnded, EffectDeferred
from games.catalogue.domego.rules.forecast import forecast, points_now
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.types import Options, State
from games.engine.codec import from_json, read_options, to_json
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.errors import IllegalMove
from games.engine.ledger import Books
from games.engine.perft import perft
from games.engine.playout import Played, playout
from tests.games.catalogue.domego.enumerator import count
from tests.games.catalogue.domego.table import CLASSIC, FOLDER

OPTIONS = [Options(), *(read_options(text, Options) for text in GAME.variants.values())]
STRENGTHS = sorted(GAME.bots)
PAIRS = list(combinations_with_replacement(STRENGTHS, 2))


def play(seed: int, strengths: tuple[str, ...], options: Options = OPTIONS[0]) -> tuple[Any, list[Played], Any]:
    """Play a game; the strengths are given to the seats in turn."""
    moves: list[Played] = []
    start = RULES.setup(CLASSIC, options, 6, FastDraws(seed))
    bots = [GAME.bot(strengths[(seat + seed) % len(strengths)]) for seat in range(6)]
    end = playout(RULES, start, bots, FastDraws(seed), bot_draws=FastDraws(seed + 1), on_move=moves.append)
    return start, moves, end


def purses(state: State) -> list[tuple[int, int, int, int]]:
    return [(firm.money, firm.stock, firm.bankruptcies, firm.failed) for firm in state.firms]


def entries(books: Books, seats: int) -> list[tuple[int, ...]]:
    names = ("money", "stock", "bankruptcies", "failed")
    return [tuple(books[name, seat] for name in names) for seat in range(seats)]


@pytest.mark.parametrize("options", OPTIONS, ids=["usual", *GAME.variants])
@pytest.mark.parametrize("strengths", [("random",), ("random", "balanced"), ("minimal", "cautious")])
def test_case_22_events_alone_rebuild_purses_counters_and_the_bank_and_no_kopec_appears(options, strengths):
    for seed in range(12):
        start, moves, _ = play(seed, strengths, options)
        books = Books(ACCOUNTS, start.state.sheet)
        dealt_out = sum(books["money", seat] for seat in range(len(start.state.firms)))
        for state, events in [(start.state, start.events), *((move.state, move.events) for move in moves)]:
            for event in events:
                books.add(event)
            assert entries(books, len(state.firms)) == purses(state)
            assert (books["delay", None], books["cost", None], books["failures", None]) == (
                state.delay,
                state.cost,
                state.failures,
            )
            assert books["bank", None] == sum(firm.money for firm in state.firms) - dealt_out


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "-".join(pair))
def test_300_seeded_games_of_every_pair_of_bots_end_in_order(pair):
    for seed in range(300):
        _, moves, end = play(seed, pair, OPTIONS[seed % len(OPTIONS)])
        state = end.state
        assert min(firm.money for firm in state.firms) >= 0
        assert min(firm.stock for firm in state.firms) >= 0
        assert state.failures == sum(len(ids) for ids in state.drawn)
        assert all(len(set(ids)) == len(ids) for ids in state.drawn)
        balances = [event for move in moves for event in move.events if type(event) is ActivityEnded]
        assert [event.turn for event in balances] == list(range(1, 13))
        for event in balances:
            assert event.placed >= sum(part.required for part in state.sheet.activities[event.turn - 1].parts)


@cache
def one_game(seed: int) -> tuple[State, ...]:
    start, moves, _ = play(seed, ("random", "balanced"), OPTIONS[seed % len(OPTIONS)])
    return (start.state, *(move.state for move in moves))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 7), st.floats(0, 1))
def test_any_position_survives_json(seed, where):
    state = one_game(seed)[int(where * (len(one_game(seed)) - 1))]

    assert from_json(to_json(state), State) == state
    assert hash(from_json(to_json(state), State)) == hash(state)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_answer_whatever_takes_a_purse_below_zero_or_changes_a_refused_state(data):
    states = one_game(data.draw(st.integers(0, 7)))
    state = states[data.draw(st.integers(0, len(states) - 2))]
    prompt = data.draw(st.sampled_from(RULES.prompts(state)))
    move = data.draw(st.from_type(RULES.move_type))
    before = to_json(state)
    try:
        after = RULES.apply(state, prompt.seat, prompt.key, move, LabelledDraws(b"x")).state
    except IllegalMove:
        after = state
    assert min(firm.money for firm in after.firms) >= 0
    assert to_json(state) == before


def test_the_end_lies_within_every_forecast_on_the_way_unless_somebody_who_has_placed_goes_bankrupt():
    seen, failed = Counter(), 0
    for seed in range(60):
        start, moves, end = play(seed, (STRENGTHS[seed % 4], "balanced", "random"), OPTIONS[seed % len(OPTIONS)])
        bankrupt = any(firm.bankruptcies for firm in end.state.firms)
        failed += bankrupt
        reached = {"delay": end.state.delay, "cost": end.state.cost, "failures": end.state.failures}
        for state in (start.state, *(move.state for move in moves)):
            limits = forecast(RULES.view(state, None))
            if bankrupt and any(state.placed):
                continue
            for name, value in reached.items():
                assert getattr(limits, name).least <= value <= getattr(limits, name).most
                seen[name] += 1
        assert all(
            getattr(limits, name).least == value == getattr(limits, name).most for name, value in reached.items()
        )
    assert min(seen.values()) > 500
    assert 10 < failed < 60


def test_points_now_are_the_scores_at_the_end():
    _, _, end = play(3, ("balanced",))
    view = RULES.view(end.state, None)

    assert tuple(points_now(view, seat).total for seat in range(6)) == end.result.scores


def test_a_deferred_effect_comes_due_exactly_once():
    for seed in range(10):
        start, moves, end = play(seed, ("random",))
        events = [event for move in moves for event in move.events]
        later = [event for event in events if type(event) is EffectDeferred and event.op != "risk"]
        due = [event for event in events if type(event).__name__ == "EffectApplied" and event.since != event.turn]
        assert len(later) == len(due)
        assert end.state.waiting == ()


@pytest.mark.parametrize(("name", "depth"), [("tiny", 7), ("pair", 5)])
def test_a_second_program_counts_the_same_lines_of_play(name, depth):
    text = (FOLDER / "micro" / f"{name}.json").read_text(encoding="utf-8")
    start = RULES.setup(RULES.load_scenario(text), Options(), 2, LabelledDraws(b"x")).state

    for moves in range(1, depth + 1):
        found = perft(RULES, start, moves, LabelledDraws(b"x"))
        assert (found.nodes, found.ends) == count(text, moves)


def test_luck_does_not_depend_on_what_was_decided():
    """In two matches of one seed the first card of an activity is the same, regardless of placements."""
    first = {}
    for strength in ("minimal", "random"):
        start = RULES.setup(CLASSIC, Options(), 6, LabelledDraws(b"same"))
        draws = LabelledDraws(b"same")
        end = playout(RULES, start, [GAME.bot(strength)] * 6, draws, bot_draws=FastDraws(5))
        first[strength] = [ids[:1] for ids in end.state.drawn]
    both = [pair for pair in zip(first["minimal"], first["random"], strict=True) if all(pair)]
    assert len(both) >= 6
    assert all(one == other for one, other in both)


def test_an_options_variant_is_kept_in_the_state():
    assert [RULES.setup(CLASSIC, options, 6, FastDraws(1)).state.options for options in OPTIONS] == OPTIONS
    assert replace(OPTIONS[0], hidden_allocations=True) in OPTIONS
