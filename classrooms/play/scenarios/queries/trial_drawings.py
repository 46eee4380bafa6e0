"""Drawings of a trial: distributions of targets, points of the roles, curves by turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from django.utils.translation import gettext as _

from games.engine.trial import Tally, quantile, share_of

MOST_BARS: Final = 20
WIDTH, HEIGHT, FOOT = 372, 92, 126
"""The size of a drawn distribution: the bars stand on FOOT."""
CURVE: Final = (640, 150)
"""Width and height of the place of curves."""
LETTER: Final = 13.0


@dataclass(frozen=True)
class Drawn:
    """A distribution as bars: (x, y, width, height, met). `flag` is the place of the target, `middle` that of the
    median; `ticks` are (x, value).
    """

    alt: str
    percent: int
    goal: int
    bars: tuple[tuple[float, float, float, float, bool], ...]
    flag: float
    middle: float
    ticks: tuple[tuple[float, int], ...]


def drawn(label: str, tally: Tally, at: int, low: int, high: int) -> Drawn:
    """The distribution of a target's values between two bounds that all its drawings share."""
    goal, values = tally.goals[at], tally.values(at)
    step = max(1, -(-(high - low + 1) // MOST_BARS))
    low -= (low - goal.goal - (0 if goal.rising else 1)) % step  # so that no bar holds both met and missed values
    starts = range(low, high + 1, step)
    wide = (WIDTH - 8) / len(starts)
    sums = {start: sum(values.get(value, 0) for value in range(start, start + step)) for start in starts}
    most = max(sums.values(), default=0) or 1
    bars = []
    for place, (start, number) in enumerate(sums.items()):
        tall = HEIGHT * number / most
        last = start if goal.rising else start + step - 1
        bars.append((4 + place * wide + 0.8, FOOT - tall, wide - 1.6, tall, goal.is_met(last)))
    across = lambda value: 4 + (value - low) / step * wide  # noqa: E731
    met, middle = share_of(tally.met(at), tally.games).percent, quantile(values, 0.5)
    words = {"label": label, "met": met, "games": tally.games, "goal": goal.goal, "middle": middle}
    return Drawn(
        _("%(label)s: %(met)s %% of %(games)s games meet %(goal)s, middle %(middle)s") % words,
        met,
        goal.goal,
        tuple(bars),
        min(WIDTH - 30.0, max(4.0, across(goal.goal + (0 if goal.rising else 1)))),
        across(middle + 0.5),
        tuple((across(value + 0.5), value) for value in starts[:: max(1, len(starts) // 5)]),
    )


@dataclass(frozen=True)
class SeatPoints:
    """The points of a seat: quantiles as percent of the axis; `original` is the middle of the original's games."""

    role: Any
    middle: int
    low: float
    high: float
    least: float
    most: float
    at: float
    original: float | None = None


@dataclass(frozen=True)
class Points:
    """The points of all seats on one axis, the place of 0 on it, and its ticks."""

    rows: tuple[SeatPoints, ...] = ()
    zero: float | None = None
    ticks: tuple[tuple[float, int], ...] = ()


def points_of(roles: Sequence[Any], tally: Tally, parent: Tally | None) -> Points:
    """The points of each seat. The middle of the original's games is drawn if it has as many seats."""
    spans = [[quantile(seat.points, each) for each in (0.01, 0.1, 0.5, 0.9, 0.99)] for seat in tally.seats]
    if not spans:
        return Points()
    same = parent is not None and len(parent.seats) == len(tally.seats)
    middles = [quantile(seat.points, 0.5) for seat in parent.seats] if parent is not None and same else []
    low, high = min([*map(min, spans), *middles]), max([*map(max, spans), *middles])

    def across(value: float) -> float:
        return round(100 * (value - low) / max(1, high - low), 1)

    rows = [
        SeatPoints(
            role,
            middle,
            across(tenth),
            across(ninth),
            across(least),
            across(most),
            across(middle),
            across(middles[seat]) if middles else None,
        )
        for seat, (role, (least, tenth, middle, ninth, most)) in enumerate(zip(roles, spans, strict=True))
    ]
    ticks = sorted({low, high, round((low + high) / 2)})
    zero = across(0) if low <= 0 <= high else None
    return Points(tuple(rows), zero, tuple((across(value), value) for value in ticks))


def apart(heights: Sequence[float]) -> list[float]:
    """The heights of letters near these, in their order, at least LETTER apart."""
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + LETTER)
    excess = max(0.0, placed[order[-1]] - CURVE[1] - 10) if order else 0.0
    return [round(height - excess, 1) for height in placed]


@dataclass(frozen=True)
class Curves:
    """Lines of the middle games by turn: (role, points of a polyline, x and y of its letter). Both axes have marks."""

    lines: tuple[tuple[Any, str, float, float], ...] = ()
    values: tuple[tuple[float, int], ...] = ()
    turns: tuple[tuple[float, int], ...] = ()


def curves_of(roles: Sequence[Any], tally: Tally) -> Curves:
    """The middle figure of each seat's account after each turn; no lines in a game without an account."""
    middles = [[quantile(counts, 0.5) for counts in seat.curve if counts] for seat in tally.seats]
    longest = max(map(len, middles), default=0)
    if longest < 2:
        return Curves()
    low, high = min(0, min(map(min, middles))), max(map(max, middles))
    wide, tall = CURVE

    def place(turn: int, value: float) -> tuple[float, float]:
        return round(30 + wide * turn / (longest - 1), 1), round(10 + tall * (high - value) / max(1, high - low), 1)

    found = [[place(turn, value) for turn, value in enumerate(values)] for values in middles]
    heights = apart([places[-1][1] for places in found])
    lines = [
        (role, " ".join(f"{x},{y}" for x, y in places), places[-1][0], height)
        for role, places, height in zip(roles, found, heights, strict=True)
    ]
    values_at = sorted({low, 0, high, round((low + high) / 2)})
    turns_at = range(0, longest, max(1, longest // 8))
    return Curves(
        tuple(lines),
        tuple((place(0, value)[1], value) for value in values_at),
        tuple((place(turn, 0)[0], turn) for turn in turns_at),
    )
