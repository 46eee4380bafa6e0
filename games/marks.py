"""Moves of a match that stand out, for its replay: told by layers above, which this one does not know."""

from collections.abc import Callable
from dataclasses import dataclass

from games.models import Match
from games.permissions import Access


@dataclass(frozen=True)
class Mark:
    """A move that stands out, and why, in a few words of the current language."""

    number: int
    words: str


Finder = Callable[[Access], tuple[Mark, ...]]
_finders: list[Finder] = []


def provide(finder: Finder) -> None:
    """Tell the marks that a person may see in a match that is over."""
    if finder not in _finders:
        _finders.append(finder)


def marks_for(access: Access) -> tuple[Mark, ...]:
    """By move; none while the match goes on."""
    match: Match = access.match
    if not match.is_over:
        return ()
    return tuple(sorted((mark for finder in _finders for mark in finder(access)), key=lambda mark: mark.number))
