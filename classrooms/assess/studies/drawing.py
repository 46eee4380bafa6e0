"""Drawings of a study: the forest plot of its effects, and the flow of its people."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.safestring import SafeString

from classrooms.drawing.pen import boxes, draw_texts, marks, rules, svg, whole
from games.ui.analysis import decimal, signed

LEFT, PLOT, RIGHT, LINE, TOP, FOOT = 200, 360, 150, 24, 20, 24
LONGEST: Final = 34
LEAST: Final = 0.8
"""The axis reaches this far to either side at least."""


@dataclass(frozen=True)
class Effect:
    """A line of the plot: Hedges' g with its interval; without one, only the point is drawn."""

    name: str
    g: float
    low: float | None
    high: float | None
    is_main: bool = False


def interval(effect: Effect) -> str:
    """The interval in words; empty without one."""
    if effect.low is None or effect.high is None:
        return ""
    return f"{decimal(effect.low, 2)} \u2026 {decimal(effect.high, 2)}"


def forest(effects: Sequence[Effect], alt: str) -> SafeString:
    """The plot of these effects, around a line at 0."""
    reach = max([LEAST, *(abs(end) for each in effects for end in (each.g, each.low, each.high) if end is not None)])
    reach = min(3.0, round(reach + 0.1, 1))
    at = lambda value: LEFT + PLOT * (min(reach, max(-reach, value)) + reach) / (2 * reach)  # noqa: E731
    height = LINE * len(effects)
    ticks = [-reach, -reach / 2, 0.0, reach / 2, reach]
    parts = [
        rules([{"x": at(0), "y": 0, "x2": at(0), "y2": height}], "rule-strong"),
        rules([{"x": LEFT, "y": height, "x2": LEFT + PLOT, "y2": height}], "rule-strong"),
        draw_texts([{"x": at(tick), "y": height + 12, "text": signed(tick)} for tick in ticks], align="center"),
    ]
    for place, each in enumerate(effects):
        y = LINE * place + LINE / 2
        name = each.name if len(each.name) <= LONGEST else each.name[: LONGEST - 1] + "\u2026"
        tint = "ink" if each.is_main else "ink-2"
        parts.append(draw_texts([{"x": 0, "y": y, "text": name}], size=12, tint=tint, strong=each.is_main))
        words = signed(each.g, 2)
        if each.low is not None and each.high is not None:
            line = {"x": at(each.low), "y": y, "x2": at(each.high), "y2": y}
            parts.append(rules([line], tint, 2.5 if each.is_main else 1.5))
            words = f"{words} ({interval(each)})"
        parts.append(marks([{"x": at(each.g), "y": y}], tint, "circle", 64 if each.is_main else 36))
        parts.append(draw_texts([{"x": LEFT + PLOT + 12, "y": y, "text": words}], size=12, tint=tint))
    return svg(whole(parts, LEFT + PLOT + RIGHT, height, 4, 4, TOP, FOOT), alt, "chart")


WIDE, HIGH, BETWEEN, APART = 210, 44, 34, 16
"""Width and height of a box of the flow, and the distances below and beside it."""


@dataclass(frozen=True)
class Stage:
    """A step of the flow: its name, the people of each arm, and those of each arm who are missing, with the reason."""

    name: str
    people: list[int]
    missing: list[int]
    why: str = ""


def flow(arms: Sequence[str], stages: Sequence[Stage], alt: str) -> SafeString:
    """The flow of people: a column for each arm, a box for each stage, and the losses between them."""
    parts = []
    for column, arm in enumerate(arms):
        x = column * (WIDE + APART)
        name = arm if len(arm) <= LONGEST else arm[: LONGEST - 1] + "\u2026"
        parts.append(draw_texts([{"x": x, "y": 8, "text": name}], size=13, tint="ink", strong=True))
        for row, stage in enumerate(stages):
            y = 22 + row * (HIGH + BETWEEN)
            if row:
                parts.append(rules([{"x": x + 20, "y": y - BETWEEN, "x2": x + 20, "y2": y}], "rule-strong"))
            if stage.missing[column]:
                words = f"\u2212{stage.missing[column]} {stage.why}"
                parts.append(draw_texts([{"x": x + 32, "y": y - BETWEEN / 2, "text": words}], size=12))
            parts.append(boxes([{"x": x, "y": y, "x2": x + WIDE, "y2": y + HIGH}], "well", "rule-strong"))
            number = [{"x": x + 12, "y": y + HIGH / 2, "text": stage.people[column]}]
            parts.append(draw_texts(number, size=16, tint="ink", strong=True))
            parts.append(draw_texts([{"x": x + 56, "y": y + HIGH / 2, "text": stage.name}], size=12, tint="ink"))
    width = len(arms) * (WIDE + APART) - APART
    return svg(whole(parts, width, 22 + len(stages) * (HIGH + BETWEEN) - BETWEEN, 4, 4, 4, 4), alt, "chart")
