"""Drawings of many teams, each with its number: courses side by side, marks on a line, marks in a field."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import quantiles
from typing import Final, NamedTuple

from classrooms.drawing.axes import TALL, Axis, axis_of, labels_in, piled, ticks
from classrooms.drawing.pen import Drawing, Row, area, boxes, curve, draw_texts, marks, rules, whole

PANEL: Final = (162, 74)
LINE: Final = (640, 16)
"""The width of a line of marks, and the space at either end of it."""
FIELD: Final = (44, 26, 460, 284)
"""Left, top, right and bottom of a field of marks on its drawing."""
MOST_LINES: Final = 24
"""With more teams, their lines would cover each other: the background has spans instead."""
DISC: Final = 18
"""Width and height of a team's number in its circle, with the space around it."""


@dataclass(frozen=True)
class Courses:
    """A figure of all teams turn by turn, on one pair of axes with pace and target."""

    lines: tuple[tuple[int, ...], ...]
    pace: tuple[int, ...]
    target: int | None

    @property
    def turns(self) -> range:
        """The turns from 0 to the last one of any line."""
        return range(max(map(len, (*self.lines, self.pace))))

    @cached_property
    def _axes(self) -> tuple[Axis, Axis]:
        values = (0, *self.pace, *(value for line in self.lines for value in line))
        return Axis(0, self.turns[-1]), axis_of(values, self.target)

    def _places(self, values: Iterable[float]) -> list[tuple[float, float]]:
        across, up = self._axes
        return [(across.at(turn, 0, PANEL[0]), up.at(value, PANEL[1], 0)) for turn, value in enumerate(values)]

    @property
    def is_crowded(self) -> bool:
        """Are there spans behind a panel in place of the lines of all teams?"""
        return len(self.lines) > MOST_LINES

    def behind(self) -> str:
        """The lines of all teams, faint, with target and pace: the same background in each panel. Of many teams: the
        span from the lowest to the highest, and darker that of the middle half.
        """
        lines = [rules([{"x": 0, "y": y, "x2": PANEL[0], "y2": y}], "ink-2") for _x, y in self._places([0])]
        if self.target is not None:
            ((_x, y),) = self._places([self.target])
            lines.append(rules([{"x": 0, "y": y, "x2": PANEL[0], "y2": y}], "accent", 1.2))
        if self.is_crowded:
            lines = [*self._spans(), *lines]
        else:
            lines += [curve(self._places(line), "rule-strong", 0.8, share=0.6) for line in self.lines]
        return "".join(lines) + (curve(self._places(self.pace), "ink-3", 1, (2, 3)) if self.pace else "")

    def _spans(self) -> list[str]:
        """The spans turn by turn, of the teams that have come as far."""
        at_turn = [sorted(line[turn] for line in self.lines if turn < len(line)) for turn in self.turns]
        at_turn = at_turn[: next((turn for turn, values in enumerate(at_turn) if not values), None)]
        inner = [quantiles(values, n=4, method="inclusive") if len(values) > 1 else values * 3 for values in at_turn]
        spans = (
            ([values[0] for values in at_turn], [values[-1] for values in at_turn], "well"),
            ([quarters[0] for quarters in inner], [quarters[2] for quarters in inner], "rule"),
        )
        return [area([*self._places(high), *reversed(self._places(low))], tint) for low, high, tint in spans]

    def panel(self, values: Sequence[int], behind: str, *, is_off: bool = False) -> Drawing:
        """The line of one team before all of them, with the value at its end."""
        tint, places = "accent" if is_off else "ink", self._places(values)
        end = {"x": places[-1][0], "y": places[-1][1], "text": values[-1]}
        front = [
            curve(places, tint, 2),
            marks([end], tint, "circle", 36),
            draw_texts([end], size=13, tint="ink", strong=True, dx=7),
        ]
        return whole([behind, *front], *PANEL, 6, 32, 10, 12)


class Mark(NamedTuple):
    """A team's number at its value, or at two in a field. `tooltip` is shown under a pointer."""

    number: str
    value: int
    up: int = 0
    tooltip: str = ""


def line_of(
    teams: Iterable[Mark],
    axis: Axis,
    numbers: Iterable[int | None],
    *,
    box: tuple[float, float] | None = None,
    middle: float | None = None,
    target: int | None = None,
) -> Drawing:
    """Teams above a line, those of nearly one value on each other, with `numbers` below it; a `box` from one value to
    another lies on it.
    """
    ordered = sorted(teams, key=lambda team: team.value)
    width, start = LINE
    end = width - start
    places = [axis.at(team.value, start, end) for team in ordered]
    lines = piled(places, DISC)
    base = 8 + DISC * (max(lines, default=0) + 1)
    layers = []
    if box is not None:
        low, high = (axis.at(value, start, end) for value in box)
        layers.append(boxes([{"x": low, "x2": high, "y": base - 6, "y2": base + 6}], "well", stroke="rule-strong"))
    layers.append(rules([{"x": start / 2, "y": base, "x2": width - start / 2, "y2": base}], "ink"))
    if middle is not None:
        at = axis.at(middle, start, end)
        layers.append(rules([{"x": at, "y": base - 7, "x2": at, "y2": base + 7}], "ink", 2))
    if target is not None:
        at = axis.at(target, start, end)
        layers.append(rules([{"x": at, "y": 2, "x2": at, "y2": base + 7}], "accent", 2))
    told = ticks(axis, [target, *numbers], start, end)
    below = [{"x": x, "y": base + 15, "text": number} for x, number in told]
    layers += [
        draw_texts([row for row in below if row["text"] != target], size=12, align="center"),
        draw_texts([row for row in below if row["text"] == target], size=12, tint="accent-text", align="center"),
        _numbered((team, x, base - 11 - DISC * line) for team, x, line in zip(ordered, places, lines, strict=True)),
    ]
    return whole(layers, width, base + 22, 0, 0, 0, 0)


def _numbered(teams: Iterable[tuple[Mark, float, float]]) -> str:
    rows: list[Row] = [{"x": x, "y": y, "text": team.number, "tooltip": team.tooltip} for team, x, y in teams]
    discs = marks(rows, "sheet", "circle", (DISC - 1) ** 2, stroke="ink", width=1.5)
    return discs + draw_texts(rows, size=11, tint="ink", strong=True, align="center")


@dataclass(frozen=True)
class Measure:
    """The measure along one side of a field."""

    title: str
    target: int | None


def field_of(teams: Sequence[Mark], across: Measure, up: Measure) -> Drawing:
    """Two values of each team in a field, with the lines of the targets. A number is put beside its point if others are
    near.
    """
    left, top, right, bottom = FIELD
    x_axis = axis_of((team.value for team in teams), across.target)
    y_axis = axis_of((team.up for team in teams), up.target)
    points = [(x_axis.at(team.value, left, right), y_axis.at(team.up, bottom, top)) for team in teams]
    places = labels_in(FIELD, points, DISC + 2)
    x_ticks = ticks(x_axis, (across.target, x_axis.low, x_axis.high), left, right)
    y_ticks = ticks(y_axis, (up.target, y_axis.low, y_axis.high), bottom, top, TALL / 2)
    aims = []
    if across.target is not None:
        x = x_axis.at(across.target, left, right)
        aims.append({"x": x, "y": top, "x2": x, "y2": bottom})
    if up.target is not None:
        y = y_axis.at(up.target, bottom, top)
        aims.append({"x": left, "y": y, "x2": right, "y2": y})
    leads = [{"x": x, "y": y, "x2": to_x, "y2": to_y} for (x, y), (to_x, to_y) in zip(points, places, strict=True)]
    layers = [
        curve([(left, top), (left, bottom), (right, bottom)], "ink-2", 1),
        rules(aims, "accent", 1.2),
        draw_texts([{"x": x, "y": bottom + 11, "text": number} for x, number in x_ticks], size=12, align="center"),
        draw_texts([{"x": left - 6, "y": y, "text": number} for y, number in y_ticks], size=12, align="right"),
        draw_texts([{"x": right, "y": bottom + 27, "text": across.title}], size=12, align="right"),
        draw_texts([{"x": 6, "y": 10, "text": up.title}], size=12),
        rules(leads, "ink-2"),
        marks(leads, "ink", "circle", 36),
        _numbered((team, *place) for team, place in zip(teams, places, strict=True)),
    ]
    return whole(layers, 480, 320, 0, 0, 0, 0)
