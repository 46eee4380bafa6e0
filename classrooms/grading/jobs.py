"""What workers do for grades."""

from typing import Final

from classrooms.grading import bot_scores
from classrooms.grading.services.grades import grades_compute
from classrooms.models import RoleScores, SessionTeam
from games import slots
from games.models import Job, Match
from games.work.jobs import job_progress

JOB: Final = "grades"


def register() -> None:
    """Have a session's grades computed when one of its matches ends, and bots' games played when they are asked for."""
    slots.JOBS[JOB] = slots.Work(compute, at_end=counts)
    slots.JOBS[bot_scores.JOB] = slots.Work(play_bots, queue="analysis")


def counts(match: Match) -> bool:
    """Is it the match of a session that is graded?"""
    return SessionTeam.objects.filter(match=match, session__is_rehearsal=False).exists()


def compute(job: Job) -> None:
    """The grades of the session whose match ended. A branch that was left since has nothing to do with them."""
    table = SessionTeam.objects.select_related("session").filter(match=job.match_id).first()
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
