"""Charts of the comparison, drawn by the server as it answers. Each has its numbers beside it in a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from classrooms.drawing.axes import axis_of
from classrooms.drawing.pen import svg
from classrooms.drawing.teams import Courses, Mark, Measure, field_of, line_of
from classrooms.play.monitor.queries.compare import Compared, Side
from games.ui.progress import Gauge
from games.ui.sentences import listed, pairs


@dataclass(frozen=True)
class Panel:
    """The course of one team among those of all. `is_over`: it is beyond the target."""

    side: Side
    name: str
    values: tuple[int, ...]
    is_over: bool
    svg: SafeString


@dataclass(frozen=True)
class Curves:
    """A gauge of all teams. `shared` is the common background of all panels, drawn once on the page; empty if each
    panel is complete. With many teams it has spans in place of their lines (`is_crowded`). There is no pace when all
    teams have ended.
    """

    gauge: Gauge
    panels: tuple[Panel, ...]
    shared: SafeString
    pace: tuple[int, ...]
    turns: range
    is_crowded: bool


def curves(found: Compared, names: Mapping[str, str] | None = None) -> list[Curves]:
    """One drawing of small panels for each gauge with a course over turns: a panel for each team of the page, over the
    courses of all. `names` gives the names of teams by their
    marks, as reports do, in which no team can miss a target any more.
    """
    return [drawn for gauge in found.gauges if (drawn := _curves(found, gauge, names)) is not None]


def _curves(found: Compared, first: Gauge, names: Mapping[str, str] | None) -> Curves | None:
    told = [(side, gauge) for side in found.sides if (gauge := side.gauge(first.name)) is not None and gauge.series]
    if not told or max(len(gauge.series) for _side, gauge in told) < 2:
        return None
    courses = Courses(tuple(gauge.series for _side, gauge in told), () if found.is_over else first.pace, first.target)
    behind = courses.behind()
    panels = []
    shown = {side.mark for side in found.page}
    for side, gauge in told:
        if side.mark not in shown:
            continue
        name = side.table.name if names is None else names[side.mark]
        before = f'<use href="#all-{first.name}"/>' if names is None else behind
        is_off = names is None and gauge.out_of_reach and not found.is_over
        drawn = svg(courses.panel(gauge.series, before, is_off=is_off), _course_words(name, gauge), "panel")
        panels.append(Panel(side, name, gauge.series, gauge.is_over, drawn))
    shared = SafeString("" if names is not None else f'<g id="all-{first.name}">{behind}</g>')
    return Curves(first, tuple(panels), shared, courses.pace, courses.turns, courses.is_crowded)


MOST_TURNED: Final = 4
"""The greatest number of turning points in the words for a course; its numbers are in a table."""


def _course_words(name: str, gauge: Gauge) -> str:
    """The words for a course: beginning, end, and the largest turning points between."""
    values = gauge.series
    between = [
        _("%(value)d in turn %(turn)d") % {"value": values[turn], "turn": turn} for turn in turned(values, MOST_TURNED)
    ]
    words = {"team": name, "first": values[0], "last": values[-1], "turn": len(values) - 1}
    if between:
        said = _("%(team)s: %(first)d at the start, %(between)s, %(last)d after turn %(turn)d.")
        said %= {**words, "between": ", ".join(between)}
    else:
        said = _("%(team)s: %(first)d at the start, %(last)d after turn %(turn)d.") % words
    return said if gauge.target is None else f"{said} " + _("Target %(target)d.") % {"target": gauge.target}


def turned(values: Sequence[int], most: int) -> list[int]:
    """The turns after which a course changes direction, up to a number: the smallest swings are dropped first."""
    steps = [now for now in range(1, len(values)) if values[now] != values[now - 1]]
    turns = [
        before
        for before, after in pairwise(steps)
        if (values[before] > values[before - 1]) != (values[after] > values[after - 1])
    ]
    while len(turns) > max(1, most):
        at = min(range(len(turns) - 1), key=lambda at: abs(values[turns[at]] - values[turns[at + 1]]))
        del turns[at : at + 2]
    return turns


@dataclass(frozen=True)
class RangeLine:
    """One thing that each team settled: the usual span, the teams' marks over it, and the values beside their teams."""

    label: str
    low: int
    high: int
    values: tuple[tuple[Side, int | None, str], ...]
    svg: SafeString


def range_lines(found: Compared) -> list[RangeLine]:
    """A line for each thing that is settled, all on one scale: the marks of all teams, the values of the page's."""
    told = [each for side in found.sides for each in side.comparison.ranges]
    axis = axis_of(value for each in told for value in (each.low, each.high, each.value) if value is not None)
    lines, page = [], {side.mark for side in found.page}
    for first in found.ranges:
        rows = [(side, each) for side in found.sides if (each := side.ranged(first.key)) is not None]
        settled = [(side, each.value) for side, each in rows if each.value is not None]
        marks = [Mark(side.mark, value, tooltip=pairs([(side.table.name, value)])) for side, value in settled]
        ends = (first.low, first.high)
        said = _("Usual: %(low)d to %(high)d.") % {"low": first.low, "high": first.high}
        values = pairs((side.table.name, value) for side, value in settled) or _("nobody yet")
        drawn = svg(line_of(marks, axis, ends, box=ends), f"{said} {values}.", "range-chart")
        shown = tuple((side, each.value, each.note) for side, each in rows if side.mark in page)
        lines.append(RangeLine(first.label, first.low, first.high, shown, drawn))
    return lines


@dataclass(frozen=True)
class Scatter:
    """Two gauges against each other."""

    across: Gauge
    up: Gauge
    svg: SafeString


def scatter(found: Compared) -> Scatter | None:
    """The scatter chart of two gauges; None for a game that names no two gauges, and before any match has begun."""
    if found.across is None:
        return None
    told = [
        (side, one, other)
        for side in found.sides
        if (one := side.gauge(found.across[0])) is not None and (other := side.gauge(found.across[1])) is not None
    ]
    if not told:
        return None
    across, up = told[0][1], told[0][2]
    said = [
        pairs([(side.table.name, f"{one.label} {one.value}, {other.label} {other.value}")]) for side, one, other in told
    ]
    marks = [
        Mark(side.mark, one.value, other.value, words) for (side, one, other), words in zip(told, said, strict=True)
    ]
    drawn = field_of(marks, *(Measure(_title(gauge), gauge.target) for gauge in (across, up)))
    return Scatter(across, up, svg(drawn, f"{listed(said)}.", "field-chart"))


def _title(gauge: Gauge) -> str:
    return f"{gauge.label}, {gauge.unit}" if gauge.unit else gauge.label
