"""Background jobs of grades."""

from classrooms import hooks as rooms
from classrooms.assess.grading import bot_scores, criteria
from classrooms.assess.grading.queries.mark_table import JOB
from classrooms.assess.grading.services.grades import grades_compute
from classrooms.models import RoleScores, RubricLine, SessionStatus, SessionTeam
from games.public import hooks
from games.public.models import Job, Match
from games.public.work import job_progress


def counts(match: Match) -> bool:
    """Is it the match of a session that is graded?"""
    return SessionTeam.objects.filter(match=match, session__is_rehearsal=False).exists()


def compute(job: Job) -> None:
    """Compute the grades of the session whose match ended. Matches of abandoned branches are ignored."""
    _compute(job.match_id)


def compute_analysed(match: Match) -> None:
    """Compute the grades of a match that has been analysed, if any line depends on the analysis."""
    kinds = [each.kind for each in criteria.every() if each.needs_analysis]
    if RubricLine.objects.filter(book__session__session_teams__match=match, kind__in=kinds).exists():
        _compute(match.pk)


def _compute(match_id: int | None) -> None:
    table = SessionTeam.objects.select_related("session").filter(match=match_id).first()
    if table is not None and not table.session.is_rehearsal:
        grades_compute(play_session=table.session)


def play_bots(job: Job) -> None:
    """Play a thousand games of bots, then compute the grades that waited for them; a draft has none. Some games
    take minutes, so papers never wait for this job.
    """
    _kind, game, digest = job.subject.split(":")
    row = RoleScores.objects.get(game=game, digest__startswith=digest)
    bot_scores.role_scores_make(row=row, progress=lambda percent: job_progress(job, percent))
    for play_session in row.sessions.filter(is_rehearsal=False):
        if play_session.status != SessionStatus.DRAFT:
            grades_compute(play_session=play_session)
        row.sessions.remove(play_session)


criteria.register()
hooks.JOBS[JOB] = hooks.Work(compute, at_end=counts)
rooms.ANALYSED.fill(compute_analysed)
hooks.JOBS[bot_scores.JOB] = hooks.Work(play_bots, queue="analysis")
