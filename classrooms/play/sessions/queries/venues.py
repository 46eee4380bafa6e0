"""Sessions on the home page: the session of a match, and sessions in which a student may still take a seat."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from classrooms import hooks as rooms
from classrooms.models import Course, Enrolment, SeatPlan, Session, SessionStatus, SessionTeam, TableObserver, Team
from classrooms.play.sessions.queries.consequences import of_archiving
from classrooms.play.sessions.queries.sessions import course_sessions
from classrooms.play.sessions.queries.set_up import BEGUN
from games.public import hooks
from games.public.hooks import Venue
from games.public.models import KEPT, OVER, Prepared, Seat, SeatHolder

MOST_OFFERED = 10


def sessions_listed(course: Course, user: Any) -> rooms.Listing:
    """The sessions of a course, for its overview."""
    return rooms.Listing("classrooms/sessions/lines.html", course_sessions(course, user))


def session_venues(match_ids: Sequence[int]) -> Mapping[int, Venue]:
    """The sessions of matches, in one query."""
    return {row.match_id: _venue(row.session) for row in _tables_among.among(match_ids) if row.match_id is not None}


@Prepared
def _tables_among(*match_ids: int) -> QuerySet[SessionTeam]:
    return SessionTeam.objects.filter(match__in=match_ids).select_related("session__course")


def seats_planned(match_ids: Sequence[int]) -> dict[int, dict[int, list[Any]]]:
    """The people planned for each seat of matches, in one query."""
    found: dict[int, dict[int, list[Any]]] = {}
    rows = SeatPlan.objects.filter(session_team__match__in=match_ids, user__erased_at__isnull=True)
    for row in rows.select_related("user", "session_team").order_by("pk"):
        found.setdefault(row.session_team.match_id or 0, {}).setdefault(row.seat, []).append(row.user)
    return found


def sessions_offered(user: Any) -> list[Venue]:
    """Sessions of a student's courses in which they have no seat, look on at no table and may take a seat, in at most
    three queries.
    """
    found = _unseated(user.pk)
    possible = _with_a_seat(user, found)
    return [_venue(row) for row in found if row.pk in possible]


@Prepared
def _unseated(user_id: int) -> QuerySet[Session]:
    mine = Enrolment.objects.filter(user=user_id, role=Enrolment.Role.STUDENT, left_at__isnull=True)
    courses = mine.filter(course__archived_at__isnull=True).values("course")
    is_open = Q(status=SessionStatus.OPEN) | Q(status__in=BEGUN, late_join=True)
    held = SeatHolder.objects.filter(KEPT, user=user_id, seat__match__session_team__isnull=False)
    rows = Session.objects.filter(is_open, course__in=courses)
    rows = rows.exclude(pk__in=held.values("seat__match__session_team__session"))
    looked_on = TableObserver.objects.filter(Q(ended_at__isnull=True) | Q(seat__isnull=False), user=user_id)
    rows = rows.exclude(pk__in=looked_on.values("session_team__session"))
    return rows.select_related("course").order_by("-opened_at", "-pk")[:MOST_OFFERED]


def session_now(user: Any) -> str:
    """The only open or running session of a student. They have a seat in it, or one is kept for them, in a match that
    is not over; or they may take one before the start. Empty if there is none, or more than one. Three queries at most.
    """
    mine = Enrolment.objects.filter(user=user, role=Enrolment.Role.STUDENT, left_at__isnull=True)
    rows = Session.objects.filter(course__in=mine.values("course"), course__archived_at__isnull=True)
    rows = rows.filter(status__in=(SessionStatus.OPEN, *BEGUN))
    open_now = {row.pk: row.status for row in rows.only("pk", "status")}
    if not open_now:
        return ""
    kept = SeatHolder.objects.filter(KEPT, user=user, seat__match__session_team__session__in=open_now)
    told = set(kept.values_list("seat__match__session_team__session", "seat__match__status"))
    seated = {session for session, _status in told}
    going_on = {session for session, status in told if status not in OVER}
    going_on |= {pk for pk, status in open_now.items() if status == SessionStatus.OPEN and pk not in seated}
    return reverse("classrooms:session", args=list(going_on)) if len(going_on) == 1 else ""


def _with_a_seat(user: Any, rows: list[Session]) -> set[int]:
    """The sessions with a free seat for a person: at their own team's table, which may be shared, if their team plays;
    else any seat without a holder. Ended tables have none.
    """
    if not rows:
        return set()
    own = set(Team.objects.filter(members=user).values_list("pk", flat=True))
    free = Exists(
        Seat.objects.filter(match=OuterRef("match")).exclude(
            Exists(SeatHolder.objects.filter(KEPT, seat=OuterRef("pk")))
        )
    )
    tables = SessionTeam.objects.filter(session__in=rows).annotate(has_free=free)
    mine: dict[int, bool] = {}
    anybodys: set[int] = set()
    for table in tables.select_related("match").defer("match__state", "match__scenario", "match__options"):
        plays = table.match is not None and not table.match.is_over
        if table.team_id in own:
            mine[table.session_id] = mine.get(table.session_id, False) or plays
        elif plays and table.has_free:
            anybodys.add(table.session_id)
    return {row.pk for row in rows if mine.get(row.pk, row.pk in anybodys)}


def _venue(play_session: Session) -> Venue:
    url = reverse("classrooms:session", args=[play_session.pk])
    starts_at = play_session.starts_at if play_session.status == SessionStatus.OPEN else None
    return Venue(play_session.title, play_session.course.name, url, starts_at, play_session.game)


hooks.VENUES.fill(session_venues)
hooks.OFFERS.fill(sessions_offered)
hooks.ENTRANCES.fill(session_now)
hooks.PLANNED.fill(seats_planned)
rooms.COURSE_SESSIONS.fill(sessions_listed)
rooms.ARCHIVINGS.fill(of_archiving)
