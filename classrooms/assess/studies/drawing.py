"""Drawings of a study: the forest plot of its effects, and the flow of its people."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.safestring import SafeString

from classrooms.drawing.pen import boxes, curve, draw_texts, marks, rules, svg, whole
from classrooms.drawing.slides import SIZE, folded
from games.ui.analysis import decimal, signed

LONGEST: Final = 34
LEAST: Final = 0.8
"""The axis reaches this far to either side at least."""
MOST: Final = 3.0


@dataclass(frozen=True)
class Look:
    """The measures of a forest plot: widths of names, plot and figures, height of a row, size of type, and room below
    for the axis. With `has_spans`, the interval stands beside the effect in figures.
    """

    left: int
    plot: int
    right: int
    row: int
    size: int
    foot: int
    has_spans: bool


PAGE: Final = Look(200, 360, 150, 24, 12, 24, has_spans=True)
SLIDE: Final = Look(300, 440, 124, 64, SIZE, 48, has_spans=False)
"""For the projector: 864 wide, type of 28 points."""


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


def forest(effects: Sequence[Effect], alt: str, look: Look = PAGE) -> SafeString:
    """The plot of these effects, around a line at 0. An arrow stands where an interval leaves the axis."""
    reach = max([LEAST, *(abs(end) for each in effects for end in (each.g, each.low, each.high) if end is not None)])
    reach = min(MOST, round(reach + 0.1, 1))
    end = look.left + look.plot

    def at(value: float) -> float:
        return look.left + look.plot * (min(reach, max(-reach, value)) + reach) / (2 * reach)

    height = look.row * len(effects)
    ticks = [{"x": at(tick), "y": height + look.foot / 2, "text": signed(tick)} for tick in (-reach, 0.0, reach)]
    if look.has_spans:
        ticks += [
            {"x": at(tick), "y": height + look.foot / 2, "text": signed(tick)} for tick in (-reach / 2, reach / 2)
        ]
    parts = [
        rules([{"x": at(0), "y": 0, "x2": at(0), "y2": height}], "rule-strong"),
        rules([{"x": look.left, "y": height, "x2": end, "y2": height}], "rule-strong"),
        draw_texts(ticks, size=look.size - 1 if look.has_spans else look.size, align="center"),
    ]
    for place, each in enumerate(effects):
        y = look.row * place + look.row / 2
        tint = "ink" if each.is_main else "ink-2"
        parts += _name(each, y, look, tint)
        words = signed(each.g, 2)
        if each.low is not None and each.high is not None:
            line = {"x": at(each.low), "y": y, "x2": at(each.high), "y2": y}
            parts.append(rules([line], tint, (2.5 if each.is_main else 1.5) * look.size / 12))
            parts += [_arrow(at(value), y, look, tint) for value in (each.low, each.high) if abs(value) > reach]
            words = f"{words} ({interval(each)})" if look.has_spans else words
        dot = (64 if each.is_main else 36) * (look.size / 12) ** 2
        parts.append(marks([{"x": at(each.g), "y": y}], tint, "circle", dot))
        parts.append(draw_texts([{"x": end + look.size, "y": y, "text": words}], size=look.size, tint=tint))
    return svg(whole(parts, end + look.right, height, 4, 4, look.size, look.foot), alt, "chart told")


def _name(effect: Effect, y: float, look: Look, tint: str) -> list[str]:
    """The name of an effect, on a slide in two lines at most."""
    if look.has_spans:
        lines = [effect.name if len(effect.name) <= LONGEST else effect.name[: LONGEST - 1] + "\u2026"]
    else:
        lines = folded(effect.name, look.left)
    top = y - (len(lines) - 1) * look.size / 2
    return [
        draw_texts(
            [{"x": 0, "y": top + place * look.size, "text": line}], size=look.size, tint=tint, strong=effect.is_main
        )
        for place, line in enumerate(lines)
    ]


def _arrow(x: float, y: float, look: Look, tint: str) -> str:
    """The head of an arrow at an end of the axis: the interval goes on."""
    side = 1 if x > look.left + look.plot / 2 else -1
    back, up = x - side * look.size / 2, look.size / 3
    return rules([{"x": back, "y": y - up, "x2": x, "y2": y}, {"x": back, "y": y + up, "x2": x, "y2": y}], tint, 1.5)


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
                parts.append(draw_texts([{"x": x + 32, "y": y - BETWEEN / 2, "text": words}], size=13))
            parts.append(boxes([{"x": x, "y": y, "x2": x + WIDE, "y2": y + HIGH}], "well", "rule-strong"))
            number = [{"x": x + 12, "y": y + HIGH / 2, "text": stage.people[column]}]
            parts.append(draw_texts(number, size=16, tint="ink", strong=True))
            parts.append(draw_texts([{"x": x + 56, "y": y + HIGH / 2, "text": stage.name}], size=14, tint="ink"))
    width = len(arms) * (WIDE + APART) - APART
    return svg(whole(parts, width, 22 + len(stages) * (HIGH + BETWEEN) - BETWEEN, 4, 4, 4, 4), alt, "chart told")


CHANCES_WIDE, CHANCES_HIGH, CHANCES_LEFT = 300, 150, 40
LARGEST: Final = 0.8
"""The end of the axis of effects."""
BY_CHANCE: Final = 0.05
"""The chance to find an effect that is not there."""

Chances = Sequence[tuple[float, float]]


def chances_drawn(own: Chances, more: Chances, words: str, alt: str) -> SafeString:
    """The chance (0 to 1) to find an effect by its size, of the design and, dashed, of another one, which `words`
    name.
    """

    def at(effect: float, chance: float) -> tuple[float, float]:
        return CHANCES_LEFT + CHANCES_WIDE * effect / LARGEST, CHANCES_HIGH * (1 - chance)

    parts = []
    for level in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0):
        y = at(0, level)[1]
        tint = "rule-strong" if level in (0.0, 0.8) else "rule"
        parts.append(rules([{"x": CHANCES_LEFT, "y": y, "x2": CHANCES_LEFT + CHANCES_WIDE, "y2": y}], tint))
        label = {"x": CHANCES_LEFT - 6, "y": y, "text": round(100 * level)}
        parts.append(draw_texts([label], size=12, align="right"))
    if more:
        places = [at(0, BY_CHANCE), *(at(*each) for each in more)]
        parts.append(curve(places, "ink-2", 1.5, (4, 4)))
        end = {"x": places[-2][0] - 6, "y": places[-2][1] - 10, "text": words}
        parts.append(draw_texts([end], size=12, align="right"))
    parts.append(curve([at(0, BY_CHANCE), *(at(*each) for each in own)], "ink", 2.5))
    parts.append(marks([{"x": at(*each)[0], "y": at(*each)[1]} for each in own], "accent", "circle", 64))
    ticks = [{"x": at(effect, 0)[0], "y": CHANCES_HIGH + 14, "text": decimal(effect)} for effect, _chance in own]
    parts.append(draw_texts(ticks, size=12, align="center"))
    return svg(whole(parts, CHANCES_LEFT + CHANCES_WIDE, CHANCES_HIGH, 0, 16, 10, 26), alt, "chart")
