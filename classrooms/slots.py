"""What upper rooms put into lower ones: one typed slot for each thing, filled from `ready`. A room asks its slot, and
where nobody filled it does without.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from classrooms.models import Course, User
from games.models import Match
from games.slots import Slot

ERASURES: Final = Slot[Callable[[User, Any], Mapping[str, Any]]]()
"""What erasing somebody would do, for the page on which the person in the second place decides it."""

COURSE_SESSIONS: Final = Slot[Callable[[Course, Any], Sequence[Any]]]()
"""The sessions of a course that somebody may see, newest first: lines for `classrooms/sessions/lines.html`."""

ARCHIVINGS: Final = Slot[Callable[[Course], Sequence[str]]]()
"""What putting a course away would do to what is in use, in sentences of the current language."""

AUTHORS_CHANGED: Final = Slot[Callable[[Match], object]]()
"""What is made anew when moves of a match are noted as somebody else's. Called inside the transaction."""

ANALYSED: Final = Slot[Callable[[Match], object]]()
"""What is made anew when the analysis of a match is there."""


def erasure_foretold(user: User, by: Any) -> dict[str, Any]:
    """For the context of a page."""
    return {name: value for tell in ERASURES for name, value in tell(user, by).items()}


def sessions_of(course: Course, user: Any) -> list[Any]:
    """Of a course, for somebody."""
    return [line for find in COURSE_SESSIONS for line in find(course, user)]


def archiving_foretold(course: Course) -> list[str]:
    """Nothing where the course is not in use."""
    return [said for tell in ARCHIVINGS for said in tell(course)]


def authors_changed(match: Match) -> None:
    """Tell everybody who keeps something by the names of those who moved."""
    for renew in AUTHORS_CHANGED:
        renew(match)
