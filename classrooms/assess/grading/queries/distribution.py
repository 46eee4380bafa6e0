"""The distribution of final marks: counts by class of marks, mean, median and quartiles, also by team."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from classrooms.assess.grading.points import mean, scaled
from classrooms.assess.grading.queries.mark_table import Row, localized_mark
from classrooms.models import GradeBook, PublishedGrade

BARS: Final = 10
SCALE, DECIMALS = "content__scale", "content__decimals"
FEWEST_TOLD: Final = 5
"""The least number of marks whose distribution students see; fewer marks could be attributed to people."""


@dataclass(frozen=True)
class Bar:
    """The number of marks from `low` up to, but not including, `high`; the last bar includes the best mark."""

    low: str
    high: str
    count: int


@dataclass(frozen=True)
class Summary:
    """Five numbers of the marks, written in the current language; all empty without marks."""

    name: str
    count: int
    mean: str
    median: str
    lower: str
    upper: str
    least: str
    most: str


@dataclass(frozen=True)
class Distribution:
    """The distribution of all students' marks, and of each team's."""

    all: Summary
    teams: tuple[Summary, ...]
    bars: tuple[Bar, ...]


def quantile(numbers: Sequence[Fraction], part: Fraction) -> Fraction:
    """The number below which `part` of the sorted `numbers` lie, interpolated between neighbours. 1/2 gives the median,
    for an even count the mean of the middle two.
    """
    at = part * (len(numbers) - 1)
    low = int(at)
    high = min(low + 1, len(numbers) - 1)
    return numbers[low] + (numbers[high] - numbers[low]) * (at - low)


def summary(name: str, shares: Iterable[Fraction], scale: int, decimals: int) -> Summary:
    """Five numbers and the mean of shares of the best mark `scale`."""
    found = sorted(shares)
    middle = mean(found)
    if middle is None:
        return Summary(name, 0, "", "", "", "", "", "")
    written = [
        localized_mark(scaled(share, scale, decimals))
        for share in (
            middle,
            quantile(found, Fraction(1, 2)),
            quantile(found, Fraction(1, 4)),
            quantile(found, Fraction(3, 4)),
            found[0],
            found[-1],
        )
    ]
    return Summary(name, len(found), *written)


def bars(shares: Iterable[Fraction], scale: int) -> tuple[Bar, ...]:
    """`BARS` equal classes of marks side by side."""
    counts = [0] * BARS
    for share in shares:
        counts[min(BARS - 1, int(share * BARS))] += 1
    edges = [scaled(Fraction(edge, BARS), scale, 0 if scale % BARS == 0 else 1) for edge in range(BARS + 1)]
    return tuple(Bar(localized_mark(edges[at]), localized_mark(edges[at + 1]), counts[at]) for at in range(BARS))


def distribution(rows: Sequence[Row], book: GradeBook) -> Distribution:
    """The distribution of the final marks of a sheet. The rounded marks are used, so that the figures agree with
    the marks students read.
    """
    marked = [(row.team, Fraction(row.final) / book.scale) for row in rows if row.final]
    teams: dict[str, list[Fraction]] = {}
    for team, share in marked:
        if team:
            teams.setdefault(team, []).append(share)
    shares = [share for _team, share in marked]
    return Distribution(
        all=summary("", shares, book.scale, book.decimals),
        teams=tuple(summary(name, found, book.scale, book.decimals) for name, found in teams.items()),
        bars=bars(shares, book.scale),
    )


def published(book: GradeBook) -> Distribution | None:
    """The distribution of published marks, on the scale at publication; None for too few."""
    rows = PublishedGrade.objects.filter(book=book).exclude(final="")
    told = [(final, scale, decimals) for final, scale, decimals in rows.values_list("final", SCALE, DECIMALS)]
    if len(told) < FEWEST_TOLD:
        return None
    _final, scale, decimals = told[0]
    shares = [Fraction(final) / each for final, each, _decimals in told]
    return Distribution(summary("", shares, scale, decimals), (), bars(shares, scale))
