"""Reading sessions: the lists of a person's courses, in a constant number of queries."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Case, Count, Q, When

from classrooms.models import Course, Enrolment, Session, SessionStatus, SessionTeam
from classrooms.people.access.permissions import RIGHTS, Right
from classrooms.play.sessions.queries.pages import page_url, staff_url
from games.public.models import KEPT, OVER, SeatHolder

ORDER = (
    SessionStatus.RUNNING,
    SessionStatus.PAUSED,
    SessionStatus.OPEN,
    SessionStatus.DRAFT,
    SessionStatus.FINISHED,
    SessionStatus.ARCHIVED,
)
"""States in the order of a list: sessions that need attention come first."""


@dataclass
class SessionLine:
    """A session in a list. `mine` is the reader's own table, if they hold a seat there."""

    play_session: Session
    rights: frozenset[Right]
    tables: int = 0
    ended: int = 0
    people: int = 0
    mine: SessionTeam | None = None

    @property
    def url(self) -> str:
        """The reader's next page."""
        return staff_url(self.play_session, self.rights) if self.is_staff else page_url("session", self.play_session.pk)

    @property
    def is_staff(self) -> bool:
        """Does the reader run or watch the session?"""
        return Right.LOOK in self.rights

    @property
    def may_manage(self) -> bool:
        """May the reader copy and archive the session?"""
        return Right.MANAGE in self.rights

    @property
    def may_run(self) -> bool:
        """May the reader open, start and end the session?"""
        return Right.RUN in self.rights


@dataclass
class SessionGroup:
    """The sessions in one state."""

    status: str
    lines: list[SessionLine] = field(default_factory=list)


def session_groups(user: Any) -> list[SessionGroup]:
    """All sessions of a person's courses by state, newest first, without empty groups. Students do not see drafts."""
    rights = rights_by_course(user)
    staff = [course for course, each in rights.items() if Right.LOOK in each]
    rows = Session.objects.filter(course__in=rights, course__archived_at__isnull=True)
    rows = rows.filter(Q(course__in=staff) | ~Q(status=SessionStatus.DRAFT)).select_related("course")
    lines = session_lines(list(rows.order_by("-created_at", "-pk")), rights, user)
    groups = {status: SessionGroup(status.value) for status in ORDER}
    for line in lines:
        groups[SessionStatus(line.play_session.status)].lines.append(line)
    return [group for group in groups.values() if group.lines]


def course_sessions(course: Course, user: Any) -> list[SessionLine]:
    """The sessions of one course in the order of `ORDER`."""
    rights = {key: value for key, value in rights_by_course(user).items() if key == course.pk}
    rows = Session.objects.filter(course=course).select_related("course").order_by("-created_at", "-pk")
    if Right.LOOK not in rights.get(course.pk, frozenset()):
        rows = rows.exclude(status=SessionStatus.DRAFT)
    lines = session_lines(list(rows), rights, user)
    return sorted(lines, key=lambda line: ORDER.index(SessionStatus(line.play_session.status)))


def rights_by_course(user: Any) -> dict[int, frozenset[Right]]:
    """A person's rights in each of their courses."""
    rows = Enrolment.objects.filter(user=user, left_at__isnull=True)
    return {course: RIGHTS[Enrolment.Role(role)] for course, role in rows.values_list("course_id", "role")}


def managed_courses(user: Any) -> list[Course]:
    """The courses in use that a person may change, in two queries."""
    managed = [course for course, rights in rights_by_course(user).items() if Right.MANAGE in rights]
    return list(Course.objects.filter(pk__in=managed, archived_at__isnull=True))


def reusable_sessions(user: Any, first: Course, most: int) -> list[Session]:
    """Opened sessions of a person's courses: those of `first` before the others, newest first."""
    managed = [course for course, rights in rights_by_course(user).items() if Right.MANAGE in rights]
    rows = Session.objects.filter(course__in=managed).exclude(status=SessionStatus.DRAFT).select_related("course")
    elsewhere = Case(When(course=first, then=0), default=1)
    return list(rows.order_by(elsewhere, "-created_at", "-pk")[:most])


def session_lines(rows: Sequence[Session], rights: dict[int, frozenset[Right]], user: Any) -> list[SessionLine]:
    """The sessions with their numbers, in three queries."""
    lines = {row.pk: SessionLine(row, rights.get(row.course_id, frozenset())) for row in rows}
    tables = SessionTeam.objects.filter(session__in=lines).values("session").order_by()
    for found in tables.annotate(tables=Count("pk"), ended=Count("pk", filter=Q(match__status__in=OVER))):
        line = lines[found["session"]]
        line.tables, line.ended = found["tables"], found["ended"]
    held = SeatHolder.objects.filter(seat__match__session_team__session__in=lines, released_at__isnull=True)
    per_session = held.values_list("seat__match__session_team__session").order_by()
    for session_id, people in per_session.annotate(people=Count("user", distinct=True)):
        lines[session_id].people = people
    for table in my_tables(user, lines):
        lines[table.session_id].mine = table
    return list(lines.values())


def my_tables(user: Any, session_ids: Iterable[int]) -> list[SessionTeam]:
    """The tables at which a person holds a seat, or a seat is kept for them."""
    held = SeatHolder.objects.filter(KEPT, user=user, seat__match__session_team__session__in=list(session_ids))
    return list(SessionTeam.objects.filter(match__in=held.values("seat__match")).select_related("match"))


def my_table(user: Any, play_session: Session) -> SessionTeam | None:
    """The table at which a person holds a seat in a session."""
    return next(iter(my_tables(user, [play_session.pk])), None)
