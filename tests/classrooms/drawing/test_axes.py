"""Axes and labels of charts: everything is inside, nothing covers anything."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from classrooms.drawing.axes import SIGN, axis_of, levels, spread, ticks, touch

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
    told = ticks(axis_of(values, target), target, 44, 460)

    boxes = [(x - len(str(number)) * SIGN / 2, 0, x + len(str(number)) * SIGN / 2, 14) for x, number in told]
    assert not any(touch(one, other) for one, other in combinations(boxes, 2))
    assert target is None or target in [number for _x, number in told]


@given(POINTS)
def test_no_label_in_a_field_covers_another_and_all_are_inside(points):
    middles = spread(points, LABEL, FIELD)

    half = LABEL / 2 - 0.06  # middles are rounded to a tenth
    boxes = [(x - half, y - half, x + half, y + half) for x, y in middles]
    assert len(middles) == len(points)
    assert not any(touch(one, other) for one, other in combinations(boxes, 2))
    assert all(box[0] >= 44 and box[1] >= 26 and box[2] <= 460 and box[3] <= 284 for box in boxes)


def test_a_label_with_room_around_stays_on_its_point():
    assert spread([(100, 100), (200, 200)], LABEL, FIELD) == [(100, 100), (200, 200)]


@given(st.lists(st.floats(0, 640), max_size=40))
def test_marks_on_one_line_do_not_touch(places):
    stacked = levels(places, 18)

    for (one, line), (other, other_line) in combinations(zip(places, stacked, strict=True), 2):
        assert line != other_line or abs(one - other) >= 18
