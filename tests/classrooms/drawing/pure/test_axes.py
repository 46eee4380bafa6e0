"""Axes and labels of charts: everything is inside, nothing covers anything."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classrooms.drawing.axes import SIGN, Axis, apart, axis_of, labels_in, levels, piled, ticks, touch

NUMBERS = st.integers(-5_000, 5_000)
FIELD = (44, 26, 460, 284)
LABEL = 20
POINTS = st.lists(st.tuples(st.floats(44, 460), st.floats(26, 284)), max_size=40)


@given(st.lists(NUMBERS, min_size=1), st.none() | NUMBERS)
def test_an_axis_lies_around_what_it_shows_and_the_target(values, target):
    axis = axis_of(values, target)

    shown = [*values, *([] if target is None else [target])]
    assert axis.low <= min(shown) < axis.high
    assert max(shown) < axis.high


def test_an_axis_leaves_no_empty_half():
    near, from_zero = axis_of([380, 400], 390), axis_of([20, 400])

    assert (near.low, near.high) == (379, 401)
    assert (from_zero.low, from_zero.high) == (0, 432)


@given(st.lists(NUMBERS, min_size=1), st.none() | NUMBERS)
def test_the_numbers_of_an_axis_do_not_touch_and_the_target_is_among_them(values, target):
    axis = axis_of(values, target)
    told = ticks(axis, (target, axis.low, axis.high), 44, 460)

    boxes = [(x - len(str(number)) * SIGN / 2, 0, x + len(str(number)) * SIGN / 2, 14) for x, number in told]
    assert not any(touch(one, other) for one, other in combinations(boxes, 2))
    assert target is None or target in [number for _x, number in told]


@given(POINTS)
def test_no_label_in_a_field_covers_another_and_all_are_inside(points):
    middles = labels_in(FIELD, points, LABEL)

    half = LABEL / 2 - 0.06  # middles are rounded to a tenth
    boxes = [(x - half, y - half, x + half, y + half) for x, y in middles]
    assert len(middles) == len(points)
    assert not any(touch(one, other) for one, other in combinations(boxes, 2))
    assert all(box[0] >= 44 and box[1] >= 26 and box[2] <= 460 and box[3] <= 284 for box in boxes)


def test_a_label_with_room_around_stays_on_its_point():
    assert labels_in(FIELD, [(100, 100), (200, 200)], LABEL) == [(100, 100), (200, 200)]


@given(st.lists(st.floats(0, 640), max_size=40))
def test_marks_on_one_line_do_not_touch(places):
    lines = piled(places, 18)

    for (one, line), (other, other_line) in combinations(zip(places, lines, strict=True), 2):
        assert line != other_line or abs(one - other) >= 18 - 1e-5


def test_what_overlaps_nothing_stands_on_the_lowest_line():
    assert levels([(0, 10), (5, 8), (8, 20), (10, 12)]) == [0, 1, 1, 0]


@pytest.mark.parametrize(
    ("wanted", "placed"),
    [
        ([10, 50, 90], [10, 50, 90]),
        ([40, 42, 44], [40, 56, 72]),
        ([98, 99, 100], [68, 84, 100]),
    ],
)
def test_labels_at_line_ends_keep_apart_and_inside(wanted, placed):
    assert apart(wanted, 16, 0, 100) == placed


def test_values_beyond_an_axis_stand_at_its_end():
    assert [Axis(10, 20).at(value, 0, 100) for value in (5, 10, 15, 30)] == [0, 0, 50, 100]
    assert Axis(7, 7).at(7, 16, 624) == 16
