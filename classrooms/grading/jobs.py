"""What workers do for grades."""

from typing import Final

from classrooms import slots as rooms
from classrooms.grading import bot_scores
from classrooms.grading.services.grades import grades_compute
from classrooms.models import RoleScores, RubricLine, SessionTeam
from games import slots
from games.models import Job, Match
from games.work.jobs import job_progress

JOB: Final = "grades"


def register() -> None:
    """Have a session's grades computed when one of its matches ends, and bots' games played when they are asked for."""
    slots.JOBS[JOB] = slots.Work(compute, at_end=counts)
    rooms.ANALYSED.fill(compute_analysed)
    slots.JOBS[bot_scores.JOB] = slots.Work(play_bots, queue="analysis")


def counts(match: Match) -> bool:
    """Is it the match of a session that is graded?"""
    return SessionTeam.objects.filter(match=match, session__is_rehearsal=False).exists()


def compute(job: Job) -> None:
    """The grades of the session whose match ended. A branch that was left since has nothing to do with them."""
    _compute(job.match_id)


def compute_analysed(match: Match) -> None:
    """The grades of a match that has been analysed, where something in them rests on that."""
    if RubricLine.objects.filter(book__session__session_teams__match=match, kind=RubricLine.Kind.DECISIONS).exists():
        _compute(match.pk)


def _compute(match_id: int | None) -> None:
    table = SessionTeam.objects.select_related("session").filter(match=match_id).first()
    if table is not None and not table.session.is_rehearsal:
        grades_compute(play_session=table.session)


def play_bots(job: Job) -> None:
    """A thousand games, then the grades that waited for them. Minutes for some games: no paper waits behind it."""
    _kind, game, digest = job.subject.split(":")
    row = RoleScores.objects.get(game=game, digest__startswith=digest)
    bot_scores.role_scores_make(row=row, progress=lambda percent: job_progress(job, percent))
    for play_session in row.sessions.filter(is_rehearsal=False):
        grades_compute(play_session=play_session)
        row.sessions.remove(play_session)
