"""The drawings of *Today*: no name over another, one dot for each mark."""

from dataclasses import dataclass
from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from classrooms.today.drawing import SIGN, WIDTH, dots_of, way_of
from games.kit.progress import Progress


@dataclass(frozen=True)
class Team:
    """What the drawing reads of a row."""

    table: SimpleNamespace
    progress: Progress | None
    needs: tuple = ()


def team(name, turn, turns=12):
    told = Progress(turn=turn, turns=turns, title="") if turn is not None else None
    return Team(SimpleNamespace(name=name, position=0, pk=1), told)


def box(mark):
    """Where a name stands: left, right, and its line."""
    length = SIGN * len(mark.name)
    left = mark.text_x - length if mark.is_left else mark.text_x
    return left, left + length, mark.y


TEAMS = st.lists(st.tuples(st.text("abc ", min_size=1, max_size=40), st.integers(0, 12)), min_size=1, max_size=30)


@given(TEAMS)
def test_no_name_covers_another_and_all_are_inside(teams):
    way = way_of([team(name, turn) for name, turn in teams])

    boxes = [box(mark) for mark in way.marks]
    for index, (low, high, line) in enumerate(boxes):
        assert low >= 0
        assert high <= WIDTH
        assert 0 < line < way.base
        for other_low, other_high, other_line in boxes[index + 1 :]:
            assert line != other_line or high <= other_low or other_high <= low
    assert len(way.marks) == len(teams)


def test_games_without_a_known_number_of_turns_have_no_way():
    assert way_of([team("Lintel", None)]) is None
    assert way_of([team("Lintel", 1, turns=1)]) is None
    assert way_of([]) is None


def sheet(*finals, scale=20):
    return SimpleNamespace(rows=[SimpleNamespace(final=final) for final in finals], book=SimpleNamespace(scale=scale))


def test_each_mark_is_a_dot_and_zero_stands_apart():
    drawn = dots_of(sheet("0", "12.5", "12.5", "20", ""))

    assert [(x, is_zero) for x, _y, is_zero in drawn.dots] == [
        (14.0, True),
        (201.2, False),
        (201.2, False),
        (326.0, False),
    ]
    assert drawn.each == 1
    assert len({(x, y) for x, y, _zero in drawn.dots}) == 4


def test_a_large_class_shares_dots_and_says_so():
    drawn = dots_of(sheet(*["10"] * 30))

    assert (drawn.each, len(drawn.dots)) == (3, 10)


def test_nothing_is_drawn_without_marks():
    assert dots_of(sheet("", "")) is None
