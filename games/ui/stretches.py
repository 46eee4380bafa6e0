"""Groups of consecutive events, one for each card, each with the figures before and after it. The figures are
computed backwards from the current ones, so that they end at the values on the page.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeVar

from games.engine.ledger import Figures
from games.ui.recap import Happened

Kind = TypeVar("Kind")


@dataclass(frozen=True)
class Stretch:
    """The events of one card, in order, with the figures before the first and after the last of them."""

    happened: tuple[Happened, ...]
    before: Figures
    after: Figures

    @property
    def events(self) -> tuple[Any, ...]:
        """The events without their moves."""
        return tuple(each.event for each in self.happened)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the card's moves."""
        return tuple(sorted({each.number for each in self.happened}))

    def has(self, *kinds: type) -> bool:
        """Is there an event of one of these kinds?"""
        return any(isinstance(event, kinds) for event in self.events)

    def of(self, kind: type[Kind]) -> list[Kind]:
        """Its events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


def stretches(
    happened: Sequence[Happened],
    begins: Callable[[Any, Any], bool],
    now: Figures,
    undo: Callable[[Figures, Any], Figures],
) -> list[Stretch]:
    """Events in their order, cut wherever `begins` says of two neighbours that the second starts a new card. `undo`
    gives the figures from before an event.
    """
    if not happened:
        return []
    known = [now]
    for each in reversed(happened):
        known.append(undo(known[-1], each.event))
    known.reverse()
    cuts = [place for place, (one, other) in enumerate(pairwise(happened), 1) if begins(one.event, other.event)]
    return [
        Stretch(tuple(happened[first:after]), known[first], known[after])
        for first, after in pairwise([0, *cuts, len(happened)])
    ]
