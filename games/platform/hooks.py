"""Hooks that other apps fill from `AppConfig.ready`: one typed `Slot` for each extension point of the games.

The games know no other app by name; an empty hook adds nothing. An app that fills a panel bumps the match's revision
with every change of it, so that open pages reload.
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
from games.platform.permissions import Access

Filling = TypeVar("Filling")


class Slot(Generic[Filling]):
    """Functions of one type, in the order in which they were added. A function added twice counts once."""

    def __init__(self) -> None:
        self._fillings: list[Filling] = []

    def fill(self, filling: Filling) -> None:
        """Add a function."""
        if filling not in self._fillings:
            self._fillings.append(filling)

    def __iter__(self) -> Iterator[Filling]:
        return iter(self._fillings)


@dataclass(frozen=True)
class Work:
    """The function that does jobs of a kind, and their queue. `at_end` writes one job for each match that ends, or
    for those that a function picks. `next` gives the primary key of the waiting job to do first; by default it is
    the oldest.
    """

    do: Callable[[Job], None]
    at_end: bool | Callable[[Match], bool] = False
    queue: str = "heavy"
    next: Callable[[], int | None] | None = None


@dataclass(frozen=True)
class Highlight:
    """A notable move and the reason, in a few words of the current language."""

    number: int
    words: str


@dataclass(frozen=True)
class Venue:
    """The context of a match (such as a class session): its name, its parent's name, its page, and its planned start,
    if any.
    """

    title: str
    within: str
    url: str
    starts_at: datetime | None = None
    game: str = ""
    """Key of the game, if a seat is offered."""


@dataclass(frozen=True)
class Entry:
    """A person about to be signed in, the authentication backend, and the page to go on to (empty: the first page).
    `keep` is stored in the session.
    """

    person: Any
    backend: str
    onward: str = ""
    keep: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Panel:
    """A part of a page, rendered from a template of the app that provides it. At the table `name` is the id of its
    region.
    """

    name: str
    template: str
    context: Mapping[str, Any]
    awaited: bool = False
    """Is new content expected in a moment?"""

    @property
    def html(self) -> SafeString:
        """The rendered panel in the current language and time zone."""
        return mark_safe(render_to_string(self.template, dict(self.context)))  # noqa: S308 - templates escape


JOBS: Final[dict[str, Work]] = {}
"""By kind. See `games.platform.work.outbox.job_request`."""

SWEEPS: Final = Slot[Callable[[datetime], object]]()
"""Short tasks that run with every sweep; two runs may overlap."""

HIGHLIGHTS: Final = Slot[Callable[[Access], Sequence[Highlight]]]()
"""The notable moves of a finished match, as far as the person may see them."""

VENUES: Final = Slot[Callable[[Sequence[int]], Mapping[int, Venue]]]()
"""The venues of matches, by match id, in a fixed number of queries."""

OFFERS: Final = Slot[Callable[[Any], Sequence[Venue]]]()
"""The venues that offer a seat to a person who holds none, in a fixed number of queries."""

SIGN_IN_STEPS: Final = Slot[Callable[[HttpRequest, Entry], HttpResponse | None]]()
"""Steps before sign-in: each returns a page to show first, or None."""

ENTRANCES: Final = Slot[Callable[[Any], str]]()
"""The URL of the thing that is open or in progress for a person who has just signed in; empty for none."""

PLANNED: Final = Slot[Callable[[Sequence[int]], Mapping[int, Mapping[int, Sequence[Any]]]]]()
"""The people planned for each seat of supervised matches, by match and seat, in one query."""

TABLE_PANELS: Final = Slot[Callable[[Match, Any], Panel]]()
"""A panel at the table of a supervised match for a person."""

SEQUELS: Final = Slot[Callable[[Access], Panel | None]]()
"""Panels below the result of a match that is over."""

HOME_PANELS: Final = Slot[Callable[[Any], Panel]]()
"""A panel on a person's first page, below the matches in which it is their turn."""

DEBRIEFS: Final = Slot[Callable[[Match], str]]()
"""The URL of a match's debrief."""


def highlights_for(access: Access) -> list[Highlight]:
    """Notable moves by number; none while the match runs."""
    if not access.match.is_over:
        return []
    return sorted((each for find in HIGHLIGHTS for each in find(access)), key=lambda each: each.number)


def venues_of(match_ids: Sequence[int]) -> dict[int, Venue]:
    """The venues by match id; matches without one are left out."""
    return {match: venue for find in VENUES if match_ids for match, venue in find(match_ids).items()}


def offers_to(user: Any) -> list[Venue]:
    """The venues that offer a seat to this person."""
    return [venue for offers in OFFERS for venue in offers(user)]


def next_sign_in_step(request: HttpRequest, entry: Entry) -> HttpResponse | None:
    """The first page that a sign-in step shows; None if the person may be signed in now."""
    return next((page for step in SIGN_IN_STEPS if (page := step(request, entry)) is not None), None)


def entrance(user: Any) -> str:
    """The URL to go on to after sign-in; the person's matches if nothing is open or in progress for them."""
    return next((url for find in ENTRANCES if (url := find(user))), "") or reverse("games:home")


def table_panels(match: Match, user: Any) -> list[Panel]:
    """The panels of other apps at a table; none unless the match is supervised."""
    return [panel(match, user) for panel in TABLE_PANELS] if match.supervised else []


def sequels(access: Access) -> list[Panel]:
    """Panels of other apps for a finished match; none before its end, and none after a first game."""
    if not access.match.is_over or access.match.is_lesson:
        return []
    return [panel for make in SEQUELS if (panel := make(access)) is not None]


def home_panels(user: Any) -> list[Panel]:
    """The panels of other apps on the first page."""
    return [panel(user) for panel in HOME_PANELS]


def debrief_url(match: Match) -> str:
    """The debrief's URL; empty if there is none. A first game has none."""
    return "" if match.is_lesson else next((address(match) for address in DEBRIEFS), "")
