"""Charts of the comparison, drawn by the server as it answers: coordinates only, templates draw. Lengths are SVG
attributes, and each chart has its numbers beside it in a table.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from classrooms.selectors.compare import Compared, Side
from games.kit.progress import Gauge

WIDTH: Final = 200
HEIGHT: Final = 96
LEFT: Final = 6
RIGHT: Final = 168
TOP: Final = 10
BOTTOM: Final = 84


@dataclass(frozen=True)
class Panel:
    """The curve of one team among those of all: `line` on a drawing 200 by 96, its end at (`x`, `y`) with its value."""

    side: Side
    line: str
    x: float
    y: float
    values: tuple[int, ...]
    is_off: bool
    label: str

    @property
    def value(self) -> int:
        """Where it stands."""
        return self.values[-1]


@dataclass(frozen=True)
class Curves:
    """A gauge of all teams. `all` are the lines of every team, faint behind each panel, `pace` the way to the target,
    at height `target_y`.
    """

    gauge: Gauge
    panels: tuple[Panel, ...]
    all: tuple[str, ...]
    pace: str
    target_y: float | None
    turns: tuple[int, ...]


def curves(found: Compared) -> list[Curves]:
    """One drawing of small panels for each gauge that has a course."""
    return [drawn for gauge in found.gauges if (drawn := _curves(found, gauge)) is not None]


def _curves(found: Compared, first: Gauge) -> Curves | None:
    named = [(side, gauge) for side in found.sides if (gauge := side.gauge(first.name)) is not None and gauge.series]
    if not named or max(len(gauge.series) for _side, gauge in named) < 2:
        return None
    turns = max(max(len(gauge.series), len(gauge.pace)) for _side, gauge in named) - 1
    top = max(max(*gauge.series, *gauge.pace, gauge.target or 0, 1) for _side, gauge in named)
    target_y = None if first.target is None else _y(first.target, top)
    panels = tuple(
        Panel(
            side,
            _points(gauge.series, turns, top),
            _x(len(gauge.series) - 1, turns),
            _y(gauge.series[-1], top),
            gauge.series,
            gauge.is_off,
            _panel_label(side, gauge),
        )
        for side, gauge in named
    )
    lines = tuple(panel.line for panel in panels)
    return Curves(first, panels, lines, _points(first.pace, turns, top), target_y, tuple(range(turns + 1)))


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


def _points(values: Sequence[int], turns: int, top: int) -> str:
    return " ".join(f"{_x(turn, turns)},{_y(value, top)}" for turn, value in enumerate(values))


def _x(turn: int, turns: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * turn / max(1, turns), 1)


def _y(value: int, top: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * max(0, value) / top, 1)


@dataclass(frozen=True)
class Mark:
    """A team's mark on a line or in a field, with its number."""

    side: Side
    x: float
    y: float
    label: str


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
    marks: tuple[Mark, ...]
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
    values = [each for side in found.sides for each in side.comparison.ranges]
    top = max((max(each.high, each.value or 0) for each in values), default=1) or 1
    return [_range_line(found, each.key, top) for each in found.ranges]


def _range_line(found: Compared, key: str, top: int) -> RangeLine:
    told = [(side, each) for side in found.sides if (each := side.ranged(key)) is not None]
    first = told[0][1]
    stacks: dict[int, int] = {}
    marks = []
    for side, each in sorted(told, key=lambda pair: (pair[1].value is None, pair[1].value or 0)):
        if each.value is None:
            continue
        x = _across(each.value, top)
        place = round(x / MARK)
        level = stacks[place] = stacks.get(place, -1) + 1
        marks.append((side, x, level, each.value))
    levels = max((level for _side, _x, level, _value in marks), default=0) + 1
    height = 30 + MARK * levels
    return RangeLine(
        first.label,
        first.low,
        first.high,
        _across(first.low, top),
        _across(first.high, top),
        tuple(
            Mark(side, x, height - 22 - MARK / 2 - 2 - MARK * level, f"{side.table.name}: {value}")
            for side, x, level, value in marks
        ),
        height,
        tuple((side, each.value, each.note) for side, each in told),
    )


def _across(value: int, top: int) -> float:
    return round(14 + (RANGE_WIDTH - 28) * max(0, value) / top, 1)


@dataclass(frozen=True)
class Scatter:
    """Two gauges against each other on a drawing 480 by 320, with the lines of the targets."""

    across: Gauge
    up: Gauge
    marks: tuple[Mark, ...]
    target_x: float | None
    target_y: float | None
    most: tuple[int, int]


FIELD: Final = (44, 460, 26, 284)
"""Left, right, top and bottom of the field."""


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
    across, up = pairs[0][1], pairs[0][2]
    most = (_most([one for _side, one, _other in pairs]), _most([other for _side, _one, other in pairs]))
    marks = tuple(
        Mark(
            side,
            _field_x(one.value, most[0]),
            _field_y(other.value, most[1]),
            f"{side.table.name}: {one.label} {one.value}, {other.label} {other.value}",
        )
        for side, one, other in pairs
    )
    return Scatter(
        across,
        up,
        marks,
        None if across.target is None else _field_x(across.target, most[0]),
        None if up.target is None else _field_y(up.target, most[1]),
        most,
    )


def _most(gauges: Iterable[Gauge]) -> int:
    return max(max(gauge.value, gauge.target or 0, 1) for gauge in gauges)


def _field_x(value: int, most: int) -> float:
    left, right, _top, _bottom = FIELD
    return round(left + (right - left) * max(0, value) / most, 1)


def _field_y(value: int, most: int) -> float:
    _left, _right, top, bottom = FIELD
    return round(bottom - (bottom - top) * max(0, value) / most, 1)
