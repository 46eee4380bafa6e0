"""Answers of the API of courses. Each answer names all its fields, so that no other field is published."""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from typing import Any

import msgspec
from django.urls import reverse

from classrooms.assess.grading.queries.mark_table import MarkTable, Row
from classrooms.assess.grading.queries.mine import awaited_in
from classrooms.assess.reports.batch import BatchProgress, Item
from classrooms.models import Enrolment, PublishedGrade, Session, SessionTeam, Team
from classrooms.people.access.permissions import CourseAccess, Right
from classrooms.people.class_lists.queries import has_link
from games.public.base import site_url
from games.public.models import SeatHolder
from games.public.people import return_token


class CourseAnswer(msgspec.Struct, frozen=True):
    """A course, and the caller's role in it."""

    id: int
    name: str
    term: str
    time_zone: str
    role: str
    archived: bool


class CourseList(msgspec.Struct, frozen=True):
    """The caller's courses, by name."""

    courses: tuple[CourseAnswer, ...]


class PersonAnswer(msgspec.Struct, frozen=True):
    """A person in a course. Managers of the course also read address, student number and extra time in percent.
    They also read the personal sign-in link of guests. For other callers these fields are null.
    """

    id: int
    name: str
    family_name: str
    given_name: str
    role: str
    team: int | None
    email: str | None = None
    student_number: str | None = None
    extra_time: int | None = None
    link: str | None = None


class PeopleList(msgspec.Struct, frozen=True):
    """The members of a course, without former ones."""

    people: tuple[PersonAnswer, ...]


class TeamAnswer(msgspec.Struct, frozen=True):
    """A team and the ids of its members."""

    id: int
    name: str
    members: tuple[int, ...]


class TeamList(msgspec.Struct, frozen=True):
    """The teams of a course, by name."""

    teams: tuple[TeamAnswer, ...]


class TableAnswer(msgspec.Struct, frozen=True):
    """A table of a session; `match` is null before the session is opened. `holders` are the ids of people on its
    seats.
    """

    name: str
    team: int | None
    match: int | None
    status: str | None
    number: int | None
    holders: tuple[int, ...]


class SessionAnswer(msgspec.Struct, frozen=True):
    """A session with its tables."""

    id: int
    course: int
    title: str
    game: str
    scenario: str
    status: str
    rehearsal: bool
    options: dict[str, Any]
    pace: dict[str, Any]
    late_policy: str
    luck: str
    bot: str
    join_code: str
    tables: tuple[TableAnswer, ...]
    starts_at: datetime | None
    debrief_at: datetime | None
    created_at: datetime
    opened_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None


class SessionList(msgspec.Struct, frozen=True):
    """The sessions of a course, newest first."""

    sessions: tuple[SessionAnswer, ...]


class LineAnswer(msgspec.Struct, frozen=True):
    """A line of the rubric: its weight, and the points on the scale of the marks, null for nothing to judge."""

    title: str
    weight: int
    points: str | None
    by_hand: bool


class MarkAnswer(msgspec.Struct, frozen=True):
    """A student's current mark: `final` as a number in a text, or `mark_state` as the reason for none. `published` is
    the published mark. `unfinished` names the lines still to be judged: it is empty for a finished mark.
    """

    person: int
    name: str
    student_number: str
    team: str
    final: str | None
    mark_state: str
    published: str | None
    unfinished: tuple[str, ...]
    lines: tuple[LineAnswer, ...]


class MarkList(msgspec.Struct, frozen=True):
    """The marks of a session, on a scale from 0 to `scale`; `published_at` is the time of the last publication."""

    scale: int
    published_at: datetime | None
    marks: tuple[MarkAnswer, ...]


class OwnMarkAnswer(msgspec.Struct, frozen=True):
    """The caller's own mark as it was published; null before that. `unfinished` names the lines that were still to be
    judged.
    """

    final: str | None
    mark_state: str
    unfinished: tuple[str, ...]
    scale: int | None
    published_at: datetime | None


class PaperAnswer(msgspec.Struct, frozen=True):
    """A paper: ready, working, outdated, missing or failed. `url` gives the PDF of one that is ready."""

    id: int
    kind: str
    title: str
    state: str
    url: str | None


class PaperList(msgspec.Struct, frozen=True):
    """The papers of a session that were requested last; empty without a request."""

    papers: tuple[PaperAnswer, ...]


def course_answer(enrolment: Enrolment) -> CourseAnswer:
    """The course of an enrolment, fetched with it."""
    course = enrolment.course
    return CourseAnswer(
        course.pk, course.name, course.term, course.time_zone, enrolment.role, course.archived_at is not None
    )


def people_answer(access: CourseAccess, rows: Iterable[Enrolment], teams: dict[int, int]) -> PeopleList:
    """People of a course, their users fetched with them, as the caller may see them."""
    full = access.may(Right.MANAGE)
    return PeopleList(tuple(_person(row, teams.get(row.user_id), full) for row in rows))


def _person(row: Enrolment, team: int | None, full: bool) -> PersonAnswer:
    user = row.user
    more: dict[str, Any] = {}
    if full:
        link = site_url("games:return", return_token(user)) if has_link(user) else None
        more = {
            "email": user.email,
            "student_number": row.student_number,
            "extra_time": row.extra_time,
            "link": link if row.role == Enrolment.Role.STUDENT else None,
        }
    return PersonAnswer(row.user_id, user.get_full_name(), user.family_name, user.given_name, row.role, team, **more)


def team_answer(team: Team) -> TeamAnswer:
    """A team, its members fetched with it."""
    return TeamAnswer(team.pk, team.name, tuple(sorted(user.pk for user in team.members.all())))


def sessions_answer(sessions: Iterable[Session]) -> tuple[SessionAnswer, ...]:
    """Sessions with their tables, in a number of queries that does not grow with them."""
    found = list(sessions)
    tables: dict[int, list[SessionTeam]] = {}
    for table in SessionTeam.objects.filter(session__in=found).select_related("match").order_by("position", "pk"):
        tables.setdefault(table.session_id, []).append(table)
    held: dict[int, list[int]] = {}
    seats = SeatHolder.objects.filter(seat__match__session_team__session__in=found, released_at__isnull=True)
    for match, user in seats.order_by("seat__index", "pk").values_list("seat__match", "user"):
        if user not in held.setdefault(match, []):
            held[match].append(user)
    return tuple(_session(each, tables.get(each.pk, []), held) for each in found)


def _session(play_session: Session, tables: list[SessionTeam], held: dict[int, list[int]]) -> SessionAnswer:
    return SessionAnswer(
        id=play_session.pk,
        course=play_session.course_id,
        title=play_session.title,
        game=play_session.game,
        scenario=play_session.scenario_key,
        status=play_session.status,
        rehearsal=play_session.is_rehearsal,
        options=play_session.options,
        pace=play_session.pace,
        late_policy=play_session.late_policy,
        luck=play_session.luck,
        bot=play_session.bot,
        join_code=play_session.join_code,
        tables=tuple(_table(table, held) for table in tables),
        starts_at=play_session.starts_at,
        debrief_at=play_session.debrief_at,
        created_at=play_session.created_at,
        opened_at=play_session.opened_at,
        started_at=play_session.started_at,
        finished_at=play_session.finished_at,
    )


def _table(table: SessionTeam, held: dict[int, list[int]]) -> TableAnswer:
    match = table.match
    if match is None:
        return TableAnswer(table.name, table.team_id, None, None, None, ())
    holders = tuple(held.get(match.pk, ()))
    return TableAnswer(table.name, table.team_id, match.pk, match.status, match.number, holders)


def marks_answer(sheet: MarkTable) -> MarkList:
    """The marks of a session's sheet."""
    return MarkList(sheet.book.scale, sheet.book.published_at, tuple(_mark(row) for row in sheet.rows))


def _mark(row: Row) -> MarkAnswer:
    lines = tuple(LineAnswer(cell.line.name, cell.line.weight, cell.value or None, cell.by_hand) for cell in row.cells)
    return MarkAnswer(
        person=row.enrolment.user_id,
        name=row.user.get_full_name(),
        student_number=row.enrolment.student_number,
        team=row.team,
        final=_plain(row.final),
        mark_state=row.mark_state,
        published=row.published,
        unfinished=tuple(line.name for line in row.pending),
        lines=lines,
    )


def own_mark_answer(published: PublishedGrade | None) -> OwnMarkAnswer:
    """A student's own published mark."""
    if published is None:
        return OwnMarkAnswer(None, "", (), None, None)
    scale: int = published.content["scale"]
    waits = awaited_in(published.content)
    return OwnMarkAnswer(_plain(published.final), published.state, waits, scale, published.published_at)


def _plain(number: str) -> str | None:
    return str(Decimal(number)) if number else None


def papers_answer(session_id: int, mark_state: BatchProgress | None) -> PaperList:
    """The papers of the last list."""
    return PaperList(tuple(_paper(session_id, item) for item in (mark_state.items if mark_state is not None else ())))


def _paper(session_id: int, item: Item) -> PaperAnswer:
    address = reverse("classrooms:api-paper", args=[session_id, item.paper.pk]) if item.state == "ready" else None
    return PaperAnswer(item.paper.pk, item.paper.kind, item.title, item.state, address)
