"""The background of the courses of many teams: spans in place of lines."""

import re

from hypothesis import assume, given
from hypothesis import strategies as st

from classrooms.drawing.teams import MOST_LINES, Courses

MANY = st.lists(st.lists(st.integers(0, 50), min_size=1, max_size=6), min_size=MOST_LINES + 1, max_size=40)


def heights(drawn):
    """The upper and lower edge of each span in drawing units, turn by turn."""
    found = []
    for path in re.findall(r'd="M([^"]+)Z"', drawn):
        ups = [float(up) for up in re.findall(r"[-\d.]+,([-\d.]+)", path)]
        found.append([(ups[turn], ups[-turn - 1]) for turn in range(len(ups) // 2)])
    return found


@given(courses=MANY)
def test_the_outer_span_holds_each_team_and_the_middle_half_within(courses):
    assume(max(map(len, courses)) > 1)
    drawn = Courses(tuple(map(tuple, courses)), (), None)

    outer, middle = heights(drawn.behind())

    assert drawn.is_crowded
    assert len(outer) == len(middle) == max(map(len, courses))
    for line in courses:
        for turn, (_x, up) in enumerate(drawn._places(line)):
            assert outer[turn][0] - 0.01 <= up <= outer[turn][1] + 0.01
    for (top, bottom), (upper, lower) in zip(outer, middle, strict=True):
        assert top - 0.01 <= upper <= lower + 0.01 <= bottom + 0.02


def test_a_class_of_usual_size_has_a_line_for_each_team():
    drawn = Courses(((0, 3),) * MOST_LINES, (), None)

    assert not drawn.is_crowded
    assert heights(drawn.behind()) == []
    assert drawn.behind().count("<path") == MOST_LINES
