"""Automatic events of sessions: the planned start, and the end with the last match."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from classrooms.models import Session, SessionStatus, SessionTeam
from classrooms.play.sessions.services.life import session_settle, session_start
from games.public import hooks
from games.public.models import Job, Match, Prepared

JOB = "session-end"


def is_at_a_table(match: Match) -> bool:
    """Is this the current match of a session's table?"""
    return SessionTeam.objects.filter(match=match).exists()


def settle_of_match(job: Job) -> None:
    """End the session of an ended match if it was the last one."""
    table = SessionTeam.objects.filter(match=job.match_id).first()
    if table is not None:
        session_settle(session_id=table.session_id)


def start_planned(now: datetime) -> None:
    """Start the open sessions whose planned time has come, the most overdue first."""
    for (session_id,) in _to_start(now):
        session_start(session_id=session_id, now=now)


@Prepared
def _to_start(now: datetime) -> QuerySet[Session, Any]:
    due = Session.objects.filter(status=SessionStatus.OPEN, starts_at__lte=now)
    return due.order_by("starts_at", "pk").values_list("pk")


hooks.JOBS[JOB] = hooks.Work(settle_of_match, at_end=is_at_a_table)
hooks.SWEEPS.fill(start_planned)
