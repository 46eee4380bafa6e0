"""The values of all teams on one line, with their numbers in a table beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.drawing.axes import Axis
from classrooms.drawing.pen import svg
from classrooms.drawing.teams import Mark, line_of

MIDDLE_HALF: Final = 3
"""More teams than this have a middle half."""


@dataclass(frozen=True)
class Strip:
    """The drawing and its numbers. `best` and `worst` are empty where neither end is better."""

    label: str
    unit: str
    usual: tuple[int, int] | None
    low: int
    quarter: float
    middle: float
    three_quarters: float
    high: int
    best: str
    worst: str
    pairs: tuple[tuple[str, int], ...]
    """The values by the names of the teams."""
    svg: SafeString


def strip_of(
    label: str,
    unit: str,
    pairs: Sequence[tuple[str, str, int]],
    *,
    target: int | None = None,
    usual: tuple[int, int] | None = None,
    fewer: bool | None = True,
) -> Strip:
    """A strip from (name, mark, value) of at least one team. A box spans the `usual` range, else the middle half of the
    teams. `fewer`: less is better; None: neither is.
    """
    values = sorted(value for _name, _mark, value in pairs)
    low, high = values[0], values[-1]
    known = [low, high, *([] if target is None else [target]), *(usual or ())]
    quarter, middle, three = quantiles(values, n=4, method="inclusive") if len(values) > 1 else [float(low)] * 3
    drawn = line_of(
        [Mark(mark, value) for _name, mark, value in pairs],
        Axis(min(known), max(known)),
        usual or (low, high),
        box=usual or ((quarter, three) if len(values) > MIDDLE_HALF else None),
        middle=middle if len(values) > 1 and not usual else None,
        target=target,
    )
    best, worst = (low, high) if fewer else (high, low)
    return Strip(
        label=label,
        unit=unit,
        usual=usual,
        low=low,
        quarter=quarter,
        middle=middle,
        three_quarters=three,
        high=high,
        best="" if fewer is None else _with(pairs, best),
        worst="" if fewer is None else _with(pairs, worst),
        pairs=tuple((name, value) for name, _mark, value in pairs),
        svg=svg(drawn, _alt_text(values, middle, target, usual)),
    )


def _alt_text(values: Sequence[int], middle: float, target: int | None, usual: tuple[int, int] | None) -> str:
    """The text alternative of the drawing."""
    words = {"n": len(values), "low": values[0], "high": values[-1], "middle": f"{middle:n}"}
    if values[0] == values[-1]:
        said = ngettext("%(n)d team at %(low)d.", "%(n)d teams at %(low)d.", len(values)) % words
    else:
        said = _("%(n)d teams from %(low)d to %(high)d, half of them at most %(middle)s.") % words
    if target is not None:
        said += " " + _("Target %(target)d.") % {"target": target}
    if usual:
        said += " " + _("Usual: %(low)d to %(high)d.") % {"low": usual[0], "high": usual[1]}
    return said


def _with(pairs: Sequence[tuple[str, str, int]], value: int) -> str:
    """The names of the teams that have this value."""
    return ", ".join(name for name, _mark, each in pairs if each == value)
