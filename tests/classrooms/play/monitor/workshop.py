"""A course with its instructor and a running session, and helpers that read their state."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from classrooms.models import Course, Session, SessionTeam
from games.models import Intervention, Match
from games.platform.services.interventions import Actor
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import NOW, person

LATER = NOW + timedelta(minutes=10)


@dataclass
class Workshop:
    """`people` hold seats in each team, from the first one on. Bots hold the other seats."""

    teacher: Any
    course: Course
    play_session: Session
    people: list[list[Any]] = field(default_factory=list)

    @property
    def tables(self) -> list[SessionTeam]:
        """The teams, read from the database."""
        return list(self.play_session.session_teams.select_related("match").order_by("position"))

    @property
    def match(self) -> Match:
        """The current match of the first team."""
        match = self.tables[0].match
        assert match is not None
        return match

    @property
    def revision(self) -> int:
        """The session's revision, which every visible change increases."""
        self.play_session.refresh_from_db()
        return self.play_session.revision

    def actor(self, reason: str = "", **more: Any) -> Actor:
        """The instructor presses a button, ten minutes after the start."""
        return Actor(self.teacher, reason, **{"at": LATER, **more})

    def log(self) -> list[tuple[Any, ...]]:
        """Every intervention: kind, match, seat, reason."""
        rows = Intervention.objects.order_by("pk")
        return [(row.kind, row.match_id, row.seat, row.reason) for row in rows]


def workshop(*, teams: int = 1, seats: int = 2, **more: Any) -> Workshop:
    """A session that has begun."""
    teacher = person(display_name="Claire Fontaine")
    people = [[person() for _seat in range(seats)] for _team in range(teams)]
    course = course_of(teacher, [user for team in people for user in team])
    return Workshop(teacher, course, session_of(course, teams=people, started=True, **more), people)


def member(course: Course, role: str, **more: Any) -> Any:
    """A new member of the course."""
    return enrol(course, person(**more), role)
