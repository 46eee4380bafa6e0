"""Drawings of a trial: places that can be worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classrooms.play.scenarios.queries.trial_drawings import CURVE, LETTER, apart, curves_of, drawn, points_of
from games.engine.trial.tally import Goal, SeatTally, Tally

ROLES = ("owner", "builder")


def seat(points, curve=()):
    return SeatTally(points, {}, {}, curve=tuple(curve))


def test_points_lie_on_one_axis_from_the_least_to_the_most():
    tally = Tally("expert", games=4, seats=(seat({0: 1, 10: 2, 20: 1}), seat({-20: 4})))

    found = points_of(ROLES, tally, None)

    assert [(row.role, row.middle, row.least, row.at, row.most, row.original) for row in found.rows] == [
        ("owner", 10, 50.0, 75.0, 100.0, None),
        ("builder", -20, 0.0, 0.0, 0.0, None),
    ]
    assert (found.zero, found.ticks) == (50.0, ((0.0, -20), (50.0, 0), (100.0, 20)))


def test_the_middle_of_the_original_is_drawn_on_the_same_axis():
    tally, parent = (Tally("expert", games=2, seats=(seat({points: 2}),)) for points in (10, 30))

    assert [(row.at, row.original) for row in points_of(ROLES[:1], tally, parent).rows] == [(0.0, 100.0)]


def test_an_original_with_other_seats_is_not_drawn():
    tally = Tally("expert", games=2, seats=(seat({10: 2}),))
    parent = Tally("expert", games=2, seats=(seat({30: 2}), seat({5: 2})))

    assert points_of(ROLES[:1], tally, parent).rows[0].original is None


def test_a_curve_joins_the_middle_figures_of_each_turn():
    tally = Tally("expert", games=2, seats=(seat({0: 2}, [{0: 2}, {50: 1, 60: 1}, {100: 2}]),))

    found = curves_of(ROLES[:1], tally)

    assert [(role, points) for role, points, _x, _y in found.lines] == [("owner", "30.0,160.0 350.0,85.0 670.0,10.0")]
    assert found.values == ((160.0, 0), (85.0, 50), (10.0, 100))


def test_a_game_without_an_account_has_no_curves():
    assert curves_of(ROLES, Tally("expert", games=1, seats=(seat({0: 1}), seat({1: 1})))).lines == ()


@given(st.lists(st.floats(10, CURVE[1] + 10), max_size=8))
def test_letters_stand_apart_in_the_order_of_their_lines(heights):
    found = apart(heights)
    order = sorted(range(len(heights)), key=lambda at: heights[at])

    assert all(found[below] - found[above] >= LETTER - 0.11 for above, below in zip(order, order[1:], strict=False))


@pytest.mark.parametrize(("rising", "met"), [(False, [True, True, False]), (True, [False, True, True])])
def test_bars_that_meet_the_target_are_marked(rising, met):
    goals, reached = (Goal("delay", 2, rising),), {0: (1,), 1: (2,), 2: (2,), 3: (3,)}
    tally = Tally("expert", games=4, goals=goals, reached=reached)

    found = drawn("Experts, delay", tally, 0, 1, 3)

    assert [bar[4] for bar in found.bars] == met
    assert [round(bar[3]) for bar in found.bars] == [46, 92, 46]
    assert (found.percent, found.goal) == (75, 2)
