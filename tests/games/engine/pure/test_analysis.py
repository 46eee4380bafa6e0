"""Requirements on the analysis of a played match, on a game of bots."""

from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue.domego.game import GAME
from games.engine import codec
from games.engine.analysis import (
    Match,
    Spotted,
    Weighed,
    Weighing,
    played_on,
    turning_points,
    what_if,
)
from games.engine.analysis.decisions import FALSE, Difference, exactly, judged, size_of
from games.engine.analysis.played import Fresh
from games.engine.analysis.statistics import Mean, above_nothing, mean_of
from games.engine.draws import LabelledDraws, derive
from games.engine.playout import playout
from games.engine.replay import SeedFrom

SEED = bytes(range(32))
OTHER = bytes(32)


@pytest.fixture(scope="module")
def match() -> Match:
    """A finished match of bots of all strengths on a small scenario."""
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

    found = match.analyst.judge(match).account

    assert found == match.analyst.judge(match).account
    assert found.reached == (round(match.project(last) / 10), *(10 * each for each in match.analyst.values(last)))
    total = found.total()
    assert tuple(map(sum, zip(found.reference, total, strict=True))) == found.reached


def test_decisions_are_judged_alike_twice_and_turning_points_are_among_them(match):
    decisions = match.analyst.judge(match).decisions
    weighing = Weighing(0, decisions)

    assert decisions == match.analyst.judge(match).decisions
    assert [each.options[0].made for each in weighing.decisions] == [True] * len(weighing.decisions)
    assert {each.topic for each in turning_points(weighing)} <= {each.topic for each in weighing.decisions}
    assert all(each.weight > 0 for each in turning_points(weighing))


def last_decision(match):
    return match.analyst.spot(match.steps()[0])[-1]


def test_a_decision_that_is_played_on_says_the_same_twice_and_nothing_for_the_same_intent(match):
    each = last_decision(match)
    intents = (each.intent, each.intent)

    found = played_on(match, each, intents, OTHER, 12)

    assert found == played_on(match, each, intents, OTHER, 12)
    assert (found.best.project, found.best.own) == (Mean(0, 0), Mean(0, 0))


def test_too_few_playouts_are_refused(match):
    each = last_decision(match)

    with pytest.raises(ValueError, match="3 playouts tell nothing"):
        played_on(match, each, (each.intent, each.intent), OTHER, 3)


def test_a_move_that_the_match_does_not_have_is_an_index_error(match):
    with pytest.raises(IndexError):
        what_if(match, len(match.moves) + 1, match.moves[0][2])


NOTHING = Mean(0.0, 1.0)
SIZES = (("grave", 800), ("clear", 400), ("small", 200))
LEAST = 200


def weighed(lost, won=NOTHING, number=1):
    """A decision whose best alternative was better by `lost`, and whose median alternative was worse by `won`."""
    best = Difference(1, lost, NOTHING, NOTHING, ())
    return Weighed(number, 0, 1, "topic", "kind", (), best, won)


def test_what_is_known_exactly_is_held_against_the_best_and_the_median_of_the_others():
    each = Spotted(7, 7, 0, "topic", "kind", "made")
    worths = [(500, 30), (480, 10), (530, 20), (440, 50)]

    found = exactly(each, 3, ("made", "fair", "best", "poor"), worths, SIZES)

    assert [option.made for option in found.options] == [True, False, False, False]
    assert (found.best.option, found.best.project, found.best.measures) == (2, Mean(300, 0), (Mean(-1, 0),))
    assert (found.middle.option, found.edge, found.praised) == (1, Mean(200, 0), False)
    assert (found.loss, found.lost, found.won) == ("small", 300, 0)


def test_a_choice_that_gives_nothing_away_is_praised_for_what_it_is_better_than_the_median():
    found = exactly(Spotted(7, 7, 0, "topic", "kind", "made"), 3, ("made", "other"), [(500,), (300,)], SIZES)

    assert (found.loss, found.praised, found.won) == ("", True, 2000)


def test_a_loss_has_a_size_and_one_that_does_not_matter_has_none():
    assert [size_of(lost, SIZES) for lost in (-900, 0, LEAST - 1, LEAST, 399, 400, 799, 800)] == [
        "", "", "", "small", "small", "clear", "clear", "grave",
    ]  # fmt: skip


def test_what_could_be_chance_is_not_told_however_great_it_looks():
    told = judged([weighed(Mean(900, 600)), weighed(Mean(LEAST - 1, 1)), weighed(NOTHING, Mean(-900, 1))], SIZES)

    assert [(each.loss, each.praised, each.weight) for each in told] == [("", False, 0)] * 3
    assert turning_points(Weighing(200, told)) == ()


def test_better_than_the_middle_is_no_praise_where_another_choice_was_better_still():
    both, only = judged([weighed(Mean(500, 50), Mean(900, 50)), weighed(NOTHING, Mean(900, 50))], SIZES)

    assert (both.loss, both.lost, both.won) == ("clear", 500, 0)
    assert (only.loss, only.lost, only.won) == ("", 0, 900)


@given(
    st.lists(st.builds(Mean, st.floats(-1000, 1000), st.floats(0.1, 500)), min_size=1, max_size=30),
    st.integers(0, 29),
)
def test_whoever_is_more_certain_is_told_first(means, place):
    """Each reported mean would also be reported alone."""
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
