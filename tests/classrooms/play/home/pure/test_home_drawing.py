"""The drawings of *Today*: no name covers another, and each mark has one dot."""

import xml.etree.ElementTree as ET
from dataclasses import dataclass
from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from classrooms.drawing.look import tokens
from classrooms.play.home.drawing import SIGN, STRONG_SIGN, WIDTH, dots_of, way_of
from games.ui.progress import Progress


@dataclass(frozen=True)
class Team:
    """The attributes of a row that the drawing reads."""

    table: SimpleNamespace
    progress: Progress | None
    needs: tuple = ()


def team(name, turn, turns=12, is_card=False):
    told = Progress(turn=turn, turns=turns, title="") if turn is not None else None
    return Team(SimpleNamespace(name=name, position=0, pk=1), told, (SimpleNamespace(is_card=is_card),))


def tree(drawing):
    return ET.fromstring(drawing)  # noqa: S314  drawn by this site


def circles(drawing):
    return [(float(each.get("cx")), float(each.get("cy")), each.get("fill")) for each in tree(drawing).iter("circle")]


def boxes_of(way):
    """The position of each name: left edge, right edge, and vertical position."""
    for text in tree(way).iter("text"):
        if text.get("font-size") == "12.5":
            length = (STRONG_SIGN if text.get("font-weight") == "600" else SIGN) * len(text.text)
            left = float(text.get("x")) - (length if text.get("text-anchor") == "end" else 0)
            yield left, left + length, text.get("y")


TEAM = st.tuples(st.text("abc ", min_size=1, max_size=40), st.integers(0, 12), st.booleans())


@given(st.lists(TEAM, min_size=1, max_size=30))
def test_no_name_covers_another_and_all_are_inside(teams):
    way = way_of([team(name, turn, is_card=is_card) for name, turn, is_card in teams])

    boxes = list(boxes_of(way))
    height = int(tree(way).get("height"))
    for index, (low, high, line) in enumerate(boxes):
        assert low >= 0
        assert high <= WIDTH
        assert 0 < float(line) < height - 26
        for other_low, other_high, other_line in boxes[index + 1 :]:
            assert line != other_line or high <= other_low or other_high <= low
    assert len(boxes) == len(teams)


def test_the_way_says_where_each_team_is():
    way = way_of([team("Lintel", 7), team("Truss", 3)])

    assert tree(way).get("aria-label") == "Truss: turn 3 of 12; Lintel: turn 7 of 12."


def test_games_without_a_known_number_of_turns_have_no_way():
    assert way_of([team("Lintel", None)]) is None
    assert way_of([team("Lintel", 1, turns=1)]) is None
    assert way_of([]) is None


def sheet(*finals, scale=20):
    rows = [SimpleNamespace(final=final.rstrip("?"), pending=final.endswith("?")) for final in finals]
    return SimpleNamespace(rows=rows, book=SimpleNamespace(scale=scale))


def test_each_mark_is_a_dot_and_zero_stands_apart():
    drawn = dots_of(sheet("0", "12.5", "12.5", "20", ""))

    dots = circles(drawn.svg)
    assert [(x, fill == tokens()["sheet"]) for x, _y, fill in dots] == [
        (14.0, True),
        (201.2, False),
        (201.2, False),
        (326.0, False),
    ]
    assert drawn.each == 1
    assert len({(x, y) for x, y, _fill in dots}) == 4
    assert tree(drawn.svg).get("aria-label") == "4 marks, from 0 to 20 of 20."


def test_unfinished_marks_are_hollow():
    dots = circles(dots_of(sheet("12.5?", "12.5", "20?")).svg)

    assert [fill == tokens()["sheet"] for _x, _y, fill in sorted(dots)] == [False, True, True]


def test_one_mark_is_no_range():
    assert tree(dots_of(sheet("12.5")).svg).get("aria-label") == "1 mark: 12.5 of 20."


def test_a_large_class_shares_dots_and_says_so():
    drawn = dots_of(sheet(*["10"] * 30))

    assert (drawn.each, len(circles(drawn.svg))) == (3, 10)


def test_nothing_is_drawn_without_marks():
    assert dots_of(sheet("", "")) is None
