"""What happened as stretches that belong together, each with the figures before and after it. The figures are found
backwards from those of now, so that they end at what the page shows.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Generic, TypeVar

from games.kit.recap import Happened

Figures = TypeVar("Figures")
Kind = TypeVar("Kind")


@dataclass(frozen=True)
class Stretch(Generic[Figures]):
    """Events of one card, in order, with what was known before the first and after the last of them."""

    happened: tuple[Happened, ...]
    before: Figures
    after: Figures

    @property
    def events(self) -> tuple[Any, ...]:
        """Without their moves."""
        return tuple(each.event for each in self.happened)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Those of the moves that the card tells of."""
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
) -> list[Stretch[Figures]]:
    """Events in their order, cut where `begins` says that the second of two begins a card of its own. `undo` gives the
    figures from before an event.
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
