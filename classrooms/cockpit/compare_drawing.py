"""Charts of the comparison, drawn by the server as it answers: coordinates only, templates draw. Lengths are SVG
attributes, and each chart has its numbers beside it in a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from classrooms.cockpit.queries.compare import Compared, Side
from classrooms.drawing.axes import TALL, Axis, axis_of, levels, spread, ticks
from games.kit.progress import Gauge

WIDTH: Final = 200
HEIGHT: Final = 96
LEFT: Final = 6
RIGHT: Final = 168
TOP: Final = 10
BOTTOM: Final = 84


@dataclass(frozen=True)
class Panel:
    """The curve of one team among those of all: `line` on a drawing 200 by 96, its end at (`x`, `y`) with its value.
    `is_over`: that is beyond the target.
    """

    side: Side
    line: str
    x: float
    y: float
    values: tuple[int, ...]
    is_off: bool
    is_over: bool
    label: str

    @property
    def value(self) -> int:
        """Where it stands."""
        return self.values[-1]


@dataclass(frozen=True)
class Curves:
    """A gauge of all teams. `all` are the lines of every team, faint behind each panel, `pace` the way to the target,
    at height `target_y`; there is no pace when all teams have ended. `base` is the height of the axis.
    """

    gauge: Gauge
    panels: tuple[Panel, ...]
    all: tuple[str, ...]
    pace: str
    paces: tuple[int, ...]
    target_y: float | None
    base: float
    turns: tuple[int, ...]


def curves(found: Compared) -> list[Curves]:
    """One drawing of small panels for each gauge that has a course."""
    return [drawn for gauge in found.gauges if (drawn := _curves(found, gauge)) is not None]


def _curves(found: Compared, first: Gauge) -> Curves | None:
    named = [(side, gauge) for side in found.sides if (gauge := side.gauge(first.name)) is not None and gauge.series]
    if not named or max(len(gauge.series) for _side, gauge in named) < 2:
        return None
    paces = () if found.is_over else first.pace
    turns = max(max(len(gauge.series) for _side, gauge in named), len(paces)) - 1
    axis = axis_of((0, *paces, *(value for _side, gauge in named for value in gauge.series)), first.target)
    panels = tuple(
        Panel(
            side,
            _points(gauge.series, turns, axis),
            _x(len(gauge.series) - 1, turns),
            _y(gauge.series[-1], axis),
            gauge.series,
            gauge.is_off and not found.is_over,
            gauge.is_over,
            _panel_label(side, gauge),
        )
        for side, gauge in named
    )
    lines = tuple(panel.line for panel in panels)
    target_y = None if first.target is None else _y(first.target, axis)
    pace = _points(paces, turns, axis)
    return Curves(first, panels, lines, pace, paces, target_y, _y(0, axis), tuple(range(turns + 1)))


def _panel_label(side: Side, gauge: Gauge) -> str:
    words = {
        "team": side.table.name,
        "label": gauge.label,
        "values": ", ".join(map(str, gauge.series)),
        "target": "" if gauge.target is None else gauge.target,
    }
    if gauge.target is None:
        return _("%(team)s, %(label)s turn by turn: %(values)s.") % words
    return _("%(team)s, %(label)s turn by turn: %(values)s. Target %(target)s.") % words


def _points(values: Sequence[int], turns: int, axis: Axis) -> str:
    return " ".join(f"{_x(turn, turns)},{_y(value, axis)}" for turn, value in enumerate(values))


def _x(turn: int, turns: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * turn / max(1, turns), 1)


def _y(value: int, axis: Axis) -> float:
    return axis.at(value, BOTTOM, TOP)


@dataclass(frozen=True)
class Dot:
    """A team's mark on a line or in a field, with its number. In a field the mark may stand beside the `point` that it
    is about.
    """

    side: Side
    x: float
    y: float
    label: str
    point: tuple[float, float] = (0, 0)


@dataclass(frozen=True)
class RangeLine:
    """One thing that each team settled, on a line 640 wide: the usual span from `low_x` to `high_x`, the teams' marks
    above it (`height` is that of the drawing), and the values beside their teams.
    """

    label: str
    low: int
    high: int
    low_x: float
    high_x: float
    ticks: tuple[tuple[float, int], ...]
    marks: tuple[Dot, ...]
    height: int
    values: tuple[tuple[Side, int | None, str], ...]

    @property
    def base(self) -> int:
        """Height of the line itself."""
        return self.height - 22

    @property
    def words(self) -> str:
        """The drawing for who does not see it."""
        said = ", ".join(f"{side.table.name} {value}" for side, value, _note in self.values if value is not None)
        words = {"label": self.label, "low": self.low, "high": self.high, "values": said or _("nobody yet")}
        return _("%(label)s, usual from %(low)d to %(high)d: %(values)s.") % words


RANGE_WIDTH: Final = 640
MARK: Final = 18


def range_lines(found: Compared) -> list[RangeLine]:
    """A line for each thing that is settled, all on one scale."""
    told = [each for side in found.sides for each in side.comparison.ranges]
    axis = axis_of(value for each in told for value in (each.low, each.high, each.value) if value is not None)
    return [_range_line(found, each.key, axis) for each in found.ranges]


def _range_line(found: Compared, key: str, axis: Axis) -> RangeLine:
    told = [(side, each) for side in found.sides if (each := side.ranged(key)) is not None]
    first = told[0][1]
    settled = sorted(((side, each.value) for side, each in told if each.value is not None), key=lambda pair: pair[1])
    places = [_across(value, axis) for _side, value in settled]
    stacked = levels(places, MARK)
    height = 30 + MARK * (max(stacked, default=0) + 1)
    ends = Axis(first.low, max(first.high, first.low + 1))
    low_x, high_x = _across(first.low, axis), _across(first.high, axis)
    return RangeLine(
        first.label,
        first.low,
        first.high,
        low_x,
        high_x,
        ticks(ends, None, low_x, max(high_x, low_x + 1)),
        tuple(
            Dot(side, x, height - 22 - MARK / 2 - 2 - MARK * level, f"{side.table.name}: {value}")
            for (side, value), x, level in zip(settled, places, stacked, strict=True)
        ),
        height,
        tuple((side, each.value, each.note) for side, each in told),
    )


def _across(value: int, axis: Axis) -> float:
    return axis.at(value, 14, RANGE_WIDTH - 14)


@dataclass(frozen=True)
class Scatter:
    """Two gauges against each other on a drawing 480 by 320: the lines of the targets, and numbers along both axes. A
    team's number stands beside its point where others are near.
    """

    across: Gauge
    up: Gauge
    marks: tuple[Dot, ...]
    target_x: float | None
    target_y: float | None
    x_ticks: tuple[tuple[float, int], ...]
    y_ticks: tuple[tuple[float, int], ...]


FIELD: Final = (44, 460, 26, 284)
"""Left, right, top and bottom of the field."""
NUMBER: Final = 20
"""Width and height of a team's number in its circle."""


def scatter(found: Compared) -> Scatter | None:
    """None for a game that names no two gauges, and before anybody has begun."""
    if found.across is None:
        return None
    pairs = [
        (side, one, other)
        for side in found.sides
        if (one := side.gauge(found.across[0])) is not None and (other := side.gauge(found.across[1])) is not None
    ]
    if not pairs:
        return None
    left, right, top, bottom = FIELD
    across, up = pairs[0][1], pairs[0][2]
    x_axis = axis_of((one.value for _side, one, _other in pairs), across.target)
    y_axis = axis_of((other.value for _side, _one, other in pairs), up.target)
    points = [(x_axis.at(one.value, left, right), y_axis.at(other.value, bottom, top)) for _side, one, other in pairs]
    places = spread(points, NUMBER, (left, top, right, bottom))
    marks = tuple(
        Dot(side, *place, f"{side.table.name}: {one.label} {one.value}, {other.label} {other.value}", point)
        for (side, one, other), place, point in zip(pairs, places, points, strict=True)
    )
    return Scatter(
        across,
        up,
        marks,
        None if across.target is None else x_axis.at(across.target, left, right),
        None if up.target is None else y_axis.at(up.target, bottom, top),
        ticks(x_axis, across.target, left, right),
        ticks(y_axis, up.target, bottom, top, TALL / 2),
    )
