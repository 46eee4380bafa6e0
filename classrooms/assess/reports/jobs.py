"""Background jobs of debriefs."""

from django.urls import reverse

from classrooms import hooks as rooms
from classrooms.assess.reports import services
from classrooms.assess.reports.papers import described, papers_for, papers_request
from classrooms.assess.reports.queries import JOB, main_language
from classrooms.assess.reports.renewal import papers_follow
from classrooms.models import Debrief, Paper
from games.public import hooks
from games.public.models import Job, Match
from games.public.work import job_progress


def debrief_url(match: Match) -> str:
    """The address of a match's debrief."""
    return reverse("classrooms:debrief", args=[match.pk])


def renew_debrief(match: Match) -> None:
    """Request a new debrief of a match that has one."""
    if Debrief.objects.filter(match=match).exists():
        services.debrief_request(match=match)


def renew_papers(match: Match) -> None:
    """Request new papers for those made without the analysis."""
    papers_follow(match=match)


def make_debrief(job: Job) -> None:
    """Freeze the facts, then request the team's paper in the language of the match's creator, and a check of other
    papers. The job of a deleted match ends without an error.
    """
    match = Match.objects.select_related("created_by").filter(jobs=job).first()
    if match is None:
        return
    job_progress(job, 10)

    def order_papers() -> None:
        papers_request(papers=papers_for([described(Paper.Kind.TEAM, main_language(match), match=match)]))
        papers_follow(match=match)

    services.debrief_freeze(match=match, also=order_papers)  # whoever reads it sees that its PDF is on its way


hooks.JOBS[JOB] = hooks.Work(make_debrief, at_end=True)
hooks.DEBRIEFS.fill(debrief_url)
rooms.AUTHORS_CHANGED.fill(renew_debrief)
rooms.ANALYSED.fill(renew_papers)
