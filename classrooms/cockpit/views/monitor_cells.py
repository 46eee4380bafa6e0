"""The cells of the monitor that are drawn from gauges. Lengths are SVG attributes: no inline styles."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from classrooms.cockpit.queries.monitor import Row
from games.kit.progress import Gauge

WIDTH: Final = 112
HEIGHT: Final = 23
LEFT: Final = 4
BOTTOM: Final = 28


@dataclass(frozen=True)
class Spark:
    """A small curve on a drawing 120 by 30: `line` is the team's, `pace` the one that ends on the target, the last
    point at (`x`, `y`).
    """

    line: str
    pace: str
    x: float
    y: float


def cells(row: Row, columns: Iterable[Gauge]) -> list[SafeString]:
    """What stands below each of the columns; nothing where the game does not tell it."""
    gauges = {gauge.name: gauge for gauge in row.progress.gauges} if row.progress else {}
    language = get_language()
    return [cell(gauges.get(column.name), language) for column in columns]


@lru_cache(4096)
def cell(gauge: Gauge | None, language: str | None) -> SafeString:
    """The figure against its target, its curve and its distance from the pace, in the current `language`. A monitor has
    hundreds, and most are those of the last look.
    """
    if gauge is None:
        return SafeString("")
    gap, spark = _gap(gauge.ahead), spark_of(gauge)
    label = _("%(label)s turn by turn. %(gap)s") % {"label": gauge.label, "gap": gap}
    return format_html(
        '<span class="m-fig"><b>{}</b><small data-k="{}">{}</small></span>{}<span class="m-gap">{}</span>',
        gauge.value,
        gauge.label,
        "" if gauge.target is None else _("of %(target)d") % {"target": gauge.target},
        _drawn(spark, gauge.is_off, label) if spark else "",
        gap,
    )


def _drawn(spark: Spark, off: bool, label: str) -> SafeString:
    return format_html(
        '<svg class="spark" viewBox="0 0 120 30" role="img" aria-label="{}"><polyline class="sp-pace" points="{}"/>'
        '<polyline class="sp-line{}" points="{}"/><circle class="sp-end{}" cx="{}" cy="{}" r="2.6"/></svg>',
        label,
        spark.pace,
        " sp-l-bad" if off else "",
        spark.line,
        " sp-bad" if off else "",
        spark.x,
        spark.y,
    )


def _gap(ahead: int | None) -> str:
    if ahead is None:
        return ""
    if ahead == 0:
        return _("on pace")
    if ahead > 0:
        return _("%(n)d over pace") % {"n": ahead}
    return _("%(n)d under pace") % {"n": -ahead}


def spark_of(gauge: Gauge) -> Spark | None:
    """None while there is no curve to draw."""
    if len(gauge.series) < 2 and not gauge.pace:
        return None
    turns = max(len(gauge.pace), len(gauge.series), 2) - 1
    top = max(*gauge.series, *gauge.pace, gauge.target or 0, 1)
    last = len(gauge.series) - 1

    def points(values: Sequence[int]) -> str:
        return " ".join(f"{_x(turn, turns)},{_y(value, top)}" for turn, value in enumerate(values))

    end = gauge.series[last] if gauge.series else 0
    return Spark(points(gauge.series), points(gauge.pace), _x(max(last, 0), turns), _y(end, top))


def _x(turn: int, turns: int) -> float:
    return round(LEFT + WIDTH * turn / turns, 1)


def _y(value: int, top: int) -> float:
    return round(BOTTOM - HEIGHT * max(0, value) / top, 1)
