"""Reading debriefs: what is ready, what is being made, what is out of date."""

from dataclasses import dataclass
from typing import Final, Literal

import msgspec
from django.conf import settings

from classrooms.models import Debrief, DebriefFile
from classrooms.reports import facts
from classrooms.reports.shown import digest_of, parts_of, reasons, team_paper
from games.kit import debriefs
from games.kit.debriefs import Chart
from games.models import Job, Match, Status
from games.selectors import is_closed
from games.selectors.position import scenario_of

JOB: Final = "debrief"
FILE_JOB: Final = {language: f"debrief_pdf_{language}" for language, _name in settings.LANGUAGES}

State = Literal["early", "aborted", "closed", "missing", "working", "failed", "ready"]
WORKING = (Job.State.PENDING, Job.State.RUNNING)


@dataclass(frozen=True)
class DebriefStanding:
    """How far a match's debrief is, seen in one language. `file` is None while there is no PDF that is up to date;
    `file_jobs` are those that make it, `outdated` says why the last one is no longer shown.
    """

    state: State
    debrief: Debrief | None = None
    job: Job | None = None
    file: DebriefFile | None = None
    file_jobs: tuple[Job, ...] = ()
    outdated: tuple[str, ...] = ()

    @property
    def file_in_work(self) -> Job | None:
        """The job by which a PDF in this language is on its way."""
        working = (job for job in self.file_jobs if job.state in WORKING)
        return None if self.file is not None else next(working, None)

    @property
    def file_failed(self) -> bool:
        """Did the last attempt at this PDF fail?"""
        failed = any(job.state == Job.State.FAILED for job in self.file_jobs)
        return failed and self.file is None and self.file_in_work is None

    @property
    def moving(self) -> bool:
        """Will this be another standing in a moment?"""
        return self.state == "working" or self.file_in_work is not None


def debrief_standing(match: Match, language: str, *, steward: bool) -> DebriefStanding:
    """How far it is for a player, or for somebody who runs the match (`steward`) and may always look."""
    if not match.is_over:
        return DebriefStanding("early")
    if not has_debrief(match):
        return DebriefStanding("aborted")
    if not steward and is_closed(match):
        return DebriefStanding("closed")
    jobs = {job.kind: job for job in match.jobs.filter(kind__in=[JOB, FILE_JOB[language]])}
    job = jobs.get(JOB)
    debrief = Debrief.objects.filter(match=match).first()
    if debrief is None or not _is_readable(debrief) or not _is_drawn(debrief, language):
        if job is not None and job.state in WORKING:
            return DebriefStanding("working", None, job)
        return DebriefStanding("failed" if job is not None and job.state == Job.State.FAILED else "missing", None, job)
    debrief.match = match
    kinds = [FILE_JOB[language], *([JOB] if language == main_language(match) else [])]
    file_jobs = tuple(jobs[kind] for kind in kinds if kind in jobs)
    file, why = file_of(debrief, language)
    return DebriefStanding("ready", debrief, job, file, file_jobs, tuple(why))


def has_debrief(match: Match) -> bool:
    """Can there be a debrief? Of a match that was stopped, if somebody had moved; of a first game never."""
    if match.is_lesson:
        return False
    return match.status == Status.FINISHED or (match.status == Status.ABORTED and match.number > 0)


def main_language(match: Match) -> str:
    """The language of a match's first PDF: that of whoever made the match."""
    language = match.created_by.language if match.created_by else ""
    return language if language in FILE_JOB else settings.LANGUAGE_CODE


def _is_readable(debrief: Debrief) -> bool:
    """Facts of an older form must be made anew."""
    try:
        read = facts.read(debrief.facts)
        debriefs.get(read.game).read(read.game_facts)
    except msgspec.ValidationError:
        return False
    return True


def _is_drawn(debrief: Debrief, language: str) -> bool:
    """Are its charts there? A game may have none."""
    return debrief.charts.filter(language=language).exists() or not chart_data(debrief)


def file_of(debrief: Debrief, language: str) -> tuple[DebriefFile | None, list[str]]:
    """The PDF in a language if it shows what the debrief shows, and is there; else why one that was made is out of
    date, in words.
    """
    made = debrief.files.filter(language=language).first()
    if made is None or not made.file.name or not made.file.storage.exists(made.file.name):
        return None, []
    paper = team_paper(debrief.match, language)
    parts = parts_of([paper])[0]
    return (made, []) if made.digest == digest_of(paper, parts) else (None, reasons(made.shows, parts))


def file_digest(debrief: Debrief, language: str) -> str:
    """Changes with everything that a team's PDF shows."""
    paper = team_paper(debrief.match, language)
    return digest_of(paper, parts_of([paper])[0])


def chart_data(debrief: Debrief) -> tuple[Chart, ...]:
    """The data of the charts in the current language."""
    read = facts.read(debrief.facts)
    debriefing = debriefs.get(read.game)
    return debriefing.charts(scenario_of(debrief.match), debriefing.read(read.game_facts))
