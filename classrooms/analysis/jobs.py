"""What the analysis worker does, and which matches it is given by themselves."""

from classrooms.analysis import services
from classrooms.analysis.queries import JOB, can_be_analysed, costs_of
from classrooms.models import SessionTeam
from classrooms.slots import ANALYSED, WEIGHED
from games import slots
from games.conf import conf
from games.models import Job, Match
from games.work.jobs import job_progress


def register() -> None:
    """Have matches analysed in a queue of its own: when asked for, and those of sessions when they end."""
    slots.JOBS[JOB] = slots.Work(analyse, at_end=goes_by_itself, queue="analysis")
    WEIGHED.fill(costs_of)


def goes_by_itself(match: Match) -> bool:
    """Is it the match of a session that counts, and may analyses begin unasked?"""
    if not conf.AUTO_ANALYSIS or not can_be_analysed(match):
        return False
    return SessionTeam.objects.filter(match=match, session__is_rehearsal=False).exists()


def analyse(job: Job) -> None:
    """Work an analysis out from the start, and have papers that were made without it made again. One that was called
    off meanwhile is left.
    """
    match = Match.objects.get(jobs=job)
    services.begin(job, match)
    if services.analysis_work(match=match, progress=lambda share: job_progress(job, int(100 * share))):
        for follow in ANALYSED:
            follow(match)
