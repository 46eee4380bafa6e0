"""What matches belong to, and where else somebody may sit down: told by layers above, which this one does not know."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class Place:
    """What a match is part of: its name, what that belongs to, its own page, and when it starts if that is planned."""

    title: str
    within: str
    url: str
    starts_at: datetime | None = None
    game: str = ""
    """Key of the game, where a seat is offered."""


Finder = Callable[[Sequence[int]], Mapping[int, Place]]
Offers = Callable[[Any], Sequence[Place]]
_finders: list[Finder] = []
_offers: list[Offers] = []


def provide(finder: Finder, offers: Offers) -> None:
    """Tell places by match, and where a person who holds no seat may take one; each in a fixed number of queries."""
    if finder not in _finders:
        _finders.append(finder)
        _offers.append(offers)


def places_of(match_ids: Iterable[int]) -> dict[int, Place]:
    """The places of those matches that have one."""
    ids = list(match_ids)
    found: dict[int, Place] = {}
    for finder in _finders if ids else ():
        found.update(finder(ids))
    return found


def offers_to(user: Any) -> list[Place]:
    """Where a person may take a seat."""
    return [place for offers in _offers for place in offers(user)]
