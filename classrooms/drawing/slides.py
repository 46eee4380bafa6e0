"""Drawings for slides: a row for each team or answer, legible from the last row. Lengths are points of a slide 960
wide. A drawing printed at its own width has type of SIZE points at least.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import ceil, floor
from textwrap import wrap
from typing import Final, NamedTuple

from classrooms.drawing.axes import Axis
from classrooms.drawing.pen import Drawing, boxes, draw_texts, marks, rules, whole

SIZE: Final = 28
"""The least size of type on a slide: readable at eight metres."""
WIDE: Final = 864
TALL: Final = 312
"""The height of a drawing on a slide."""
LINE: Final = 32
GAP: Final = 14
"""The height of a line of words, and the space between rows."""
LETTER: Final = 15.5
NARROW: Final = 12.5
"""The mean width of a letter, in the type of names and in that of other words."""
NAME: Final = 290
"""The width of the names at the start of rows."""
BAR: Final = 22


class Figure(NamedTuple):
    """A number against its target; `is_met` is None without a target."""

    value: int
    target: int | None = None
    is_met: bool | None = None


class SlideRow(NamedTuple):
    """A row: its name, its drawing, and the text at its end."""

    name: str
    values: tuple[float, ...]
    end: str = ""


def folded(text: str, width: float, letter: float = LETTER, most: int = 2) -> list[str]:
    """The text in lines that fit the width; the rest is cut. Only a word longer than a line is broken."""
    room = int(width / letter)
    lines = wrap(text, room, break_long_words=False, break_on_hyphens=False) or [""]
    kept = [*lines[: most - 1], " ".join(lines[most - 1 :])] if len(lines) > most else lines
    return [line if len(line) <= room else f"{line[: room - 1].rstrip()}…" for line in kept]


def sheets(
    rows: Sequence[SlideRow], width: float = NAME, letter: float = LETTER, *, head: int = 0, least: int = 1
) -> list[list[SlideRow]]:
    """The rows in as few parts of like length as their heights need, below a heading of so many lines. A row takes so
    many lines at least.
    """
    most = TALL - head * LINE
    for number in range(1, len(rows) + 1):
        size = -(-len(rows) // number)
        parts = [list(rows[at : at + size]) for at in range(0, len(rows), size)]
        if all(sum(max(_height(row, width, letter), least * LINE + GAP) for row in part) <= most for part in parts):
            return parts
    return [[row] for row in rows]


def figures(heads: Sequence[str], rows: Sequence[tuple[str, Sequence[Figure | None]]]) -> Drawing:
    """A column for each measure: the number, and a bar with the target on it. A missed target is marked."""
    layers: list[str] = []
    span = (WIDE - NAME) / len(heads)
    folds = _heads(heads)
    top = max(map(len, folds)) * LINE
    layers += [_lines(lines, NAME + column * span, top - LINE * len(lines)) for column, lines in enumerate(folds)]
    most = [max((_end(cells[at]) for _name, cells in rows), default=1) or 1 for at in range(len(heads))]
    for name, cells in rows:
        lines = folded(name, NAME)
        layers.append(_lines(lines, 0, top, strong=True))
        for at, cell in enumerate(cells):
            if cell is not None:
                layers.append(_figure(cell, most[at], NAME + at * span, top + LINE * len(lines) / 2, span - 24))
        top += LINE * len(lines) + GAP
        layers.append(_under(top))
    return whole(layers, WIDE, top, 0, 0, 0, 0)


def lines_of_heads(heads: Sequence[str]) -> int:
    """The number of lines that the headings of `figures` take."""
    return max(map(len, _heads(heads)))


def _heads(heads: Sequence[str]) -> list[list[str]]:
    return [folded(head, (WIDE - NAME) / len(heads) - 16, NARROW, 3) for head in heads]


def _end(cell: Figure | None) -> int:
    return max(abs(cell.value), abs(cell.target or 0)) if cell is not None else 0


def _figure(cell: Figure, most: int, x: float, y: float, width: float) -> str:
    missed = cell.is_met is False
    start, room = x + 88, width - 88
    end = start + max(2.0, room * max(cell.value, 0) / most)
    number = {"x": x, "y": y, "text": cell.value}
    said = [
        draw_texts([number], size=SIZE, tint="accent-text" if missed else "ink", strong=True),
        boxes([_between(start, end, y, BAR)], "accent" if missed else "ink-2"),
    ]
    if cell.target is not None:
        at = start + room * cell.target / most
        said.append(rules([{"x": at, "y": y - BAR, "x2": at, "y2": y + BAR}], "ink", 4))
    return "".join(said)


def accounts(key: Sequence[str], rows: Sequence[SlideRow]) -> Drawing:
    """Steps from the reference to the result reached: chance, loss by decisions, and the rest. `values` are these five,
    which add up, `key` their names. Below each bar is the sum in figures (`end`).
    """
    left, right = NAME + 16, WIDE - 16
    levels = [level for row in rows for level in accumulate(row.values[:4])]
    lowest = min(levels, default=0)
    axis = Axis(floor(lowest), ceil(max(lowest + 1, *levels)))
    layers, top = [_key(key)], LINE + GAP
    for row in rows:
        y = top + LINE / 2
        reference, luck, decisions, reached = (axis.at(level, left, right) for level in accumulate(row.values[:4]))
        layers += [
            _lines(folded(row.name, NAME), 0, top, strong=True),
            boxes([_between(reference, luck, y, BAR)], "rule-strong"),
            boxes([_between(luck, decisions, y, BAR / 2)], "accent"),
            boxes([_between(decisions, reached, y, BAR / 4)], "ink-2"),
            marks([{"x": reference, "y": y}], "sheet", "circle", 20**2, stroke="ink", width=3),
            marks([{"x": reached, "y": y}], "ink", "circle", 24**2),
            draw_texts([{"x": WIDE, "y": y + LINE, "text": row.end}], size=SIZE, tint="ink", align="right"),
        ]
        top += 2 * LINE + GAP
        layers.append(_under(top))
    return whole(layers, WIDE, round(top), 0, 0, 0, 0)


def _between(one: float, other: float, y: float, height: float) -> dict[str, float]:
    return {"x": min(one, other), "x2": max(one, other), "y": y - height / 2, "y2": y + height / 2}


def _key(key: Sequence[str]) -> str:
    """Signs and their names, side by side."""
    y, layers, x = LINE / 2, [], 12.0
    for at, name in enumerate(key):
        sign = {"x": x, "y": y}
        layers.append(
            (
                marks([sign], "sheet", "circle", 20**2, stroke="ink", width=3),
                boxes([{"x": x - 12, "x2": x + 12, "y": y - BAR / 2, "y2": y + BAR / 2}], "rule-strong"),
                boxes([{"x": x - 12, "x2": x + 12, "y": y - BAR / 4, "y2": y + BAR / 4}], "accent"),
                boxes([{"x": x - 12, "x2": x + 12, "y": y - BAR / 8, "y2": y + BAR / 8}], "ink-2"),
                marks([sign], "ink", "circle", 24**2),
            )[at]
        )
        layers.append(draw_texts([{"x": x + 20, "y": y, "text": name}], size=SIZE))
        x += 20 + LETTER * len(name) + 40
    return "".join(layers)


THING: Final = 400
"""The width of the words at the start of `ranges`."""


def ranges(rows: Sequence[tuple[SlideRow, tuple[int, int]]]) -> Drawing:
    """The usual span of each range as a band, a dot for each team on it; at the end its numbers and the teams
    outside.
    """
    left, right = THING + 20, THING + 210
    layers, top = [], 0.0
    for row, (low, high) in rows:
        lines, ends = folded(row.name, THING, NARROW), folded(row.end, WIDE - right - 30, NARROW)
        y = top + LINE * len(lines) / 2
        axis = Axis(floor(min(low, *row.values)), ceil(max(high, *row.values, low + 1)))
        band = [axis.at(end, left, right) for end in (low, high)]
        inside = [value for value in row.values if low <= value <= high]
        outside = [value for value in row.values if not low <= value <= high]
        layers += [
            _lines(lines, 0, top, tint="ink"),
            boxes([_between(band[0], band[1], y, BAR + 12)], "well", stroke="ink-2"),
            marks([{"x": axis.at(value, left, right), "y": y} for value in inside], "ink", "circle", 16**2),
            marks([{"x": axis.at(value, left, right), "y": y} for value in outside], "accent", "diamond", 22**2),
            _lines(ends, right + 30, y - LINE * len(ends) / 2, tint="accent-text" if outside else "ink-2"),
        ]
        top += LINE * max(len(lines), len(ends)) + GAP
        layers.append(_under(top))
    return whole(layers, WIDE, round(top), 0, 0, 0, 0)


def turns(names: Sequence[str], rows: Sequence[SlideRow]) -> Drawing:
    """The loss of each team in each turn, the worst of each row marked; `names` are those of the turns."""
    left, right = NAME + 16, WIDE - 100
    step = (right - left) / max(1, len(names))
    most = max((value for row in rows for value in row.values), default=0) or 1
    layers, top = [], 0.0
    for row in rows:
        lines = folded(row.name, NAME)
        base, dearest = top + max(LINE * len(lines), LINE + 8), max(row.values, default=0)
        places = [(value, left + at * step) for at, value in enumerate(row.values) if value > 0]
        for tint, bars_of in (
            ("rule-strong", [place for place in places if place[0] < dearest]),
            ("accent", [place for place in places if place[0] == dearest]),
        ):
            layers.append(boxes([_upright(value / most, x, step, base) for value, x in bars_of], tint))
        end = {"x": WIDE, "y": base - LINE / 2, "text": row.end}
        layers += [
            _lines(lines, 0, top, strong=True),
            draw_texts([end], size=SIZE, tint="ink", strong=True, align="right"),
            _under(base),
        ]
        top = base + GAP
    every = -(-int(LETTER * max(map(len, names), default=1) + 14) // max(1, int(step)))
    below = [
        {"x": left + (at + 0.5) * step, "y": top + LINE / 2, "text": name}
        for at, name in enumerate(names)
        if at % every == 0
    ]
    layers.append(draw_texts(below, size=SIZE, align="center"))
    return whole(layers, WIDE, round(top) + LINE, 0, 0, 0, 0)


def _upright(share: float, x: float, step: float, base: float) -> dict[str, float]:
    return {"x": x + step * 0.15, "x2": x + step * 0.85, "y": base - (LINE + 4) * share, "y2": base}


ANSWER: Final = 500
"""The width of the words at the start of `bars`."""


def bars(rows: Sequence[SlideRow], most: float) -> Drawing:
    """Words with a bar and its number."""
    left, right = ANSWER + 16, WIDE - 100
    layers, top = [], 0.0
    for row in rows:
        lines = folded(row.name, ANSWER, NARROW)
        y = top + LINE * len(lines) / 2
        end = left + (right - left) * row.values[0] / (most or 1)
        layers += [
            _lines(lines, 0, top),
            boxes([_between(left, right, y, BAR)], "well", stroke="rule"),
            boxes([_between(left, end, y, BAR)], "ink"),
            draw_texts([{"x": WIDE, "y": y, "text": row.end}], size=SIZE, tint="ink", strong=True, align="right"),
        ]
        top += LINE * len(lines) + GAP
    return whole(layers, WIDE, round(top), 0, 0, 0, 0)


def _height(row: SlideRow, width: float, letter: float) -> int:
    return LINE * len(folded(row.name, width, letter)) + GAP


def _lines(lines: Iterable[str], x: float, top: float, *, strong: bool = False, tint: str = "") -> str:
    rows = [{"x": x, "y": top + LINE * (at + 0.5), "text": text} for at, text in enumerate(lines)]
    return draw_texts(rows, size=SIZE, tint=tint or ("ink" if strong else "ink-2"), strong=strong)


def _under(y: float) -> str:
    return rules([{"x": 0, "y": y - GAP / 2, "x2": WIDE, "y2": y - GAP / 2}], "rule")
