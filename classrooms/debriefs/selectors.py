"""Reading debriefs: what is ready, what is being made, what is out of date."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

import msgspec
from django.conf import settings

from classrooms.debriefs import facts
from classrooms.models import Analysis, Debrief, DebriefFile
from classrooms.selectors.team_answers import settled_answers
from games.kit import debriefs
from games.kit.debriefs import Chart
from games.models import Job, Match, Status
from games.position import scenario_of
from games.selectors import is_closed, seed_is_public

JOB: Final = "debrief"
FILE_JOB: Final = {language: f"debrief_pdf_{language}" for language, _name in settings.LANGUAGES}
PAPER_STYLE: Final = 3
"""Raised when the look of the PDF changes: older files are then out of date."""

State = Literal["early", "aborted", "closed", "missing", "working", "failed", "ready"]
WORKING = (Job.State.PENDING, Job.State.RUNNING)


@dataclass(frozen=True)
class Standing:
    """How far a match's debrief is, seen in one language. `file` is None while there is no PDF that is up to date;
    `file_jobs` are those that make it.
    """

    state: State
    debrief: Debrief | None = None
    job: Job | None = None
    file: DebriefFile | None = None
    file_jobs: tuple[Job, ...] = ()

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


def standing_of(match: Match, language: str, *, steward: bool) -> Standing:
    """How far it is for a player, or for somebody who runs the match (`steward`) and may always look."""
    if not match.is_over:
        return Standing("early")
    if not has_debrief(match):
        return Standing("aborted")
    if not steward and is_closed(match):
        return Standing("closed")
    jobs = {job.kind: job for job in match.jobs.filter(kind__in=[JOB, FILE_JOB[language]])}
    job = jobs.get(JOB)
    debrief = Debrief.objects.filter(match=match).first()
    if debrief is None or not _is_readable(debrief) or not debrief.charts.filter(language=language).exists():
        if job is not None and job.state in WORKING:
            return Standing("working", None, job)
        return Standing("failed" if job is not None and job.state == Job.State.FAILED else "missing", None, job)
    debrief.match = match
    kinds = [FILE_JOB[language], *([JOB] if language == main_language(match) else [])]
    file_jobs = tuple(jobs[kind] for kind in kinds if kind in jobs)
    return Standing("ready", debrief, job, file_of(debrief, language), file_jobs)


def has_debrief(match: Match) -> bool:
    """Can there be a debrief? Of a match that was stopped, if somebody had moved."""
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


def file_of(debrief: Debrief, language: str) -> DebriefFile | None:
    """The PDF in a language if it shows what the debrief shows, and is there."""
    made = debrief.files.filter(language=language, digest=file_digest(debrief, language)).first()
    return made if made is not None and made.file.name and made.file.storage.exists(made.file.name) else None


def file_digest(debrief: Debrief, language: str) -> str:
    """Changes with everything that a PDF shows, the seed's becoming public included; with answers to the quiz only once
    they are settled.
    """
    parts = [debrief.digest, language, str(seed_is_public(debrief.match)), str(PAPER_STYLE)]
    parts += [digest for _match, digest in analysis_digests([debrief.match_id])]
    settled = settled_answers(debrief.match)
    return hashlib.sha256("\n".join([*parts, settled] if settled else parts).encode()).hexdigest()


def analysis_digests(matches: Iterable[int]) -> list[tuple[int, str]]:
    """Matches that were analysed, with what names the results."""
    done = Analysis.objects.filter(match__in=list(matches), status=Analysis.Status.DONE)
    return list(done.order_by("match").values_list("match", "digest"))


def chart_data(debrief: Debrief) -> tuple[Chart, ...]:
    """The data of the charts in the current language."""
    read = facts.read(debrief.facts)
    debriefing = debriefs.get(read.game)
    return debriefing.charts(scenario_of(debrief.match), debriefing.read(read.game_facts))
