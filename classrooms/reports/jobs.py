"""What the heavy worker does for debriefs."""

from django.urls import reverse

from classrooms import slots as rooms
from classrooms.models import Debrief, Paper
from classrooms.reports import papers, services
from classrooms.reports.papers import described, papers_for, papers_request
from classrooms.reports.queries import JOB, main_language
from classrooms.reports.renewal import papers_follow
from games import slots
from games.models import Job, Match
from games.work.jobs import job_progress


def register() -> None:
    """Have a debrief made at the end of each match, and papers when they are asked for."""
    papers.register()
    slots.JOBS[JOB] = slots.Work(make_debrief, at_end=True)
    slots.DEBRIEFS.fill(debrief_url)
    rooms.AUTHORS_CHANGED.fill(renew_debrief)
    rooms.ANALYSED.fill(renew_papers)


def debrief_url(match: Match) -> str:
    """Where the debrief of a match is read."""
    return reverse("classrooms:debrief", args=[match.pk])


def renew_debrief(match: Match) -> None:
    """Have the debrief of a match made anew if there is one."""
    if Debrief.objects.filter(match=match).exists():
        services.debrief_request(match=match)


def renew_papers(match: Match) -> None:
    """Have papers that were made without the analysis made again."""
    papers_follow(match=match)


def make_debrief(job: Job) -> None:
    """Freeze the facts, and have the team's paper made in the language of whoever made the match, and others that there
    are looked at again. A match that was thrown away since is nobody's fault.
    """
    match = Match.objects.select_related("created_by").filter(jobs=job).first()
    if match is None:
        return
    job_progress(job, 10)

    def order_papers() -> None:
        papers_request(papers=papers_for([described(Paper.Kind.TEAM, main_language(match), match=match)]))
        papers_follow(match=match)

    services.debrief_freeze(match=match, also=order_papers)  # whoever reads it sees that its PDF is on its way
