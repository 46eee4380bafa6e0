"""Hooks that upper packages fill for lower ones: one typed slot each, filled from `ready`. A package whose slot is
empty works without it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from classrooms.models import Course, Session, User
from games.engine.analysis.accounts import ResultAccount
from games.models import Match
from games.platform.hooks import Panel, Slot


@dataclass(frozen=True)
class Listing:
    """Rows for a page, and the template that draws them as `lines`."""

    template: str
    lines: Sequence[Any]


ERASURES: Final = Slot[Callable[[User, Any], Panel]]()
"""Effects of erasing a person, for the page on which the person in the second argument decides."""

COURSE_SESSIONS: Final = Slot[Callable[[Course, Any], Listing]]()
"""The sessions of a course that a person may see, sessions that need help first."""

ARCHIVINGS: Final = Slot[Callable[[Course], Sequence[str]]]()
"""Effects of archiving a course on things in use, as sentences in the current language."""

AUTHORS_CHANGED: Final = Slot[Callable[[Match], object]]()
"""Actions after moves of a match were recorded as another person's. Called inside the transaction."""

ANALYSED: Final = Slot[Callable[[Match], object]]()
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


WEIGHED: Final = Slot[Callable[[Sequence[Match]], Mapping[int, Sequence[Cost]]]]()
"""The loss by each decision of matches, by match; matches without an analysis are left out."""

ACCOUNTS: Final = Slot[Callable[[Match], ResultAccount | None]]()
"""The account of a match's result; None without one."""

SIGN_INS: Final = Slot[Callable[[str], Panel | None]]()
"""Another way to sign in, on the sign-in page, that continues to the given address; None if it is off."""

ACCOUNT_PANELS: Final = Slot[Callable[[User], Panel | None]]()
"""A line of the account page, whose template is included with the context `panel`; None for none."""


def sign_ins(onward: str) -> list[Panel]:
    """Other ways to sign in than a password."""
    return [panel for find in SIGN_INS if (panel := find(onward)) is not None]


def account_panels(user: User) -> list[Panel]:
    """Panels of other packages on a person's account page."""
    return [panel for find in ACCOUNT_PANELS if (panel := find(user)) is not None]


PUBLISHED: Final = Slot[Callable[[Session, datetime], object]]()
"""Actions after marks were published. Called inside the transaction."""

COURSE_PAGES: Final = Slot[Callable[[Course], Sequence[tuple[str, str]]]]()
"""Pages of upper packages about a course, for its instructors: title and address."""

GRADE_PAGES: Final = Slot[Callable[[Session], Sequence[tuple[str, str]]]]()
"""Pages of upper packages about the grades of a session: title and address."""


MARKS_ELSEWHERE: Final = Slot[Callable[[Session], Panel | None]]()
"""The state of a session's marks in other systems; None if no system gets them."""


REVIEWED: Final = Slot[Callable[[Session], object]]()
"""Work that begins when a draft reaches its review."""

REVIEW_PANELS: Final = Slot[Callable[[Session], Panel | None]]()
"""Further panels on the review of a draft; None for none."""


def erasure_foretold(user: User, by: Any) -> list[Panel]:
    """Effects of erasing a person, as panels of a page."""
    return [tell(user, by) for tell in ERASURES]


def sessions_of(course: Course, user: Any) -> Listing:
    """The sessions of a course for a person; no lines if the slot is empty."""
    return next((find(course, user) for find in COURSE_SESSIONS), Listing("", ()))


def archiving_foretold(course: Course) -> list[str]:
    """Effects of archiving a course; empty if the course is not in use."""
    return [said for tell in ARCHIVINGS for said in tell(course)]


def weighed(matches: Sequence[Match]) -> dict[int, Sequence[Cost]]:
    """The losses by decisions of all matches with an analysis."""
    return {match: costs for find in WEIGHED for match, costs in find(matches).items()}


def account_of(match: Match) -> ResultAccount | None:
    """The account of a match's result; None without an analysis."""
    return next((account for find in ACCOUNTS if (account := find(match)) is not None), None)


def authors_changed(match: Match) -> None:
    """Call the hooks for moves recorded as another person's."""
    for renew in AUTHORS_CHANGED:
        renew(match)


def published(play_session: Session, now: datetime) -> None:
    """Call the hooks for published marks."""
    for pass_on in PUBLISHED:
        pass_on(play_session, now)


def reviewed(play_session: Session) -> None:
    """Call the hooks for a draft at its review."""
    for begin in REVIEWED:
        begin(play_session)


def review_panels(play_session: Session) -> list[Panel]:
    """Panels of upper packages on the review of a draft."""
    return [panel for find in REVIEW_PANELS if (panel := find(play_session)) is not None]


def course_pages(course: Course) -> list[tuple[str, str]]:
    """Pages of upper packages beside the tabs of the course."""
    return [page for pages in COURSE_PAGES for page in pages(course)]


def grade_pages(play_session: Session) -> list[tuple[str, str]]:
    """Pages of upper packages beside the pages of the grades."""
    return [page for pages in GRADE_PAGES for page in pages(play_session)]


def marks_elsewhere(play_session: Session) -> list[Panel]:
    """The state of a session's marks in other systems."""
    return [panel for find in MARKS_ELSEWHERE if (panel := find(play_session)) is not None]
