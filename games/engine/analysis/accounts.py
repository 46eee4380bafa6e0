"""The account of a common result: the reference result, the luck, and the points that decisions lost.

    reference + luck - lost by decisions + brought by the facilitator + not attributed = result

It adds up exactly: entries are differences of consecutive rounded numbers. Source: the luck-adjusted result of
backgammon (D. Montgomery, "Variance Reduction").
"""

from collections.abc import Sequence
from operator import add
from typing import Final, Literal, NamedTuple

import msgspec

TENTHS: Final = 10
"""Accounts are kept in tenths: of a point of the project's result, which has 100, and of a measure's unit."""

Kind = Literal["luck", "decision", "means", "brought", "rest"]
"""The causes of an entry: chance, a decision, a seat's lack of means, an event that the facilitator brought, or nothing
that the account attributes.
"""


class Expectation(NamedTuple):
    """The expected end at one moment: the project's result in points from 0 to 100, and each measure."""

    project: float
    measures: tuple[float, ...]


class Entry(msgspec.Struct, frozen=True):
    """One step of an account: the change of the project's result and of each measure, in tenths. `seat` is -1 except
    for decisions and means. `number`, that of the move, is 0 except for decisions and events.
    """

    turn: int
    kind: Kind
    project: int
    measures: tuple[int, ...]
    seat: int = -1
    number: int = 0


class ResultAccount(msgspec.Struct, frozen=True):
    """`reference` and `reached`: the project, then the measures, in tenths."""

    reference: tuple[int, ...]
    reached: tuple[int, ...]
    entries: tuple[Entry, ...]

    def total(self, kind: Kind | None = None, turn: int | None = None) -> tuple[int, ...]:
        """The sum of the entries of a kind and of a turn, None for all: the project, then the measures."""
        found = [0] * len(self.reached)
        for each in self.entries:
            if kind in (None, each.kind) and turn in (None, each.turn):
                found = list(map(add, found, (each.project, *each.measures)))
        return tuple(found)


class Ledger:
    """Builds an account, entry after entry. Each entry leads from the expectation of the last one to a new one."""

    def __init__(self, reference: Expectation) -> None:
        self._now = self.reference = in_tenths(reference)
        self._entries: list[Entry] = []

    def to(self, standing: Expectation, kind: Kind, turn: int, *, seat: int = -1, number: int = 0) -> None:
        """Add the entry that leads to this expectation. An entry without a change is left out, unless it is a
        decision.
        """
        then = in_tenths(standing)
        step = tuple(after - before for before, after in zip(self._now, then, strict=True))
        self._now = then
        if kind == "decision" or any(step):
            self._entries.append(Entry(turn, kind, step[0], step[1:], seat, number))

    def closed(self) -> ResultAccount:
        """The account so far."""
        return ResultAccount(self.reference, self._now, tuple(self._entries))


def mean_expectation(expectations: Sequence[Expectation]) -> Expectation:
    """The mean of at least one expectation, all equally likely."""
    count = len(expectations)
    columns = zip(*(each.measures for each in expectations), strict=True)
    return Expectation(
        sum(each.project for each in expectations) / count, tuple(sum(column) / count for column in columns)
    )


def in_tenths(standing: Expectation) -> tuple[int, ...]:
    """The project, then the measures, each as the nearest whole number of tenths."""
    return tuple(round(TENTHS * each) for each in (standing.project, *standing.measures))
