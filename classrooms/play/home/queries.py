"""The data of an instructor's first page: running sessions with urgent needs, queries about marks, drafts, marks to
publish, finished debriefs. The number of queries is constant.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, F, Max, OuterRef, Q, Subquery

from classrooms.assess.grading.queries.mark_table import MarkTable, localized_mark, mark_state_words, mark_table_of
from classrooms.models import (
    Debrief,
    Enrolment,
    FinalChoice,
    GradeBook,
    Mark,
    MarkQuery,
    MarkQueryText,
    Paper,
    Participation,
    SeatPlan,
    Session,
    SessionStatus,
    SessionTeam,
    Team,
)
from classrooms.people.access.permissions import Right
from classrooms.play.monitor.queries.monitor import Row, rows_across
from classrooms.play.monitor.queries.needs import Need
from classrooms.play.sessions.queries.sessions import SessionLine, rights_by_course, session_lines
from classrooms.play.sessions.queries.set_up import roles_of
from games.engine.errors import RulesError

GOING_ON: Final = (SessionStatus.RUNNING, SessionStatus.PAUSED, SessionStatus.OPEN)
LIST_LENGTH: Final = 4
"""The greatest number of sessions in a card; the list of sessions has all."""


@dataclass(frozen=True)
class Running:
    """A session that runs or waits for its start. `ends` are teams that have finished."""

    line: SessionLine
    rows: tuple[Row, ...]

    @property
    def play_session(self) -> Session:
        return self.line.play_session

    @property
    def needs(self) -> list[tuple[Row, Need]]:
        """The needs of its teams, most urgent first."""
        found = [(row, need) for row in self.rows for need in row.needs if need.is_card]
        return sorted(found, key=lambda each: (-each[1].weight, each[0].table.position, each[0].table.pk))

    @property
    def ended(self) -> int:
        """Teams whose match is over."""
        return sum(row.match is not None and row.match.is_over for row in self.rows)


@dataclass(frozen=True)
class Preparing:
    """A draft with its parts. `empty` are seats without a planned person, None while the game's seats are unknown."""

    line: SessionLine
    names: int
    teams: int
    tables: int
    empty: int | None

    @property
    def play_session(self) -> Session:
        return self.line.play_session

    @property
    def has_pace(self) -> bool:
        """Has the draft a scenario and a pace?"""
        return bool(self.play_session.pace)


@dataclass(frozen=True)
class ToPublish:
    """A finished session with unpublished marks. `again` says that earlier ones were published."""

    play_session: Session
    marked: int
    again: bool


@dataclass(frozen=True)
class Question:
    """A student's unanswered query about a mark: `mark` is the published one, `text` the student's last message."""

    pk: int
    play_session: Session
    name: str
    mark: str
    text: str
    asked_at: datetime


@dataclass(frozen=True)
class Ready:
    """The debriefs of a session: `debriefs` of `teams` tables have one. `papers` are numbers of finished PDFs by kind,
    `making` the number of requested ones.
    """

    play_session: Session
    teams: int
    debriefs: int
    papers: Mapping[str, int]
    making: int


@dataclass(frozen=True)
class Home:
    """The page. `sheet` holds the marks of the first session in `to_publish`."""

    running: tuple[Running, ...]
    preparing: tuple[Preparing, ...]
    to_publish: tuple[ToPublish, ...]
    sheet: MarkTable | None
    ready: tuple[Ready, ...]
    questions: tuple[Question, ...] = ()

    @property
    def needy(self) -> int:
        """The number of urgent needs."""
        return sum(len(each.needs) for each in self.running)

    @property
    def is_first_day(self) -> bool:
        """Is the page still empty?"""
        return not (self.running or self.preparing or self.to_publish or self.ready or self.questions)


def home_of(user: Any, now: datetime) -> Home:
    """The page for the courses that a person runs or watches, without archived ones."""
    rights = rights_by_course(user)
    staff = [course for course, each in rights.items() if Right.LOOK in each]
    rows = Session.objects.filter(course__in=staff, course__archived_at__isnull=True).select_related("course")
    rows = rows.exclude(status=SessionStatus.ARCHIVED).order_by("starts_at", "-created_at", "-pk")
    lines = session_lines(list(rows), rights, user)
    to_publish = _to_publish([line for line in lines if Right.GRADE in line.rights])
    return Home(
        _running([line for line in lines if line.play_session.status in GOING_ON], now),
        _preparing([line for line in lines if line.play_session.status == SessionStatus.DRAFT and line.may_manage]),
        to_publish,
        mark_table_of(to_publish[0].play_session) if to_publish else None,
        _ready(lines),
        _questions([line.play_session.pk for line in lines if Right.GRADE in line.rights]),
    )


def _running(lines: Sequence[SessionLine], now: datetime) -> tuple[Running, ...]:
    """Sessions with needs first, then running, paused, open ones."""
    by_session: dict[int, list[SessionTeam]] = {line.play_session.pk: [] for line in lines}
    tables = SessionTeam.objects.filter(session__in=by_session).select_related("match")
    for table in tables.defer("match__state", "match__scenario", "match__options").order_by("position", "pk"):
        by_session[table.session_id].append(table)
    rows = rows_across({line.play_session: by_session[line.play_session.pk] for line in lines}, now)
    found = [Running(line, tuple(rows[line.play_session.pk])) for line in lines]
    order = {status.value: place for place, status in enumerate(GOING_ON)}
    found.sort(key=lambda each: (not each.needs, order[each.play_session.status], -each.play_session.pk))
    return tuple(found)


def _preparing(lines: Sequence[SessionLine]) -> tuple[Preparing, ...]:
    """Drafts with the soonest start first, those without a date last."""
    ids = [line.play_session.pk for line in lines]
    courses = {line.play_session.course_id for line in lines}
    enrolled = Enrolment.objects.filter(course__in=courses, role=Enrolment.Role.STUDENT, left_at__isnull=True)
    names = dict(enrolled.values_list("course").annotate(Count("pk")).order_by())
    teams = dict(Team.objects.filter(course__in=courses).values_list("course").annotate(Count("pk")).order_by())
    seats = SeatPlan.objects.filter(session_team__session__in=ids).values("session_team__session").order_by()
    planned = {row["session_team__session"]: row["n"] for row in seats.annotate(n=Count(_SEAT, distinct=True))}
    found = []
    for line in lines:
        play_session = line.play_session
        empty = _seats(line) - planned.get(play_session.pk, 0) if line.tables else None
        counts = (names.get(play_session.course_id, 0), teams.get(play_session.course_id, 0))
        found.append(Preparing(line, *counts, line.tables, empty))
    return tuple(found)


_SEAT: Final = F("session_team") * 1000 + F("seat")
"""One number for each seat of each table; no game has a thousand seats."""


def _seats(line: SessionLine) -> int:
    """The seats of all tables; 0 if the scenario cannot be read."""
    try:
        return line.tables * len(roles_of(line.play_session))
    except (LookupError, RulesError):
        return 0


def _to_publish(lines: Sequence[SessionLine]) -> tuple[ToPublish, ...]:
    """Finished sessions with marks that were never published, or that staff changed since. The latest first."""
    over = {
        line.play_session.pk: line.play_session
        for line in lines
        if line.play_session.status == SessionStatus.FINISHED and not line.play_session.is_rehearsal
    }
    chosen = FinalChoice.objects.filter(book=OuterRef("pk")).order_by("-created_at").values("created_at")[:1]
    said = Participation.objects.filter(session=OuterRef("session"), is_proposed=False).order_by("-at").values("at")[:1]
    rows = GradeBook.objects.filter(session__in=over).annotate(chosen=Subquery(chosen), said=Subquery(said))
    books = {row[0]: row[1:] for row in rows.values_list("session", "published_at", "chosen", "said")}
    has_points = Q(points__isnull=False) | Q(changed_points__isnull=False)
    counted = Mark.objects.filter(line__book__session__in=over, line__weight__gt=0).filter(has_points)
    marks = counted.values_list("line__book__session").annotate(Count("user", distinct=True), Max("changed_at"))
    found = []
    for session_id, marked, changed_at in marks.order_by():
        told, *changes = books[session_id]
        if told is None or any(at is not None and at > told for at in (changed_at, *changes)):
            found.append(ToPublish(over[session_id], marked, told is not None))
    return tuple(sorted(found, key=lambda each: _latest(each.play_session)))


def _questions(session_ids: Sequence[int]) -> tuple[Question, ...]:
    """Unanswered queries, the oldest first."""
    said = MarkQueryText.objects.filter(query=OuterRef("pk")).order_by("-created_at", "-pk")
    rows = MarkQuery.objects.filter(published__book__session__in=session_ids, is_open=True)
    rows = rows.select_related("published__user", "published__book__session__course").order_by("created_at", "pk")
    return tuple(
        Question(
            row.pk,
            row.published.book.session,
            row.published.user.get_full_name(),
            mark_state_words(row.state) or localized_mark(row.final),
            row.text,
            row.asked_at,
        )
        for row in rows.annotate(
            text=Subquery(said.values("text")[:1]), asked_at=Subquery(said.values("created_at")[:1])
        )
    )


def _latest(play_session: Session) -> tuple[float, int]:
    ended = play_session.finished_at or play_session.created_at
    return (-ended.timestamp(), -play_session.pk)


def _ready(lines: Sequence[SessionLine]) -> tuple[Ready, ...]:
    """Sessions with a debrief of at least one team, the latest first."""
    by_id = {line.play_session.pk: line for line in lines}
    made = Debrief.objects.filter(match__session_team__session__in=by_id).order_by()
    debriefs = dict(made.values_list("match__session_team__session").annotate(Count("pk")))
    papers: dict[int, dict[str, int]] = {}
    making: dict[int, int] = {}
    asked = Paper.objects.filter(batches__session__in=by_id).values_list("batches__session", "kind").order_by()
    counted = asked.annotate(there=Count("pk", filter=~Q(digest="")), number=Count("pk"))
    for session_id, kind, number, all_of_them in counted:
        papers.setdefault(session_id, {})[kind] = number
        making[session_id] = making.get(session_id, 0) + all_of_them - number
    found = [
        Ready(by_id[pk].play_session, by_id[pk].tables, number, papers.get(pk, {}), making.get(pk, 0))
        for pk, number in debriefs.items()
    ]
    return tuple(sorted(found, key=lambda each: _latest(each.play_session)))
