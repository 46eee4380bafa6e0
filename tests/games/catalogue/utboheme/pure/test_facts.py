"""The facts behind the debrief's tables, computed from stored events alone."""

import pytest

from games.catalogue.utboheme.facts import Facts, facts
from games.catalogue.utboheme.game import GAME
from games.catalogue.utboheme.rules.board import dots
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.scoring import points_of
from games.catalogue.utboheme.rules.types import Options
from games.engine.codec import from_json, to_json
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import playout
from games.engine.record import Record
from tests.games.catalogue.utboheme.table import CLASSIC

LOSSES = ("seven", "robber", "monopoly", "blocked")
AT = "2026-03-02T09:00:00+00:00"


def played(seed=1, strengths=("strong", "random", "greedy", "random"), **options):
    """(records, states) of a stored game."""
    draws, states = LabelledDraws(b"facts" + bytes([seed])), []
    chosen = Options(**options)
    start = RULES.setup(CLASSIC, chosen, 4, draws)
    records = [Record(0, None, "", "rules", AT, start.events)]

    def keep(move):
        records.append(Record(len(records), move.seat, move.key, "bot", AT, move.events))
        states.append(move.state)

    playout(RULES, start, [GAME.bot(name) for name in strengths], draws, bot_draws=FastDraws(seed), on_move=keep)
    return records, [start.state, *states], chosen


@pytest.mark.parametrize("seed", range(4))
def test_the_sums_are_those_of_the_table_at_any_time(seed):
    records, states, options = played(seed, max_rounds=30)
    for many in (1, len(records) // 3, len(records)):
        found, state = facts(CLASSIC, options, records[:many]), states[many - 1]

        assert tuple(seat.points for seat in found.seats) == tuple(points_of(state, seat) for seat in range(4))
        assert tuple(seat.hand for seat in found.seats) == state.hands
        assert [seat.cc for seat in found.seats] == [mask.bit_count() for mask in state.cc]
        assert [seat.uv for seat in found.seats] == [mask.bit_count() for mask in state.uv]
        assert [seat.upgraded for seat in found.seats] == [mask.bit_count() for mask in state.upgraded]
        assert tuple(seat.anciens for seat in found.seats) == state.anciens
        assert [seat.longest for seat in found.seats] == [state.longest == seat for seat in range(4)]
        assert [seat.oldest for seat in found.seats] == [state.oldest == seat for seat in range(4)]
        assert found.board == state.board
        assert from_json(to_json(found), Facts) == found
    result = RULES.result(states[-1])
    assert tuple(seat.place for seat in found.seats) == result.places
    assert found.winner == states[-1].winner


def test_points_over_time_begin_with_the_foundation_and_end_with_the_result():
    records, states, options = played(2)
    found = facts(CLASSIC, options, records)

    assert found.start == (2, 2, 2, 2)
    assert [turn.turn for turn in found.turns] == list(range(1, states[-1].turn + 1))
    assert found.turns[-1].points == RULES.result(states[-1]).scores
    assert {turn.by for turn in found.turns} == {"bot"}
    assert found.why == "points"


def test_income_adds_up_by_turn_by_resource_and_by_hexagon():
    records, _states, options = played(3)
    found = facts(CLASSIC, options, records)

    for seat in found.seats:
        assert seat.income == sum(turn.income[seat.seat] for turn in found.turns)
        assert seat.income == sum(seat.by_resource) == sum(each.given[seat.seat] for each in found.hexagons)
        assert seat.blocked == sum(each.blocked[seat.seat] for each in found.hexagons)
        assert seat.luck == 1000 * seat.income - seat.expected
    assert sum(found.throws) == sum(bool(turn.dice) for turn in found.turns)
    assert sum(seat.stolen for seat in found.seats) == sum(seat.robbed for seat in found.seats)
    assert sum(seat.monopoly for seat in found.seats) == 0


def test_the_expected_income_is_that_of_the_dots_around_and_comes_near_the_real_one():
    expected = real = 0
    for seed in range(8):
        records, _states, options = played(seed, ("greedy",) * 4)
        found = facts(CLASSIC, options, records)
        expected += sum(seat.expected for seat in found.seats)
        real += sum(seat.income + seat.short for seat in found.seats)
        throws = sum(found.throws)
        assert [each.expected for each in found.hexagons] == [
            round(1000 * throws * dots(token) / 36) for token in found.board.tokens
        ]
    assert 0.93 < 1000 * real / expected < 1.07


def test_what_was_built_and_lost_is_told_turn_by_turn():
    records, states, options = played(3, ("random",) * 4)
    found, state = facts(CLASSIC, options, records), states[-1]

    for mine in found.seats:
        seat = mine.seat
        built = [each.what for each in found.built if each.seat == seat]
        lost = {why: sum(e.cards for e in found.lost if (e.seat, e.why) == (seat, why)) for why in LOSSES}
        assert built.count("uv") == (state.uv[seat] | state.upgraded[seat]).bit_count()
        assert built.count("upgraded") == state.upgraded[seat].bit_count()
        assert built.count("cc") == state.cc[seat].bit_count()
        assert built.count("card") == mine.cards_bought
        assert (lost["seven"], lost["robber"], lost["blocked"]) == (mine.discarded, mine.robbed, mine.blocked)
        assert sum(each.seat == seat and each.turn == 0 for each in found.built) == 4
    assert [each.turn for each in found.built] == sorted(each.turn for each in found.built)
    assert all(each.cards > 0 for each in found.lost)


def test_the_expectation_by_resource_is_that_of_the_whole():
    records, _states, options = played(3)

    for seat in facts(CLASSIC, options, records).seats:
        assert seat.expected == pytest.approx(sum(seat.expected_by), abs=3)
        assert all(expected or not real for expected, real in zip(seat.expected_by, seat.by_resource, strict=True))


def test_trades_are_listed_with_their_rate():
    records, _states, options = played(1)
    found = facts(CLASSIC, options, records)

    assert found.trades
    for trade in found.trades:
        assert trade.rate == round(1000 * sum(trade.gave) / sum(trade.got))
        assert trade.partner is not None or trade.rate in (2000, 3000, 4000)
    for seat in found.seats:
        with_bank = [trade for trade in found.trades if trade.seat == seat.seat and trade.partner is None]
        assert seat.bank_trades == len(with_bank)
        assert seat.rate_bank == (
            round(1000 * sum(sum(t.gave) for t in with_bank) / len(with_bank)) if with_bank else 0
        )
    assert sum(seat.offers.made for seat in found.seats) > 0
    assert sum(seat.player_trades for seat in found.seats) == 2 * sum(t.partner is not None for t in found.trades)
