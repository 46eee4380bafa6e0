"""What the heavy worker does for debriefs."""

from functools import partial

from django.conf import settings

from classrooms.debriefs import reports, services
from classrooms.debriefs.selectors import FILE_JOB, JOB, main_language
from classrooms.models import Debrief
from games import outbox
from games.jobs import job_progress
from games.models import Job, Match


def register() -> None:
    """Have a debrief made at the end of each match, PDFs in other languages and reports when asked for."""
    reports.register()
    outbox.handle(JOB, make_debrief, at_end=True)
    for language, kind in FILE_JOB.items():
        outbox.handle(kind, partial(make_file, language=language))


def make_debrief(job: Job) -> None:
    """Facts, charts in all languages, and the PDF in the language of whoever made the match."""
    match = _match_of(job)
    job_progress(job, 5)
    debrief = services.debrief_freeze(match=match)
    for step, (language, _name) in enumerate(settings.LANGUAGES, start=1):
        job_progress(job, 5 + 20 * step)
        services.charts_draw(debrief=debrief, language=language)
    job_progress(job, 60)
    services.file_make(debrief=debrief, language=main_language(match))


def make_file(job: Job, *, language: str) -> None:
    """The PDF in one language."""
    debrief = Debrief.objects.get(match=_match_of(job))
    job_progress(job, 20)
    services.file_make(debrief=debrief, language=language)


def _match_of(job: Job) -> Match:
    """The match that a job is about; jobs of debriefs all have one."""
    return Match.objects.select_related("created_by").get(jobs=job)
