"""Reading debriefs: what is ready, what is being made, what is out of date."""

import hashlib
from dataclasses import dataclass
from typing import Final, Literal

import msgspec
from django.conf import settings

from classrooms.debriefs import facts
from classrooms.models import Debrief, DebriefFile
from games.kit import debriefs
from games.kit.debriefs import Chart
from games.models import Job, Match, Status
from games.position import scenario_of
from games.selectors import seed_is_public

JOB: Final = "debrief"
FILE_JOB: Final = {language: f"debrief_pdf_{language}" for language, _name in settings.LANGUAGES}
PAPER_STYLE: Final = 1
"""Raised when the look of the PDF changes: older files are then out of date."""

State = Literal["early", "aborted", "missing", "working", "failed", "ready"]
WORKING = (Job.State.PENDING, Job.State.RUNNING)


@dataclass(frozen=True)
class Standing:
    """How far a match's debrief is, seen in one language. `file` is None while there is no PDF that is up to date."""

    state: State
    debrief: Debrief | None = None
    job: Job | None = None
    file: DebriefFile | None = None
    file_job: Job | None = None

    @property
    def file_in_work(self) -> bool:
        """Is a PDF in this language on its way?"""
        jobs = [job for job in (self.job, self.file_job) if job is not None]
        return self.file is None and any(job.state in WORKING for job in jobs)

    @property
    def file_failed(self) -> bool:
        """Did the last attempt at this PDF fail?"""
        jobs = [job for job in (self.file_job, self.job) if job is not None]
        return self.file is None and not self.file_in_work and any(job.state == Job.State.FAILED for job in jobs)

    @property
    def moving(self) -> bool:
        """Will this be another standing in a moment?"""
        return self.state == "working" or self.file_in_work


def standing_of(match: Match, language: str) -> Standing:
    """See Standing."""
    if match.status == Status.ABORTED:
        return Standing("aborted")
    if match.status != Status.FINISHED:
        return Standing("early")
    jobs = {job.kind: job for job in match.jobs.filter(kind__in=[JOB, FILE_JOB[language]])}
    job, file_job = jobs.get(JOB), jobs.get(FILE_JOB[language])
    debrief = Debrief.objects.filter(match=match).first()
    if debrief is None or not _is_readable(debrief) or not debrief.charts.filter(language=language).exists():
        if job is not None and job.state in WORKING:
            return Standing("working", None, job)
        return Standing("failed" if job is not None and job.state == Job.State.FAILED else "missing", None, job)
    debrief.match = match
    return Standing("ready", debrief, job, file_of(debrief, language), file_job)


def _is_readable(debrief: Debrief) -> bool:
    """Facts of an older form must be made anew."""
    try:
        read = facts.read(debrief.facts)
        debriefs.get(read.game).read(read.game_facts)
    except msgspec.ValidationError:
        return False
    return True


def file_of(debrief: Debrief, language: str) -> DebriefFile | None:
    """The PDF in a language if it shows what the debrief shows, and is there."""
    made = debrief.files.filter(language=language, digest=file_digest(debrief, language)).first()
    return made if made is not None and made.file.name and made.file.storage.exists(made.file.name) else None


def file_digest(debrief: Debrief, language: str) -> str:
    """Changes with everything that a PDF shows, the seed's becoming public included."""
    parts = (debrief.digest, language, str(seed_is_public(debrief.match)), str(PAPER_STYLE))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def chart_data(debrief: Debrief) -> tuple[Chart, ...]:
    """The data of the charts in the current language."""
    read = facts.read(debrief.facts)
    debriefing = debriefs.get(read.game)
    return debriefing.charts(scenario_of(debrief.match), debriefing.read(read.game_facts))
