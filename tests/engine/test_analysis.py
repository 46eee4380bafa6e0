"""What the analysis of a played match must keep to, on a game of bots."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domego.game import GAME
from games.engine import codec
from games.engine.analysis import Match, Stop, Weighed, Weighing, luck_of, skill_of, turning_points, weigh, what_if
from games.engine.analysis.decisions import BEYOND_NOISE, Difference
from games.engine.analysis.played import Fresh
from games.engine.analysis.statistics import Mean, mean_of, place_of
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


def test_luck_says_the_same_twice_and_places_the_real_game(match):
    found = luck_of(match, OTHER, draws=60)

    assert found == luck_of(match, OTHER, draws=60)
    assert [spread.real for spread in found.measures] == list(match.analyst.values(match.steps()[1]))
    assert [len(spread.values) for spread in found.measures] == [60, 60, 60]
    assert all(0 <= spread.place.percent <= 100 for spread in (*found.measures, *found.scores))


def test_skill_shows_the_team_first_and_then_the_references(match):
    found = skill_of(match, luck_of(match, OTHER, draws=20), OTHER, games=20)

    who = ["team", *match.analyst.references]
    assert {name: [each.who for each in rows] for name, rows in found.measures.items()} == {
        measure.name: who for measure in match.analyst.measures
    }


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


def weighed(lost, won, error=1.0, number=1):
    """A decision of which another choice was better by `lost`, and the middle one worse by `won`."""
    by = Difference(1, Mean(lost, error), ())
    return Weighed(number, 0, 1, "topic", "kind", (), by, by, Mean(won, error))


@given(
    lost=st.floats(-BEYOND_NOISE, BEYOND_NOISE),
    won=st.floats(-BEYOND_NOISE, BEYOND_NOISE),
    error=st.floats(0.001, 1000),
)
def test_a_difference_within_the_noise_is_never_told(lost, won, error):
    decision = weighed(0.999 * lost * error, 0.999 * won * error, error)

    assert (decision.lost, decision.won, decision.weight) == (0, 0, 0)
    assert turning_points(Weighing(200, (decision,))) == ()


def test_the_five_that_weigh_most_are_told_in_the_order_of_the_match():
    decisions = tuple(
        weighed(lost, won, number=n)
        for n, (lost, won) in enumerate([(9, 0), (-9, 0), (0, 5), (4, 7), (6, 0), (8, 8), (3.5, 0)])
    )

    found = turning_points(Weighing(200, decisions))

    assert [each.number for each in found] == [0, 2, 3, 4, 5]
    assert [each.weight for each in found] == [9, 5, 7, 6, 8]


def test_a_mean_and_a_place_need_something_to_be_taken_from():
    assert mean_of([4]) == Mean(4, float("inf"))
    for make in (lambda: mean_of([]), lambda: place_of(1, [], low_is_good=True)):
        with pytest.raises(ValueError, match="no "):
            make()
