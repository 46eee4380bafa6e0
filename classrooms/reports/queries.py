"""Reading debriefs: what is ready, and what is being made."""

from dataclasses import dataclass
from typing import Final, Literal

import msgspec
from django.conf import settings

from classrooms.models import Debrief
from classrooms.reports import facts
from games.kit import debriefs
from games.models import Job, Match, Status
from games.selectors import is_closed

JOB: Final = "debrief"

State = Literal["early", "aborted", "closed", "missing", "working", "failed", "ready"]
WORKING = (Job.State.PENDING, Job.State.RUNNING)


@dataclass(frozen=True)
class DebriefStanding:
    """How far a match's debrief is, and the job that makes it."""

    state: State
    debrief: Debrief | None = None
    job: Job | None = None


def debrief_standing(match: Match, *, steward: bool) -> DebriefStanding:
    """How far it is for a player, or for somebody who runs the match (`steward`) and may always look."""
    if not match.is_over:
        return DebriefStanding("early")
    if not has_debrief(match):
        return DebriefStanding("aborted")
    if not steward and is_closed(match):
        return DebriefStanding("closed")
    job = match.jobs.filter(kind=JOB).first()
    debrief = Debrief.objects.filter(match=match).first()
    if debrief is not None and _is_readable(debrief):
        debrief.match = match
        return DebriefStanding("ready", debrief, job)
    if job is not None and job.state in WORKING:
        return DebriefStanding("working", None, job)
    return DebriefStanding("failed" if job is not None and job.state == Job.State.FAILED else "missing", None, job)


def has_debrief(match: Match) -> bool:
    """Can there be a debrief? Of a match that was stopped, if somebody had moved; of a first game never."""
    if match.is_lesson:
        return False
    return match.status == Status.FINISHED or (match.status == Status.ABORTED and match.number > 0)


def main_language(match: Match) -> str:
    """The language of a match's first PDF: that of whoever made the match."""
    language = match.created_by.language if match.created_by else ""
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _is_readable(debrief: Debrief) -> bool:
    """Facts of an older form must be made anew."""
    try:
        read = facts.read(debrief.facts)
        debriefs.get(read.game).read(read.game_facts)
    except msgspec.ValidationError:
        return False
    return True
