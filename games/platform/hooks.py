"""Hooks that other apps fill: one typed `Hook` for each extension point of the games.

The games know no other app by name; an empty hook adds nothing. A module fills a hook as it is imported, in its last
lines; `AppConfig.ready` imports these modules. `manage.py hooks` lists all hooks with their functions. An app that
fills a panel bumps the match's revision with every change of it, so that open pages reload.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Generic, ParamSpec, TypeVar

from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy

from games.models import Job, Match

if TYPE_CHECKING:
    from games.platform.permissions import Access

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Hook(Generic[Given, Answer]):
    """Functions of one type, in the order in which they were added. None as an answer means nothing to add."""

    def __init__(self) -> None:
        self._functions: list[Callable[Given, Answer | None]] = []

    def fill(self, function: Callable[Given, Answer | None]) -> None:
        """Add a function. A function added twice counts once."""
        if function not in self._functions:
            self._functions.append(function)

    def all(self, *given: Given.args, **named: Given.kwargs) -> list[Answer]:
        """The answers of all functions."""
        return [answer for function in self._functions if (answer := function(*given, **named)) is not None]

    def first(self, *given: Given.args, **named: Given.kwargs) -> Answer | None:
        """The first answer; None without one. Functions after it are not called."""
        return next((found for function in self._functions if (found := function(*given, **named)) is not None), None)

    def __iter__(self) -> Iterator[Callable[Given, Answer | None]]:
        return iter(self._functions)


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


@dataclass(frozen=True)
class Observer:
    """A person who was let look on at a table, from `seat` or with the open view (None). A critical friend has a
    `note_sheet`, which the table shows to them alone.
    """

    user_id: int
    name: str
    seat: int | None
    note_sheet: Callable[[], Panel] | None = None


JOBS: Final[dict[str, Work]] = {}
"""Work by kind. See `games.platform.work.outbox.job_request`."""

TOPICS: Final[dict[str, type[Model]]] = {}
"""Models with a `revision` that grows with every change of their pages, by the kind of their topic. See
`games.platform.work.news`.
"""

SCOPES: Final[dict[str, Any]] = {"play": gettext_lazy("play: matches, seats, decisions, talk")}
"""Scopes of API tokens with their descriptions."""

SCHEMA_MODULES: Final[list[ModuleType]] = []
"""Modules whose types describe bodies and answers of the API."""

SWEEPS: Final = Hook[[datetime], object]()
"""Short tasks that run with every sweep; two runs may overlap."""

HIGHLIGHTS: Final = Hook[["Access"], Sequence[Highlight]]()
"""The notable moves of a finished match, as far as the person may see them."""

VENUES: Final = Hook[[Sequence[int]], Mapping[int, Venue]]()
"""The venues of matches, by match id, in a fixed number of queries."""

OFFERS: Final = Hook[[Any], Sequence[Venue]]()
"""The venues that offer a seat to a person who holds none, in a fixed number of queries."""

SIGN_IN_STEPS: Final = Hook[[HttpRequest, Entry], HttpResponse]()
"""Steps before sign-in: each returns a page to show first, or None if the person may be signed in."""

ENTRANCES: Final = Hook[[Any], str]()
"""The URL of the thing that is open or in progress for a person who has just signed in; empty for none."""

PLANNED: Final = Hook[[Sequence[int]], Mapping[int, Mapping[int, Sequence[Any]]]]()
"""The people planned for each seat of supervised matches, by match and seat, in one query."""

TABLE_PANELS: Final = Hook[[Match, Any], Panel]()
"""A panel at the table of a supervised match for a person."""

SEQUELS: Final = Hook[["Access"], Panel]()
"""Panels below the result of a match that is over."""

HOME_PANELS: Final = Hook[[Any], Panel]()
"""Panels on a person's first page, below the matches in which it is their turn."""

OBSERVERS: Final = Hook[[Match], Sequence[Observer]]()
"""The people who were let look on at a table, in one query. They are among the match's `observers`."""

SEATINGS: Final = Hook[[Match, Any], object]()
"""Checks and actions before a person gets a seat of a supervised match. Called inside the transaction; a raised
ServiceError refuses the seat.
"""

DEBRIEFS: Final = Hook[[Match], str]()
"""The URL of a match's debrief."""


def highlights_for(access: "Access") -> list[Highlight]:
    """Notable moves by number; none while the match runs."""
    if not access.match.is_over:
        return []
    return sorted((each for found in HIGHLIGHTS.all(access) for each in found), key=lambda each: each.number)


def venues_of(match_ids: Sequence[int]) -> dict[int, Venue]:
    """The venues by match id; matches without one are left out."""
    found = VENUES.all(match_ids) if match_ids else []
    return {match: venue for venues in found for match, venue in venues.items()}


def offers_to(user: Any) -> list[Venue]:
    """The venues that offer a seat to this person."""
    return [venue for venues in OFFERS.all(user) for venue in venues]


def entrance(user: Any) -> str:
    """The URL to go on to after sign-in; the person's matches if nothing is open or in progress for them."""
    return next(filter(None, ENTRANCES.all(user)), "") or reverse("games:home")


def table_panels(match: Match, user: Any) -> list[Panel]:
    """The panels of other apps at a table; none unless the match is supervised."""
    return TABLE_PANELS.all(match, user) if match.supervised else []


def observers_of(match: Match) -> list[Observer]:
    """The people who were let look on at a table; none unless the match is supervised."""
    return [each for found in OBSERVERS.all(match) for each in found] if match.supervised else []


def observer_of(match: Match, user: Any) -> Observer | None:
    """The view that a person was given of a table; None without one."""
    return next((each for each in observers_of(match) if each.user_id == user.pk), None)


def sequels(access: "Access") -> list[Panel]:
    """Panels of other apps for a finished match; none before its end, and none after a first game."""
    return SEQUELS.all(access) if access.match.is_over and not access.match.is_lesson else []


def debrief_url(match: Match) -> str:
    """The debrief's URL; empty if there is none. A first game has none."""
    return "" if match.is_lesson else DEBRIEFS.first(match) or ""
