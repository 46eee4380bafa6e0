"""One account of a common result: what was to be expected at the start, what chance brought, what decisions gave away.

    reference + luck - what decisions gave away + what is not attributed = result

It adds up exactly: entries are differences of rounded numbers that follow each other. Source: the luck-adjusted result
of backgammon (D. Montgomery, "Variance Reduction").
"""

from collections.abc import Sequence
from operator import add
from typing import Final, Literal, NamedTuple

import msgspec

TENTHS: Final = 10
"""All is kept in tenths: of a point of the project's result, which has 100, and of a measure's unit."""

Kind = Literal["luck", "decision", "means", "rest"]
"""What chance brought; what a decision gave away; what a seat lacked the means for; what is not attributed."""


class Standing(NamedTuple):
    """What is to be expected at one moment: of the project, in points from 0 to 100, and of each measure at the end."""

    project: float
    measures: tuple[float, ...]


class Entry(msgspec.Struct, frozen=True):
    """One step of an account: so many tenths more of the project's result and of each measure. `seat` is of decisions
    and means only, else -1, `number`, that of the move, of decisions only, else 0.
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
    """Writes an account, entry after entry. Each one leads from where the last one ended to a new standing."""

    def __init__(self, reference: Standing) -> None:
        self._now = self.reference = _rounded(reference)
        self._entries: list[Entry] = []

    def to(self, standing: Standing, kind: Kind, turn: int, *, seat: int = -1, number: int = 0) -> None:
        """Enter what leads to this standing. Nothing is entered where nothing changes, but for decisions."""
        then = _rounded(standing)
        step = tuple(after - before for before, after in zip(self._now, then, strict=True))
        self._now = then
        if kind == "decision" or any(step):
            self._entries.append(Entry(turn, kind, step[0], step[1:], seat, number))

    def closed(self) -> ResultAccount:
        """The account so far."""
        return ResultAccount(self.reference, self._now, tuple(self._entries))


def mean_standing(standings: Sequence[Standing]) -> Standing:
    """The mean of at least one, all as likely."""
    count = len(standings)
    columns = zip(*(each.measures for each in standings), strict=True)
    return Standing(sum(each.project for each in standings) / count, tuple(sum(column) / count for column in columns))


def _rounded(standing: Standing) -> tuple[int, ...]:
    return tuple(round(TENTHS * each) for each in (standing.project, *standing.measures))
