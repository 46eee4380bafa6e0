"""Hooks that upper rooms fill for lower ones, by the mechanism of `games.platform.hooks`. A room whose hook is empty
works without it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.http import HttpRequest

from classrooms.models import Course, Session, User
from games.engine.analysis.accounts import ResultAccount
from games.public.hooks import Hook, Panel
from games.public.models import Match


@dataclass(frozen=True)
class Listing:
    """Rows for a page, and the template that draws them as `lines`."""

    template: str
    lines: Sequence[Any]


ERASURES: Final = Hook[[User, Any], Panel]()
"""Effects of erasing a person, for the page on which the person in the second argument decides."""

COURSE_SESSIONS: Final = Hook[[Course, Any], Listing]()
"""The sessions of a course that a person may see, sessions that need help first."""

ARCHIVINGS: Final = Hook[[Course], Sequence[str]]()
"""Effects of archiving a course on things in use, as sentences in the current language."""

AUTHORS_CHANGED: Final = Hook[[Match], object]()
"""Actions after moves of a match were recorded as another person's. Called inside the transaction."""

ANALYSED: Final = Hook[[Match], object]()
"""Actions after the analysis of a match is done."""


@dataclass(frozen=True)
class Cost:
    """The loss by an analysed decision, with its standard error: the move `number`, in points of the judged
    result. A negative loss means that no other choice was better.
    """

    seat: int
    number: int
    lost: float
    error: float


WEIGHED: Final = Hook[[Sequence[Match]], Mapping[int, Sequence[Cost]]]()
"""The loss by each decision of matches, by match; matches without an analysis are left out."""

ACCOUNTS: Final = Hook[[Match], ResultAccount]()
"""The account of a match's result; None without one."""

SIGN_INS: Final = Hook[[str], Panel]()
"""Another way to sign in, on the sign-in page, that continues to the given address; None if it is off."""

ACCOUNT_PANELS: Final = Hook[[User], Panel]()
"""A line of the account page, whose template is included with the context `panel`; None for none."""


PUBLISHED: Final = Hook[[Session, datetime], object]()
"""Actions after marks were published. Called inside the transaction."""

COURSE_PAGES: Final = Hook[[Course], Sequence[tuple[str, str]]]()
"""Pages of upper packages about a course, for its instructors: title and address."""

GRADE_PAGES: Final = Hook[[Session], Sequence[tuple[str, str]]]()
"""Pages of upper packages about the grades of a session: title and address."""


MARKS_ELSEWHERE: Final = Hook[[Session], Panel]()
"""The state of a session's marks in other systems; None if no system gets them."""


OWN_SCENARIOS: Final = Hook[[User, str], Sequence[tuple[str, str]]]()
"""The scenarios of a person for a game (by its key), beside those that come with it: key and title of each."""

OWN_SCENARIO: Final = Hook[[User, str, str], Mapping[str, Any]]()
"""The changes of a session that is to play such a scenario, by person, game and key. Raises LookupError for an unknown
key, ScenarioError for a scenario with faults.
"""

REVIEWED: Final = Hook[[Session], object]()
"""Work that begins when a draft reaches its review."""

REVIEW_PANELS: Final = Hook[[Session], Panel]()
"""Further panels on the review of a draft; None for none."""


PAPER_PANELS: Final = Hook[[HttpRequest, Session], Panel]()
"""Further panels on the page of a session on paper, with their state for this request."""


def sessions_of(course: Course, user: Any) -> Listing:
    """The sessions of a course for a person; no lines if the slot is empty."""
    return COURSE_SESSIONS.first(course, user) or Listing("", ())


def archiving_foretold(course: Course) -> list[str]:
    """Effects of archiving a course; empty if the course is not in use."""
    return [sentence for sentences in ARCHIVINGS.all(course) for sentence in sentences]


def weighed(matches: Sequence[Match]) -> dict[int, Sequence[Cost]]:
    """The losses by decisions of all matches with an analysis."""
    return {match: costs for found in WEIGHED.all(matches) for match, costs in found.items()}


def own_scenarios(user: Any, game: str) -> list[tuple[str, str]]:
    """Key and title of each scenario of a person for a game."""
    return list(OWN_SCENARIOS.first(user, game) or ())


def own_scenario(user: Any, game: str, key: str) -> Mapping[str, Any]:
    """The changes of a session that is to play such a scenario (`OWN_SCENARIO`)."""
    return OWN_SCENARIO.first(user, game, key) or {}


def course_pages(course: Course) -> list[tuple[str, str]]:
    """Pages of upper packages beside the tabs of the course."""
    return [page for pages in COURSE_PAGES.all(course) for page in pages]


def grade_pages(play_session: Session) -> list[tuple[str, str]]:
    """Pages of upper packages beside the pages of the grades."""
    return [page for pages in GRADE_PAGES.all(play_session) for page in pages]
