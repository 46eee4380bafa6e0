"""The numbers that accompany lines, turn by turn."""

import re

from hypothesis import given
from hypothesis import strategies as st

from classrooms.drawing.charts import drawing_of
from games.ui.debriefs import Lines, Series

VALUES = st.integers(-2_000, 2_000) | st.integers(-3, 3)


@given(st.lists(st.lists(VALUES, min_size=4, max_size=4), min_size=1, max_size=4))
def test_numbers_of_an_axis_are_whole_and_different_and_lie_around_the_lines(columns):
    lines = tuple(Series(f"Line {at}", tuple(column), "ink", "A") for at, column in enumerate(columns))
    drawn = drawing_of(Lines(name="l", title="L", alt="Lines.", unit="", table=None, lines=lines, start="start"))

    told = [text.replace("\u2212", "-") for text in re.findall(r'<text x="-6"[^>]*>([^<]*)</text>', drawn.body)]

    numbers = [int(text) for text in told]
    assert numbers == sorted(set(numbers))
    assert len(numbers) in range(2, 8)
    assert numbers[0] <= min(0, *map(min, columns))
    assert len({b - a for a, b in zip(numbers, numbers[1:], strict=False)}) == 1
