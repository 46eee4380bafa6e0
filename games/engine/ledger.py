"""The quantities of a game as accounts, and the change of each account by each event.

A game declares each quantity once. Explanations, news, series and the debrief's books are derived from the accounts.
One law holds in every match: the opening figures and all postings add up to the figures that a view shows.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from games.engine.types import Event

Holder = int | None
"""A seat, or the index of another thing with a figure of its own (a contract). None: the table."""

Figures = Mapping[tuple[str, Holder], int]
"""Figures by account and holder."""

START: Final = "start"
"""The reason of a figure that was there at the beginning. It is no change, and belongs to no turn."""

GIVEN: Final = "given"
"""The reason of an amount that is given at the beginning. It is a change, and belongs to no turn."""


class Posting(NamedTuple):
    """The change of a holder's figure by an event. `reason` distinguishes several postings of one event for texts."""

    holder: Holder
    amount: int
    reason: str = ""


class Entry(NamedTuple):
    """A posting with its event, and the index of the event in the record. An opening figure has neither."""

    posting: Posting
    event: Any = None
    place: int | None = None

    @property
    def turn(self) -> int:
        """The turn of the event, 0 for a figure of the beginning."""
        return 0 if self.posting.reason in (START, GIVEN) else int(self.event.turn)


Posts = Callable[[Any, Any], Iterable[Posting]]
"""(event, terms): the postings of an event to an account."""


def own(amount: Callable[[Any], int]) -> Posts:
    """Posts an amount to the seat of the event. Raises ValueError for an event that concerns nobody."""

    def posts(event: Any, terms: Any) -> tuple[Posting, ...]:
        if event.seat is None:
            raise ValueError(f"nobody is concerned: {event}")
        return (Posting(event.seat, amount(event)),)

    return posts


def common(amount: Callable[[Any], int]) -> Posts:
    """Posts an amount to the table."""
    return lambda event, terms: (Posting(None, amount(event)),)


@dataclass(frozen=True)
class Account:
    """A quantity: `key` names it in addresses and texts, `posts` are its postings by type of event.

    `shown(view)` gives the figures that a view shows, by holder; those of hidden things are missing. `opening(terms)`
    gives the figures from before the first event, if they are not 0. `terms` are the fixed values of a match that
    events lack (prices, delays). No view shows an account that is `internal`.
    """

    key: str
    shown: Callable[[Any], Mapping[Holder, int]]
    posts: Mapping[type[Event], Posts]
    opening: Callable[[Any], Mapping[Holder, int]] = lambda terms: {}
    internal: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of events that change it."""
        return tuple(str(kind.__struct_config__.tag) for kind in self.posts)

    def postings(self, event: Any, terms: Any) -> tuple[Posting, ...]:
        """The postings of an event."""
        posts = self.posts.get(type(event))
        return tuple(posts(event, terms)) if posts else ()

    def entries(self, record: Iterable[Any], terms: Any, holder: Holder) -> Iterator[Entry]:
        """The opening figure of a holder, if there is one, and the postings of a record's events."""
        opening = self.opening(terms).get(holder)
        if opening is not None:
            yield Entry(Posting(holder, opening, START))
        for place, event in enumerate(record):
            for posting in self.postings(event, terms):
                if posting.holder == holder:
                    yield Entry(posting, event, place)

    def by_turn(self, record: Iterable[Any], terms: Any, last: int) -> tuple[Mapping[Holder, int], ...]:
        """The figures by holder after each turn from 0 to `last`."""
        figures, events, found = dict(self.opening(terms)), tuple(record), []
        for turn in range(last + 1):
            for event in events:
                for holder, amount, _reason in self.postings(event, terms) if event.turn == turn else ():
                    figures[holder] = figures.get(holder, 0) + amount
            found.append(dict(figures))
        return tuple(found)


@dataclass(frozen=True)
class Accounts:
    """All accounts of a game. `terms(scenario, view, record)` finds what the postings need besides the events."""

    accounts: tuple[Account, ...]
    terms: Callable[[Any, Any, Iterable[Any]], Any] = lambda scenario, view, record: None

    def opening(self, terms: Any) -> Figures:
        """The figures before the first event."""
        return {(each.key, holder): n for each in self.accounts for holder, n in each.opening(terms).items()}

    def shown(self, view: Any) -> Figures:
        """The figures that a view shows."""
        return {(each.key, holder): n for each in self.accounts for holder, n in each.shown(view).items()}

    def postings(self, event: Any, terms: Any) -> Iterator[tuple[tuple[str, Holder], Posting]]:
        """The postings of an event to all accounts, each with its account and holder."""
        for account in self.accounts:
            for posting in account.postings(event, terms):
                yield (account.key, posting.holder), posting

    def before(self, figures: Figures, event: Any, terms: Any) -> Figures:
        """The figures before an event, from those after it."""
        found = dict(figures)
        for key, posting in self.postings(event, terms):
            if key in found and posting.reason != START:
                found[key] -= posting.amount
        return found


class Books:
    """The figures of accounts after the events added so far. `terms` are those of the postings."""

    def __init__(self, accounts: Accounts, terms: Any) -> None:
        self.accounts, self.terms = accounts, terms
        self.figures: dict[tuple[str, Holder], int] = dict(accounts.opening(terms))

    def add(self, event: Any) -> None:
        """Enter the postings of an event."""
        for key, posting in self.accounts.postings(event, self.terms):
            self.figures[key] = self[key] + posting.amount

    def __getitem__(self, key: tuple[str, Holder]) -> int:
        return self.figures.get(key, 0)
