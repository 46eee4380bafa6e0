"""What rooms above the games put into them: one typed slot for each thing, filled from an app's `ready`.

The games know nobody by name: they ask a slot, and where nobody filled it they do without. What fills a panel bumps the
revision of the match with everything that changes it (`games.services.seeing`), so that open pages learn of it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Generic, TypeVar

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from games.models import Job, Match
from games.permissions import Access

Filling = TypeVar("Filling")


class Slot(Generic[Filling]):
    """Functions of one type, in the order in which they were given. The same one twice counts once."""

    def __init__(self) -> None:
        self._fillings: list[Filling] = []

    def fill(self, filling: Filling) -> None:
        """Give one more."""
        if filling not in self._fillings:
            self._fillings.append(filling)

    def __iter__(self) -> Iterator[Filling]:
        return iter(self._fillings)


@dataclass(frozen=True)
class Work:
    """Who does jobs of a kind, and in which queue they wait. With `at_end`, one is written for each match that ends, or
    for each of which the function says so.
    """

    do: Callable[[Job], None]
    at_end: bool | Callable[[Match], bool] = False
    queue: str = "heavy"


@dataclass(frozen=True)
class Highlight:
    """A move that stands out, and why, in a few words of the current language."""

    number: int
    words: str


@dataclass(frozen=True)
class Venue:
    """What a match is part of: its name, what that belongs to, its own page, and when it starts if that is planned."""

    title: str
    within: str
    url: str
    starts_at: datetime | None = None
    game: str = ""
    """Key of the game, where a seat is offered."""


@dataclass(frozen=True)
class Entry:
    """A person who is about to be signed in: by which backend, where they go on (empty: their first page), and what
    their session keeps from then on.
    """

    person: Any
    backend: str
    onward: str = ""
    keep: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Panel:
    """A piece of a page, drawn by a template of the room that gives it. At the table `name` is the id of its region."""

    name: str
    template: str
    context: Mapping[str, Any]

    @property
    def html(self) -> SafeString:
        """Drawn in the current language and time zone."""
        return mark_safe(render_to_string(self.template, dict(self.context)))  # noqa: S308 - templates escape


JOBS: Final[dict[str, Work]] = {}
"""By kind. See `games.work.outbox.job_request`."""

SWEEPS: Final = Slot[Callable[[datetime], object]]()
"""Something short that is done with every sweep; it may be called twice at once."""

HIGHLIGHTS: Final = Slot[Callable[[Access], Sequence[Highlight]]]()
"""What a person may see of the moves that stand out in a match that is over."""

VENUES: Final = Slot[Callable[[Sequence[int]], Mapping[int, Venue]]]()
"""What matches are part of, by match, in a fixed number of queries."""

OFFERS: Final = Slot[Callable[[Any], Sequence[Venue]]]()
"""Where a person who holds no seat may take one, in a fixed number of queries."""

SIGN_IN_STEPS: Final = Slot[Callable[[HttpRequest, Entry], HttpResponse | None]]()
"""Questions to a person before they are signed in: the page that asks; None where nothing is to be asked."""

ENTRANCES: Final = Slot[Callable[[Any], str]]()
"""Where somebody goes on who has just come in: the address of what is open or under way for them now; else empty."""

PLANNED: Final = Slot[Callable[[Sequence[int]], Mapping[int, Mapping[int, Sequence[Any]]]]]()
"""Who was to sit where, by match and seat, in one query: of supervised matches only."""

TABLE_PANELS: Final = Slot[Callable[[Match, Any], Panel]]()
"""What stands at the table of a supervised match for a person."""

HOME_PANELS: Final = Slot[Callable[[Any], Panel]]()
"""What stands on a person's first page, below what is their turn."""

DEBRIEFS: Final = Slot[Callable[[Match], str]]()
"""Where the debrief of a match is read."""


def highlights_for(access: Access) -> list[Highlight]:
    """By move; none while the match goes on."""
    if not access.match.is_over:
        return []
    return sorted((each for find in HIGHLIGHTS for each in find(access)), key=lambda each: each.number)


def venues_of(match_ids: Sequence[int]) -> dict[int, Venue]:
    """The venues of those matches that have one."""
    return {match: venue for find in VENUES if match_ids for match, venue in find(match_ids).items()}


def offers_to(user: Any) -> list[Venue]:
    """Where a person may take a seat."""
    return [venue for offers in OFFERS for venue in offers(user)]


def next_sign_in_step(request: HttpRequest, entry: Entry) -> HttpResponse | None:
    """The first page that asks for more; None for a person who may be signed in now."""
    return next((page for step in SIGN_IN_STEPS if (page := step(request, entry)) is not None), None)


def entrance(user: Any) -> str:
    """Where a person goes on who has just come in; their matches if nothing is open or under way for them alone."""
    return next((url for find in ENTRANCES if (url := find(user))), "") or reverse("games:home")


def table_panels(match: Match, user: Any) -> list[Panel]:
    """What other rooms show at a table; nothing at one that belongs to nobody."""
    return [panel(match, user) for panel in TABLE_PANELS] if match.supervised else []


def home_panels(user: Any) -> list[Panel]:
    """What other rooms show on the first page."""
    return [panel(user) for panel in HOME_PANELS]


def debrief_url(match: Match) -> str:
    """The debrief's address; empty where there is none. A first game has none."""
    return "" if match.is_lesson else next((address(match) for address in DEBRIEFS), "")
