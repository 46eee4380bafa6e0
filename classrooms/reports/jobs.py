"""What the heavy worker does for debriefs."""

from functools import partial

from django.conf import settings
from django.urls import reverse

from classrooms import slots as rooms
from classrooms.models import Debrief
from classrooms.reports import reports, services
from classrooms.reports.queries import FILE_JOB, JOB, file_of, main_language
from classrooms.reports.renewal import papers_follow
from classrooms.reports.reports import TRIES
from games import slots
from games.models import Job, Match
from games.work.jobs import job_progress


def register() -> None:
    """Have a debrief made at the end of each match, PDFs in other languages and reports when asked for."""
    reports.register()
    slots.JOBS[JOB] = slots.Work(make_debrief, at_end=True)
    for language, kind in FILE_JOB.items():
        slots.JOBS[kind] = slots.Work(partial(make_file, language=language))
    slots.DEBRIEFS.fill(debrief_url)
    rooms.AUTHORS_CHANGED.fill(renew_debrief)
    rooms.ANALYSED.fill(renew_papers)


def debrief_url(match: Match) -> str:
    """Where the debrief of a match is read."""
    return reverse("debrief", args=[match.pk])


def renew_debrief(match: Match) -> None:
    """Have the debrief of a match made anew if there is one."""
    if Debrief.objects.filter(match=match).exists():
        services.debrief_request(match=match)


def renew_papers(match: Match) -> None:
    """Have papers that were made without the analysis made again."""
    papers_follow(match=match)


def make_debrief(job: Job) -> None:
    """Facts, charts in all languages, and the PDF in the language of whoever made the match."""
    match = _match_of(job)
    if match is None:
        return
    job_progress(job, 5)
    debrief = services.debrief_freeze(match=match)
    for step, (language, _name) in enumerate(settings.LANGUAGES, start=1):
        job_progress(job, 5 + 20 * step)
        services.charts_draw(debrief=debrief, language=language)
    job_progress(job, 60)
    _make_current(match, main_language(match))


def make_file(job: Job, *, language: str) -> None:
    """The PDF in one language."""
    match = _match_of(job)
    if match is None:
        return
    job_progress(job, 20)
    _make_current(match, language)


def _make_current(match: Match, language: str) -> None:
    """Print, and again if what is shown changed meanwhile: whoever asked for it then was told that it is on its way."""
    for _attempt in range(TRIES):
        debrief = Debrief.objects.select_related("match").get(match=match)
        services.file_make(debrief=debrief, language=language)
        fresh = Debrief.objects.select_related("match").get(match=match)
        if file_of(fresh, language)[0] is not None:
            return


def _match_of(job: Job) -> Match | None:
    """The match that a job is about; None where it was thrown away since."""
    return Match.objects.select_related("created_by").filter(jobs=job).first()
