"""What the analysis of a played match must keep to, on a game of bots."""

from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domego.game import GAME
from games.engine import codec
from games.engine.analysis import (
    Match,
    Stop,
    Weighed,
    Weighing,
    turning_points,
    weigh,
    what_if,
)
from games.engine.analysis.decisions import FALSE, Difference, judged, size_of
from games.engine.analysis.played import Fresh
from games.engine.analysis.statistics import Mean, above_nothing, mean_of
from games.engine.draws import LabelledDraws, derive
from games.engine.playout import playout
from games.engine.replay import SeedFrom

SEED = bytes(range(32))
OTHER = bytes(32)


@pytest.fixture(scope="module")
def match() -> Match:
    """Bots of all strengths at a small table, and how it ended."""
    rules = GAME.rules
    scenario, options = rules.load_scenario(GAME.micro["tiny"]), rules.options_type()
    seats = rules.seat_counts(scenario)[0]
    strengths = list(GAME.bots)
    bots = [GAME.bot(strengths[seat % len(strengths)]) for seat in range(seats)]
    start = rules.setup(scenario, options, seats, LabelledDraws(SEED))
    moves = []
    playout(
        rules,
        start,
        bots,
        LabelledDraws(SEED),
        bot_draws=Fresh(derive(SEED, "bots")),
        on_move=lambda played: moves.append((played.seat, played.key, played.move)),
    )
    return Match(GAME, scenario, options, seats, (SeedFrom(0, SEED.hex()),), tuple(moves))


def test_a_match_with_nothing_changed_ends_in_the_same_position(match):
    _steps, last = match.steps()

    for number, (_seat, _key, move) in enumerate(match.moves, start=1):
        branch = what_if(match, number, move)
        assert (branch.moves, branch.state_hash) == (match.moves, codec.state_hash(codec.to_json(last)))
        assert (branch.values, branch.repairs) == (match.analyst.values(last), {})


def test_an_account_says_the_same_twice_and_adds_up_to_the_result(match):
    last = match.steps()[1]

    found = match.analyst.account(match)

    assert found == match.analyst.account(match)
    assert found.reached == (round(match.project(last) / 10), *(10 * each for each in match.analyst.values(last)))
    total = found.total()
    assert tuple(map(sum, zip(found.reference, total, strict=True))) == found.reached


def test_decisions_are_weighed_alike_twice_and_turning_points_are_among_them(match):
    weighing = weigh(match, OTHER, playouts=12)

    assert weighing == weigh(match, OTHER, playouts=12)
    assert [each.options[0].made for each in weighing.decisions] == [True] * len(weighing.decisions)
    assert {each.topic for each in turning_points(weighing)} <= {each.topic for each in weighing.decisions}
    assert all(each.weight > 0 for each in turning_points(weighing))


def test_too_few_playouts_are_refused(match):
    with pytest.raises(ValueError, match="3 playouts tell nothing"):
        weigh(match, OTHER, playouts=3)


def test_the_work_can_be_called_off(match):
    def stop(share: float) -> None:
        raise Stop

    with pytest.raises(Stop):
        weigh(match, OTHER, progress=stop)


def test_a_move_that_the_match_does_not_have_is_an_index_error(match):
    with pytest.raises(IndexError):
        what_if(match, len(match.moves) + 1, match.moves[0][2])


NOTHING = Mean(0.0, 1.0)
SIZES = (("grave", 800), ("clear", 400), ("small", 200))
LEAST = 200


def weighed(lost, won=NOTHING, own=NOTHING, number=1):
    """A decision of which another choice was better by `lost`, and the middle one worse by `won`."""
    best, best_own = (Difference(1, project, NOTHING, points, ()) for project, points in ((lost, own), (lost, own)))
    return Weighed(number, 0, 1, "topic", "kind", (), best, best_own, won)


def test_a_loss_has_a_size_and_one_that_does_not_matter_has_none():
    assert [size_of(lost, SIZES) for lost in (-900, 0, LEAST - 1, LEAST, 399, 400, 799, 800)] == [
        "", "", "", "small", "small", "clear", "clear", "grave",
    ]  # fmt: skip


def test_what_could_be_chance_is_not_told_however_great_it_looks():
    told = judged([weighed(Mean(900, 600)), weighed(Mean(LEAST - 1, 1)), weighed(NOTHING, Mean(-900, 1))], SIZES)

    assert [(each.loss, each.praised, each.own_told, each.weight) for each in told] == [("", False, False, 0)] * 3
    assert turning_points(Weighing(200, told)) == ()


def test_better_than_the_middle_is_no_praise_where_another_choice_was_better_still():
    both, only = judged([weighed(Mean(500, 50), Mean(900, 50)), weighed(NOTHING, Mean(900, 50), Mean(3, 0.5))], SIZES)

    assert (both.loss, both.lost, both.won) == ("clear", 500, 0)
    assert (only.loss, only.lost, only.won, only.own_told) == ("", 0, 900, True)


@given(
    st.lists(st.builds(Mean, st.floats(-1000, 1000), st.floats(0.1, 500)), min_size=1, max_size=30),
    st.integers(0, 29),
)
def test_whoever_is_more_certain_is_told_first(means, place):
    """And every one that is told would be told alone."""
    found = above_nothing(means, FALSE)
    ratios = [mean.value / mean.error for mean in means]

    assert all(above_nothing([means[each]], FALSE) for each in found)
    assert not found or min(ratios[each] for each in found) >= max(
        (ratio for each, ratio in enumerate(ratios) if each not in found and means[each].value > 0), default=0
    )


def test_of_many_matches_without_any_difference_at_most_one_in_twenty_is_told_something():
    """The bound holds on average; 1,000 matches of 40 decisions stay within four standard errors of it."""
    draws, told = LabelledDraws(SEED), 0
    for match in range(1000):
        even = (NormalDist().inv_cdf((draws.below(10**9, f"{match}/{n}") + 0.5) / 10**9) for n in range(40))
        told += bool(above_nothing([Mean(value, 1.0) for value in even], FALSE))

    assert told <= 50 + 4 * (1000 * 0.05 * 0.95) ** 0.5


def test_the_five_that_weigh_most_are_told_in_the_order_of_the_match():
    sure = 1.0
    given_ones = [(900, 0), (-900, 0), (0, 500), (0, 700), (600, 0), (800, 850), (350, 0)]
    decisions = judged(
        [weighed(Mean(lost, sure), Mean(won, sure), number=n) for n, (lost, won) in enumerate(given_ones)], SIZES
    )

    found = turning_points(Weighing(200, decisions))

    assert [each.number for each in found] == [0, 2, 3, 4, 5]
    assert [each.weight for each in found] == [900, 500, 700, 600, 800]


def test_a_mean_needs_something_to_be_taken_from():
    assert mean_of([4]) == Mean(4, float("inf"))
    with pytest.raises(ValueError, match="no values"):
        mean_of([])
