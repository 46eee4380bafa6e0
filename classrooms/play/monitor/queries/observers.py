"""People who look on at the tables of a session, their links and their notes."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from classrooms.models import Enrolment, ObserverLink, Session, SessionStatus, TableObserver
from classrooms.people.class_lists.namesakes import tell_apart
from classrooms.play.sessions.queries.set_up import roles_of
from games.public.models import KEPT, Match, SeatHolder
from games.ui.faces import RoleName

Role = Enrolment.Role


@dataclass(frozen=True)
class ObserverLine:
    """A person who looks on or looked on, and the role of the view; None for the open view."""

    row: TableObserver
    role: RoleName | None


@dataclass(frozen=True)
class LinkLine:
    """An open link and the role of its view; None for the open view."""

    row: ObserverLink
    role: RoleName | None


def _role(roles: tuple[RoleName, ...], seat: int | None) -> RoleName | None:
    return roles[seat] if seat is not None and seat < len(roles) else None


def observer_lines(play_session: Session) -> list[ObserverLine]:
    """The people who look on, table by table, and former ones who left a note."""
    rows = TableObserver.objects.filter(session_team__session=play_session).select_related("user", "session_team")
    rows = rows.order_by("session_team__position", "session_team", "created_at", "pk")
    roles = roles_of(play_session)
    kept = [row for row in rows if row.ended_at is None or row.has_note]
    tell_apart(play_session.course_id, [row.user for row in kept])
    return [ObserverLine(row, _role(roles, row.seat)) for row in kept]


def link_lines(play_session: Session) -> list[LinkLine]:
    """The links of a session that are not withdrawn, table by table."""
    rows = ObserverLink.objects.filter(session_team__session=play_session, revoked_at__isnull=True)
    rows = rows.select_related("session_team").order_by("session_team__position", "session_team")
    roles = roles_of(play_session)
    return [LinkLine(row, _role(roles, row.seat)) for row in rows]


def people_without_seat(play_session: Session) -> list[Any]:
    """The people of the course who may look on: students and observers without a seat in the session, by name."""
    seated = SeatHolder.objects.filter(KEPT, seat__match__session_team__session=play_session).values("user")
    rows = Enrolment.objects.filter(
        course=play_session.course_id, role__in=(Role.STUDENT, Role.OBSERVER), left_at__isnull=True
    ).exclude(user__in=seated)
    people = [row.user for row in rows.select_related("user").order_by("user__display_name", "user_id")]
    tell_apart(play_session.course_id, people)
    return people


def observed_by(user: Any) -> list[ObserverLine]:
    """The tables at which a person looks on, the newest first; those of archived sessions are left out."""
    rows = TableObserver.objects.filter(user=user.pk, ended_at__isnull=True, session_team__match__isnull=False)
    rows = rows.exclude(session_team__session__status=SessionStatus.ARCHIVED)
    found = rows.select_related("session_team__session__course", "session_team__match").order_by("-created_at", "-pk")
    return [ObserverLine(row, _role(roles_of(row.session_team.session), row.seat)) for row in found]


def notes_for(match: Match, user: Any, *, steward: bool) -> list[TableObserver]:
    """The notes on a match that a reader of its debrief may read: people who run it all, critical friends their own,
    others the shared ones.
    """
    rows = TableObserver.objects.filter(session_team__match=match).exclude(went_well="", to_ask="", question="")
    if not steward:
        rows = rows.filter(Q(shared_at__isnull=False) | Q(user=user.pk))
    return list(rows.select_related("user"))
