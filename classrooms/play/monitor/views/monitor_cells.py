"""The cells of the monitor with a gauge."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from classrooms.drawing.axes import Axis
from classrooms.drawing.pen import curve, marks, svg, whole
from classrooms.play.monitor.queries.monitor import Row
from games.ui.progress import Gauge

WIDTH: Final = 112
HEIGHT: Final = 23


def cells(row: Row, columns: Iterable[Gauge]) -> list[SafeString]:
    """The cells of a row; a cell is empty where the game does not report its gauge."""
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
    gap = _gap(gauge.ahead)
    label = _("%(what)s, turn by turn") % {"what": gauge.label}
    return format_html(
        '<span class="m-fig"><b>{}</b><small data-k="{}">{}</small></span>{}<span class="m-gap">{}</span>',
        gauge.value,
        gauge.label,
        "" if gauge.target is None else _("of %(target)d") % {"target": gauge.target},
        spark_of(gauge, label) or "",
        gap,
    )


def _gap(ahead: int | None) -> str:
    if ahead is None:
        return ""
    if ahead == 0:
        return _("on pace")
    if ahead > 0:
        return _("%(n)d over pace") % {"n": ahead}
    return _("%(n)d under pace") % {"n": -ahead}


def spark_of(gauge: Gauge, alt: str) -> SafeString | None:
    """The curve with the pace that ends on the target, small; None while there is no curve to draw."""
    if len(gauge.series) < 2 and not gauge.pace:
        return None
    turns = Axis(0, max(len(gauge.pace), len(gauge.series), 2) - 1)
    values = Axis(0, max(*gauge.series, *gauge.pace, gauge.target or 0, 1))

    def places(line: Sequence[int]) -> list[tuple[float, float]]:
        return [(turns.at(turn, 0, WIDTH), values.at(value, HEIGHT, 0)) for turn, value in enumerate(line)]

    way, tint = places(gauge.series or (0,)), "accent" if gauge.out_of_reach else "ink"
    end = {"x": way[-1][0], "y": way[-1][1]}
    layers = [
        curve(places(gauge.pace), "ink-3", 1, (2, 3)) if gauge.pace else "",
        curve(way, tint, 1.6),
        marks([end], tint, "circle", 27),
    ]
    return svg(whole(layers, WIDTH, HEIGHT, 4, 4, 5, 2), alt, "spark")
