"""Drawings of marks: final marks as dots on the scale, as bars, and the curves of the project result."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from classrooms.assess.grading.points import rounded, scaled
from classrooms.assess.grading.queries.curves import CurveEffects, Picture
from classrooms.assess.grading.queries.distribution import Distribution, quantile
from classrooms.assess.grading.queries.mark_table import MarkTable, localized_mark
from classrooms.assess.grading.queries.unusual import Unusual, shares_of, usual_range
from classrooms.drawing.axes import Axis, apart
from classrooms.drawing.pen import Row as Place
from classrooms.drawing.pen import boxes, curve, draw_texts, marks, rules, svg, whole
from games.ui.sentences import listed
from games.ui.targets import Curve, curve_share


@dataclass(frozen=True)
class Frame:
    """The measures of a drawing, in its own units: ends of the scale, place of people without a mark, height and size
    of dots, and number of classes.
    """

    width: int
    left: int
    right: int
    aside: int
    floor: int
    radius: float
    badge: int
    steps: int


WIDE: Final = Frame(770, 26, 620, 708, 176, 7, 10, 30)
TALL: Final = Frame(312, 14, 250, 290, 134, 5, 9, 13)
FOOT: Final = 58
SIZE: Final = 13
BARS: Final = (640, 150)
CURVES: Final = (236, 166)
WORST: Final = 60
"""Percent above the target at which the drawing of the curves ends."""
PERCENT: Final = Axis(0, WORST)
DASHES: Final[dict[str, tuple[int, ...]]] = {"strict": (2, 3), "mild": (7, 4)}


UNFINISHED: Final = -1


class Dot(NamedTuple):
    """A mark. `number` is that of a student to check, 0 for the others, `UNFINISHED` for others still to be judged."""

    x: float
    y: float
    radius: float
    number: int


@dataclass(frozen=True)
class Spread:
    """The marks in words and as two drawings, for a wide page and for a phone."""

    middle: str
    lower: str
    upper: str
    wide: SafeString
    tall: SafeString


def spread(sheet: MarkTable, found: Sequence[Unusual]) -> Spread | None:
    """Final marks as dots on the scale, one for each student, with numbers on those to check; unfinished ones are
    hollow. None if there are no marks.
    """
    shares = shares_of(sheet)
    if not shares:
        return None
    ordered = sorted(shares.values())
    middle, lower, upper = (_written(sheet, quantile(ordered, Fraction(part, 4))) for part in (2, 1, 3))
    alt = ngettext(
        "%(number)s mark",
        "%(number)s marks, middle %(middle)s, half of them from %(lower)s to %(upper)s",
        len(shares),
    ) % {"number": len(shares), "middle": middle, "lower": lower, "upper": upper}
    wide, tall = (
        _dots(sheet, shares, found, frame, alt, css) for frame, css in ((WIDE, "dist-wide"), (TALL, "dist-tall"))
    )
    return Spread(middle, lower, upper, wide, tall)


def _written(sheet: MarkTable, share: Fraction) -> str:
    return localized_mark(scaled(share, sheet.book.scale, sheet.book.decimals))


def _dots(
    sheet: MarkTable, shares: dict[int, Fraction], found: Sequence[Unusual], frame: Frame, alt: str, css: str
) -> SafeString:
    numbers = {row.enrolment.user_id: UNFINISHED for row in sheet.rows if row.pending}
    numbers |= {each.row.enrolment.user_id: each.number for each in found}
    columns: dict[int, list[int]] = {}
    for user, share in sorted(shares.items(), key=lambda each: numbers.get(each[0], 0)):
        columns.setdefault(rounded(share * frame.steps), []).append(numbers.get(user, 0))
    dots = [
        dot
        for column, members in sorted(columns.items())
        for dot in _stack(_x(Fraction(column, frame.steps), frame), members, frame)
    ]
    missing = [each.number for each in reversed(found) if each.row.enrolment.user_id not in shares]
    none = _stack(frame.aside, missing, frame)
    top = int(min(dot.y - dot.radius for dot in [*dots, *none])) - 8
    layers = [
        *_scale(sheet, frame),
        *(_drawn(dot, (3, 2)) for dot in none),
        *(_drawn(dot) for dot in dots),
        *_usual(sheet, list(shares.values()), frame),
    ]
    return svg(whole(layers, frame.width, FOOT - top, 0, 0, -top, 0), alt, f"dist {css}")


def _drawn(dot: Dot, dash: Sequence[float] = ()) -> str:
    at: Place = {"x": dot.x, "y": dot.y, "text": dot.number}
    size = (2 * dot.radius) ** 2
    if dot.number == UNFINISHED:
        return marks([at], "sheet", "circle", size, stroke="ink", width=2, dash=(3, 2))
    if not dot.number:
        return marks([at], "ink", "circle", size)
    disc = marks([at], "sheet", "circle", size, stroke="accent", width=2, dash=dash)
    return disc + draw_texts([at], size=12, tint="accent-text", strong=True, align="center")


def _scale(sheet: MarkTable, frame: Frame) -> list[str]:
    places: list[Place] = [
        {"x": (x := _x(Fraction(part, 4), frame)), "x2": x, "y": 0, "y2": 5, "text": _tick(sheet.book.scale, part)}
        for part in range(5)
    ]
    return [
        rules([{"x": frame.left - 8, "y": 0, "x2": frame.right + 8, "y2": 0}], "ink"),
        rules(places, "rule-strong"),
        draw_texts([{**place, "y": 15} for place in places], size=SIZE, align="center"),
        curve([(frame.aside - 20, 0), (frame.aside + 20, 0)], "rule-strong", 1, (3, 3)),
        draw_texts([{"x": frame.width, "y": 15, "text": _("no mark")}], size=SIZE, align="right"),
    ]


def _usual(sheet: MarkTable, shares: Sequence[Fraction], frame: Frame) -> list[str]:
    """The marks that are not far from the class, with the median."""
    usual, middle = usual_range(shares), _x(quantile(sorted(shares), Fraction(1, 2)), frame)
    if usual is None:
        return []
    low, high = _x(usual.low, frame), _x(usual.high, frame)
    said = _("usual here: %(low)s to %(high)s") % {
        "low": _written(sheet, usual.low),
        "high": _written(sheet, usual.high),
    }
    ends: list[Place] = [{"x": x, "y": 28, "x2": x, "y2": 38} for x in (low, high)]
    return [
        rules([*ends, {"x": low, "y": 33, "x2": high, "y2": 33}], "ink-2"),
        rules([{"x": middle, "y": -1, "x2": middle, "y2": 9}], "ink", 2),
        draw_texts([{"x": (low + high) / 2, "y": 47, "text": said}], size=SIZE, align="center"),
    ]


def _tick(scale: int, part: int) -> str:
    return localized_mark(scaled(Fraction(part, 4), scale, 0 if scale % 4 == 0 else 1))


def _x(share: Fraction, frame: Frame) -> float:
    return round(frame.left + float(share) * (frame.right - frame.left), 1)


def _stack(x: float, members: Sequence[int], frame: Frame) -> list[Dot]:
    """Plain dots below, those with a number above them; closer together where there are many."""
    tall = sum(2 * (frame.badge if number > 0 else frame.radius) + 3 for number in members)
    tight = min(1.0, (frame.floor - 16) / tall) if tall else 1.0
    y, found = -2.0, []
    for number in members:
        radius = frame.badge if number > 0 else frame.radius
        found.append(Dot(x, round(y - radius * tight, 1), radius, number))
        y -= (2 * radius + 3) * tight
    return found


def bars_of(distribution: Distribution) -> SafeString:
    """The number of marks in each class as bars. The page writes the classes and numbers below the drawing."""
    every, (width, height) = distribution.all, BARS
    step, most = width // len(distribution.bars), max(bar.count for bar in distribution.bars) or 1
    tall = Axis(0, most)
    boxed: list[Place] = [
        {"x": at * step + 2, "x2": (at + 1) * step - 2, "y": tall.at(bar.count, height, 0), "y2": height}
        for at, bar in enumerate(distribution.bars)
        if bar.count
    ]
    layers = [boxes(boxed, "ink-2"), rules([{"x": 0, "y": height, "x2": width, "y2": height}], "ink", 1.5)]
    alt = _("%(count)s final marks, mean %(mean)s, median %(median)s, half of them from %(lower)s to %(upper)s") % {
        "count": every.count,
        "mean": every.mean,
        "median": every.median,
        "lower": every.lower,
        "upper": every.upper,
    }
    return svg(whole(layers, width, height, 0, 0, 0, 1), alt)


def curve_name(name: str) -> str:
    """The name of a curve of the project result."""
    return {
        "strict": pgettext("curve", "strict"),
        "usual": pgettext("curve", "usual"),
        "mild": pgettext("curve", "mild"),
    }.get(name, pgettext("curve", "own"))


def curves_of(picture: Picture) -> SafeString:
    """The remaining share of a target by the percentage by which it was missed, for all curves. The marks for `at`
    percent are written on the curves.
    """
    width, height = CURVES
    at = PERCENT.at(picture.at, 0, width)
    below = [(percent, PERCENT.at(percent, 0, width)) for percent in range(0, WORST + 1, 20)]
    heights = [_kept(each.curve, picture.at)[1] for each in picture.curves]
    layers = [
        rules([{"x": 0, "y": 0, "x2": width, "y2": 0}], "rule"),
        rules([{"x": 0, "y": height, "x2": width, "y2": height}], "ink"),
        draw_texts(
            [{"x": -6, "y": height, "text": 0}, {"x": -6, "y": 0, "text": picture.best}], size=SIZE, align="right"
        ),
        draw_texts([{"x": x, "y": height + 14, "text": n} for n, x in below[:-1]], size=SIZE, align="center"),
        draw_texts([{"x": width, "y": height + 14, "text": f"{WORST}\xa0%"}], size=SIZE, align="center"),
        curve([(at, height), (at, 0)], "rule-strong", 1, (3, 3)),
        *(
            _curve(each, (at, y), label)
            for each, y, label in zip(picture.curves, heights, apart(heights, 16, 0, height), strict=True)
        ),
    ]
    drawn = whole(layers, width, height, 34, 72, 16, 26)
    said = listed(f"{curve_name(each.name)} {each.mark}" for each in picture.curves)
    return svg(drawn, _("Curves: %(names)s") % {"names": said}, "curve")


def _kept(shape: Curve, percent: int) -> tuple[float, float]:
    """The position in the drawing of a curve's share for a target missed by so many percent."""
    width, height = CURVES
    return PERCENT.at(percent, 0, width), Axis(0, 1).at(float(curve_share(Fraction(percent), shape)), height, 0)


def _curve(told: CurveEffects, at: tuple[float, float], label: float) -> str:
    """A curve with its mark: the chosen one is strong, the others differ by their dashes."""
    edges = sorted({0, told.curve.knee, min(told.curve.end, WORST)})
    tint, width, dash = ("ink", 2.5, ()) if told.is_chosen else ("ink-3", 1.5, DASHES.get(told.name, ()))
    said: Place = {"x": CURVES[0] + 4, "y": label, "text": f"{curve_name(told.name)} {told.mark}"}
    x, y = at
    return (
        curve([_kept(told.curve, edge) for edge in edges], tint, width, dash)
        + rules([{"x": x, "y": y, "x2": CURVES[0], "y2": label}], "rule")
        + marks([{"x": x, "y": y}], "ink", "circle", 81 if told.is_chosen else 36)
        + draw_texts([said], size=SIZE, tint="ink" if told.is_chosen else "ink-2", strong=told.is_chosen)
    )
