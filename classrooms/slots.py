"""What upper rooms put into lower ones: one typed slot for each thing, filled from `ready`. A room asks its slot, and
where nobody filled it does without.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from classrooms.models import Course, Session, User
from games.models import Match
from games.slots import Panel, Slot


@dataclass(frozen=True)
class Listing:
    """Lines of a page, and the template that draws them as `lines`."""

    template: str
    lines: Sequence[Any]


ERASURES: Final = Slot[Callable[[User, Any], Panel]]()
"""What erasing somebody would do, for the page on which the person in the second place decides it."""

COURSE_SESSIONS: Final = Slot[Callable[[Course, Any], Listing]]()
"""The sessions of a course that somebody may see, those that need somebody first."""

ARCHIVINGS: Final = Slot[Callable[[Course], Sequence[str]]]()
"""What putting a course away would do to what is in use, in sentences of the current language."""

AUTHORS_CHANGED: Final = Slot[Callable[[Match], object]]()
"""What is made anew when moves of a match are noted as somebody else's. Called inside the transaction."""

ANALYSED: Final = Slot[Callable[[Match], object]]()
"""What is made anew when the analysis of a match is there."""


@dataclass(frozen=True)
class Cost:
    """What an analysed decision cost: the move `number` that made it, in points of what decisions are judged by, with
    its standard error. Below 0 where no other choice was better.
    """

    seat: int
    number: int
    lost: float
    error: float


WEIGHED: Final = Slot[Callable[[Sequence[Match]], Mapping[int, Sequence[Cost]]]]()
"""What each decision of matches cost, by match; those that are not analysed are left out."""

SIGN_INS: Final = Slot[Callable[[str], Panel | None]]()
"""Another way in, on the page to sign in, leading on to the address in the first place; None where it is off."""

ACCOUNT_PANELS: Final = Slot[Callable[[User], Panel | None]]()
"""A line of the account page, whose template is included with `panel` for its context; None for none."""


def sign_ins(onward: str) -> list[Panel]:
    """Other ways in than a password."""
    return [panel for find in SIGN_INS if (panel := find(onward)) is not None]


def account_panels(user: User) -> list[Panel]:
    """What other rooms show on somebody's account page."""
    return [panel for find in ACCOUNT_PANELS if (panel := find(user)) is not None]


PUBLISHED: Final = Slot[Callable[[Session, datetime], object]]()
"""What becomes of marks that students were told. Called inside the transaction."""

COURSE_PAGES: Final = Slot[Callable[[Course], Sequence[tuple[str, str]]]]()
"""Pages of upper rooms about a course, for its instructors: title and address."""

GRADE_PAGES: Final = Slot[Callable[[Session], Sequence[tuple[str, str]]]]()
"""Pages of upper rooms about the grades of a session: title and address."""


MARKS_ELSEWHERE: Final = Slot[Callable[[Session], Panel | None]]()
"""What became of a session's marks in other systems; None where they go nowhere."""


def erasure_foretold(user: User, by: Any) -> list[Panel]:
    """What erasing somebody would do, in pieces of a page."""
    return [tell(user, by) for tell in ERASURES]


def sessions_of(course: Course, user: Any) -> Listing:
    """Of a course, for somebody; no lines where nobody knows of any."""
    return next((find(course, user) for find in COURSE_SESSIONS), Listing("", ()))


def archiving_foretold(course: Course) -> list[str]:
    """Nothing where the course is not in use."""
    return [said for tell in ARCHIVINGS for said in tell(course)]


def weighed(matches: Sequence[Match]) -> dict[int, Sequence[Cost]]:
    """Of all matches whose decisions somebody weighed."""
    return {match: costs for find in WEIGHED for match, costs in find(matches).items()}


def authors_changed(match: Match) -> None:
    """Tell everybody who keeps something by the names of those who moved."""
    for renew in AUTHORS_CHANGED:
        renew(match)


def published(play_session: Session, now: datetime) -> None:
    """Tell everybody who passes marks on."""
    for pass_on in PUBLISHED:
        pass_on(play_session, now)


def course_pages(course: Course) -> list[tuple[str, str]]:
    """Of upper rooms, beside the tabs of the course."""
    return [page for pages in COURSE_PAGES for page in pages(course)]


def grade_pages(play_session: Session) -> list[tuple[str, str]]:
    """Of upper rooms, beside those of its grades."""
    return [page for pages in GRADE_PAGES for page in pages(play_session)]


def marks_elsewhere(play_session: Session) -> list[Panel]:
    """What became of a session's marks in other systems."""
    return [panel for find in MARKS_ELSEWHERE if (panel := find(play_session)) is not None]
