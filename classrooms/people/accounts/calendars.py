"""A person's calendar: due decisions, planned starts and debriefs of sessions."""

from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.models import Enrolment, Session, SessionStatus
from games.public.base import site_url
from games.public.models import KEPT, Decision, SeatHolder, Status
from games.public.people import Entry, due_entries
from games.ui import faces

STAFF = (Enrolment.Role.INSTRUCTOR, Enrolment.Role.ASSISTANT)


def entries_of(user: Any) -> list[Entry]:
    """All calendar entries of a person, in the current language."""
    return [
        *due_entries(user),
        *_due_at_tables(user),
        *(entry for play_session in _planned(user) for entry in _moments(play_session)),
    ]


def _planned(user: Any) -> list[Session]:
    """Sessions with a planned moment in which the person has a seat, and those that they run, drafts too."""
    runs = Enrolment.objects.filter(user=user, left_at__isnull=True, role__in=STAFF)
    held = SeatHolder.objects.filter(KEPT, user=user).values("seat__match")
    seated = Q(session_teams__seat_plans__user=user) | Q(session_teams__match__in=held)
    is_told = ~Q(status=SessionStatus.DRAFT) & seated
    rows = Session.objects.filter(is_told | Q(course__in=runs.values("course")), course__archived_at__isnull=True)
    rows = rows.filter(Q(starts_at__isnull=False) | Q(debrief_at__isnull=False))
    found: list[Session] = list(rows.exclude(status=SessionStatus.ARCHIVED).distinct().order_by("pk"))
    return found


def _due_at_tables(user: Any) -> list[Entry]:
    """Due decisions at the tables of sessions that the person runs. There is one entry per session and due time,
    without names.
    """
    runs = Enrolment.objects.filter(user=user, left_at__isnull=True, role__in=STAFF).values("course")
    rows = Decision.objects.filter(
        match__session_team__session__course__in=runs,
        match__session_team__session__course__archived_at__isnull=True,
        match__status=Status.RUNNING,
        match__pace__mode="async",
        closed_at__isnull=True,
        optional=False,
        passive=False,
        due_at__isnull=False,
    )
    columns = ("match__session_team__session", "due_at", "match", "opened_at")
    found: dict[tuple[int, datetime], list[tuple[int, datetime]]] = {}
    for session_id, due_at, match, opened_at in rows.order_by("due_at", "pk").values_list(*columns):
        found.setdefault((session_id, due_at), []).append((match, opened_at))
    sessions = Session.objects.in_bulk({session_id for session_id, _due in found})
    return [_due_at_table(sessions[pk], at, pending) for (pk, at), pending in found.items()]


def _due_at_table(play_session: Session, at: datetime, pending: list[tuple[int, datetime]]) -> Entry:
    tables = len({match for match, _opened in pending})
    title = ngettext(
        "%(session)s: answers of %(n)d table are due", "%(session)s: answers of %(n)d tables are due", tables
    ) % {"session": play_session.title, "n": tables}
    url = site_url("classrooms:session", play_session.pk)
    uid = f"tables-{play_session.pk}-{int(at.timestamp())}"
    return Entry(uid, at, title, "", url, max(opened for _match, opened in pending))


def _moments(play_session: Session) -> list[Entry]:
    game = faces.get(play_session.game).title
    stamp = play_session.opened_at or play_session.created_at
    url = site_url("games:home")
    found = []
    if play_session.starts_at is not None:
        title = _("%(game)s begins: %(session)s") % {"game": game, "session": play_session.title}
        found.append(Entry(f"start-{play_session.pk}", play_session.starts_at, title, "", url, stamp))
    if play_session.debrief_at is not None:
        title = _("%(game)s, debrief: %(session)s") % {"game": game, "session": play_session.title}
        found.append(Entry(f"debriefing-{play_session.pk}", play_session.debrief_at, title, "", url, stamp))
    return found
