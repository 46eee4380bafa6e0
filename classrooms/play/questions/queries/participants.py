"""The students of a session: people with a present, past or planned seat at its tables."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from classrooms.models import Enrolment, Session
from classrooms.people.class_lists.namesakes import tell_apart
from classrooms.play.questions.queries.moments import NOWHERE, Whereabouts, places


@dataclass(frozen=True)
class Participant:
    """A present student of the course, with their progress."""

    user: Any
    student_number: str
    place: Whereabouts

    @property
    def team(self) -> str:
        """The name of their table; empty for a student without one."""
        return self.place.table.name if self.place.table else ""


def participants(play_session: Session, also: Iterable[int] = ()) -> dict[int, Participant]:
    """Students by user, in the order of teams and names; `also` are further people without a seat."""
    found = {user: place for (_session, user), place in places([play_session]).items()}
    rows = Enrolment.objects.filter(
        course=play_session.course_id, role=Enrolment.Role.STUDENT, left_at__isnull=True, user__in={*found, *also}
    ).select_related("user")
    tell_apart(play_session.course_id, [row.user for row in rows])
    people = [Participant(row.user, row.student_number, found.get(row.user_id, NOWHERE)) for row in rows]
    people.sort(key=lambda one: (_rank(one.place), one.user.get_full_name().casefold(), one.user.pk))
    return {one.user.pk: one for one in people}


def _rank(place: Whereabouts) -> tuple[bool, int, int]:
    return (True, 0, 0) if place.table is None else (False, place.table.position, place.table.pk)
