"""What upper rooms put into lower ones: one typed slot for each thing, filled from `ready`. A room asks its slot, and
where nobody filled it does without.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from classrooms.models import Course, User
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


def erasure_foretold(user: User, by: Any) -> list[Panel]:
    """What erasing somebody would do, in pieces of a page."""
    return [tell(user, by) for tell in ERASURES]


def sessions_of(course: Course, user: Any) -> Listing:
    """Of a course, for somebody; no lines where nobody knows of any."""
    return next((find(course, user) for find in COURSE_SESSIONS), Listing("", ()))


def archiving_foretold(course: Course) -> list[str]:
    """Nothing where the course is not in use."""
    return [said for tell in ARCHIVINGS for said in tell(course)]


def authors_changed(match: Match) -> None:
    """Tell everybody who keeps something by the names of those who moved."""
    for renew in AUTHORS_CHANGED:
        renew(match)
