"""What happens to sessions by itself: the planned start, and the end with the last match."""

from datetime import datetime

from classrooms.models import Session, SessionStatus, SessionTeam
from classrooms.sessions.services.life import session_settle, session_start
from games import slots
from games.models import Job, Match

JOB = "session-end"


def register() -> None:
    """See whether a session is over at the end of each match, and start what is planned with every sweep."""
    slots.JOBS[JOB] = slots.Work(settle_of_match, at_end=is_at_a_table)
    slots.SWEEPS.fill(start_planned)


def is_at_a_table(match: Match) -> bool:
    """Does a session play this match now?"""
    return SessionTeam.objects.filter(match=match).exists()


def settle_of_match(job: Job) -> None:
    """A match ended: was it the last one of its session?"""
    table = SessionTeam.objects.filter(match=job.match_id).first()
    if table is not None:
        session_settle(session_id=table.session_id)


def start_planned(now: datetime) -> None:
    """Start the open sessions whose planned moment has come, the longest overdue first."""
    due = Session.objects.filter(status=SessionStatus.OPEN, starts_at__lte=now).order_by("starts_at", "pk")
    for session_id in list(due.values_list("pk", flat=True)):
        session_start(session_id=session_id, now=now)
