"""The values of all teams on one line, drawn by templates: coordinates only. The numbers stand in a table beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Final

from django.utils.translation import gettext as _

WIDTH: Final = 640
PAD: Final = 16
STEP: Final = 15
"""Pixels between teams that lie on each other."""


@dataclass(frozen=True)
class Dot:
    """A team's mark: its number at (`x`, `y`)."""

    mark: str
    x: float
    y: float


@dataclass(frozen=True)
class Strip:
    """A drawing `WIDTH` by `height`. The box spans the middle half of the teams, or what is `usual`; positions are
    None where there is nothing to draw. `best` and `worst` are empty where neither end is better.
    """

    label: str
    unit: str
    dots: tuple[Dot, ...]
    height: int
    box: tuple[float, float] | None
    usual: tuple[int, int] | None
    middle_x: float | None
    target: int | None
    target_x: float | None
    low: int
    quarter: float
    middle: float
    three_quarters: float
    high: int
    best: str
    worst: str
    ends: tuple[float, float]

    @property
    def base(self) -> int:
        """Height of the line."""
        return self.height - 20

    @property
    def box_width(self) -> float:
        """Width of the box."""
        return round(self.box[1] - self.box[0], 1) if self.box else 0.0

    @property
    def alt(self) -> str:
        """The drawing for who does not see it."""
        words = {"label": self.label, "n": len(self.dots), "low": self.low, "high": self.high}
        said = _("%(label)s of %(n)d teams, from %(low)d to %(high)d, half of them at most %(middle)s.") % {
            **words,
            "middle": f"{self.middle:g}",
        }
        if self.target is not None:
            said += " " + _("Target %(target)d.") % {"target": self.target}
        if self.usual:
            said += " " + _("Usual: %(low)d to %(high)d.") % {"low": self.usual[0], "high": self.usual[1]}
        return said


def strip_of(
    label: str,
    unit: str,
    pairs: Sequence[tuple[str, str, int]],
    *,
    target: int | None = None,
    usual: tuple[int, int] | None = None,
    fewer: bool | None = True,
) -> Strip:
    """From (name, mark, value) of at least one team. `fewer`: less is better; None: neither is."""
    values = sorted(value for _name, _mark, value in pairs)
    known = [*values, *([] if target is None else [target]), *(usual or ())]
    low, high = min(known), max(known)
    quarter, middle, three = quantiles(values, n=4, method="inclusive") if len(values) > 1 else [float(values[0])] * 3

    def x(value: float) -> float:
        return round(PAD + (WIDTH - 2 * PAD) * (value - low) / max(1, high - low), 1)

    places, levels = _stacked([(mark, x(value)) for _name, mark, value in sorted(pairs, key=lambda pair: pair[2])])
    height = 34 + STEP * levels
    dots = tuple(Dot(mark, at, height - 20 - 11 - STEP * level) for mark, at, level in places)
    ends = (values[0], values[-1]) if fewer else (values[-1], values[0])
    return Strip(
        label=label,
        unit=unit,
        dots=dots,
        height=height,
        box=(x(usual[0]), x(usual[1])) if usual else (x(quarter), x(three)) if len(values) > 3 else None,
        usual=usual,
        middle_x=x(middle) if len(values) > 1 else None,
        target=target,
        target_x=None if target is None else x(target),
        low=values[0],
        quarter=quarter,
        middle=middle,
        three_quarters=three,
        high=values[-1],
        best="" if fewer is None else _with(pairs, ends[0]),
        worst="" if fewer is None else _with(pairs, ends[1]),
        ends=(x(values[0]), x(values[-1])),
    )


def _with(pairs: Sequence[tuple[str, str, int]], value: int) -> str:
    """The names of the teams that have this value."""
    return ", ".join(name for name, _mark, each in pairs if each == value)


def _stacked(marks: Sequence[tuple[str, float]]) -> tuple[list[tuple[str, float, int]], int]:
    """Marks from left to right, one that would touch another on a level above it; and how many levels there are."""
    placed: list[tuple[str, float, int]] = []
    last: dict[int, float] = {}
    for mark, x in marks:
        level = 0
        while x - last.get(level, -WIDTH) < STEP:
            level += 1
        last[level] = x
        placed.append((mark, x, level))
    return placed, max((level for _mark, _x, level in placed), default=0) + 1
