"""Final marks as dots on the scale, one for each student, with numbers on those to look at."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from classrooms.grading.points import rounded, scaled
from classrooms.grading.queries.distribution import quantile
from classrooms.grading.queries.sheet import Sheet, shown
from classrooms.grading.queries.unusual import Unusual, shares_of, usual_range


@dataclass(frozen=True)
class Frame:
    """The measures of a drawing, in its own units: where the scale begins and ends, where those without a mark stand,
    its floor, how large dots are, and into how many steps of the scale marks are put together.
    """

    width: int
    foot: int
    left: int
    right: int
    aside: int
    floor: int
    radius: float
    badge: int
    steps: int


WIDE: Final = Frame(770, 58, 26, 620, 708, 176, 7, 10, 30)
TALL: Final = Frame(312, 58, 14, 250, 290, 134, 5, 9, 13)


@dataclass(frozen=True)
class Dot:
    """A mark. `number` is that of somebody to look at, 0 for the others; `is_mark` is false for those without one."""

    x: float
    y: float
    radius: float
    number: int = 0
    is_mark: bool = True

    @property
    def text_y(self) -> float:
        """Where the number's line is."""
        return round(self.y + 4.3, 1)


@dataclass(frozen=True)
class Dots:
    """The drawing: `ticks` are marks under the line, `usual` the ends of the range that is not far from the class."""

    frame: Frame
    dots: tuple[Dot, ...]
    ticks: tuple[tuple[str, float], ...]
    usual: tuple[float, float] | None
    middle_x: float | None

    @property
    def top(self) -> int:
        """Where the highest dot begins: there is no empty space above it."""
        return int(min((dot.y - dot.radius for dot in self.dots), default=0)) - 8

    @property
    def height(self) -> int:
        """From there to the foot."""
        return self.frame.floor + self.frame.foot - self.top

    @property
    def dim_x(self) -> float:
        """Where the words about the usual range stand."""
        return round(sum(self.usual) / 2, 1) if self.usual else 0


@dataclass(frozen=True)
class Spread:
    """The marks in words and as two drawings. All words are empty where there are too few marks."""

    count: int
    middle: str
    lower: str
    upper: str
    low: str
    high: str
    wide: Dots
    tall: Dots


def spread(sheet: Sheet, found: Sequence[Unusual]) -> Spread | None:
    """None where nobody has a mark."""
    shares = shares_of(sheet)
    if not shares:
        return None
    ordered, usual = sorted(shares.values()), usual_range(list(shares.values()))

    def written(share: Fraction) -> str:
        return shown(scaled(share, sheet.book.scale, sheet.book.decimals))

    middle, lower, upper = (written(quantile(ordered, Fraction(part, 4))) for part in (2, 1, 3))
    low, high = (written(usual.low), written(usual.high)) if usual is not None else ("", "")
    wide, tall = (_drawn(sheet, shares, found, frame) for frame in (WIDE, TALL))
    return Spread(len(shares), middle, lower, upper, low, high, wide, tall)


def _drawn(sheet: Sheet, shares: dict[int, Fraction], found: Sequence[Unusual], frame: Frame) -> Dots:
    numbers = {each.row.enrolment.user_id: each.number for each in found}
    columns: dict[int, list[int]] = {}
    for user, share in sorted(shares.items(), key=lambda each: numbers.get(each[0], 0)):
        columns.setdefault(rounded(share * frame.steps), []).append(numbers.get(user, 0))
    dots = [
        dot
        for column, members in sorted(columns.items())
        for dot in _stack(_x(Fraction(column, frame.steps), frame), members, frame)
    ]
    none = [each.number for each in reversed(found) if each.row.enrolment.user_id not in shares]
    dots += [Dot(dot.x, dot.y, dot.radius, dot.number, False) for dot in _stack(frame.aside, none, frame)]
    usual, ordered = usual_range(list(shares.values())), sorted(shares.values())
    return Dots(
        frame=frame,
        dots=tuple(dots),
        ticks=tuple((_tick(sheet.book.scale, part), _x(Fraction(part, 4), frame)) for part in range(5)),
        usual=(_x(usual.low, frame), _x(usual.high, frame)) if usual is not None else None,
        middle_x=_x(quantile(ordered, Fraction(1, 2)), frame),
    )


def _tick(scale: int, part: int) -> str:
    return shown(scaled(Fraction(part, 4), scale, 0 if scale % 4 == 0 else 1))


def _x(share: Fraction, frame: Frame) -> float:
    return round(frame.left + float(share) * (frame.right - frame.left), 1)


def _stack(x: float, members: Sequence[int], frame: Frame) -> list[Dot]:
    """Plain dots below, those with a number above them; closer together where there are many."""
    tall = sum(2 * (frame.badge if number else frame.radius) + 3 for number in members)
    tight = min(1.0, (frame.floor - 16) / tall) if tall else 1.0
    y, found = float(frame.floor - 2), []
    for number in members:
        radius = frame.badge if number else frame.radius
        found.append(Dot(x, round(y - radius * tight, 1), radius, number))
        y -= (2 * radius + 3) * tight
    return found
