"""Reading debriefs: finished ones, and ones in progress."""

from dataclasses import dataclass
from typing import Final, Literal

import msgspec
from django.conf import settings

from classrooms.assess.reports import facts
from classrooms.models import Debrief
from games.public.matches import is_closed
from games.public.models import Job, Match, Status
from games.ui import debriefs

JOB: Final = "debrief"

State = Literal["early", "aborted", "closed", "missing", "working", "failed", "ready"]
WORKING = (Job.State.PENDING, Job.State.RUNNING)


@dataclass(frozen=True)
class DebriefProgress:
    """The state of a match's debrief, with the job that makes it."""

    state: State
    debrief: Debrief | None = None
    job: Job | None = None


def debrief_progress(match: Match, *, steward: bool) -> DebriefProgress:
    """The state for a player, or for a person who runs the match (`steward`) and may always look."""
    if not match.is_over:
        return DebriefProgress("early")
    if not has_debrief(match):
        return DebriefProgress("aborted")
    if not steward and is_closed(match):
        return DebriefProgress("closed")
    job = match.jobs.filter(kind=JOB).first()
    debrief = Debrief.objects.filter(match=match).first()
    if debrief is not None and _is_readable(debrief):
        debrief.match = match
        return DebriefProgress("ready", debrief, job)
    if job is not None and job.state in WORKING:
        return DebriefProgress("working", None, job)
    return DebriefProgress("failed" if job is not None and job.state == Job.State.FAILED else "missing", None, job)


def has_debrief(match: Match) -> bool:
    """Can the match have a debrief? A stopped match can if any move was made; a first game cannot."""
    if match.is_lesson:
        return False
    return match.status == Status.FINISHED or (match.status == Status.ABORTED and match.number > 0)


def main_language(match: Match) -> str:
    """The language of a match's first PDF: that of the match's creator."""
    language = match.created_by.language if match.created_by else ""
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _is_readable(debrief: Debrief) -> bool:
    """Can the facts be read? Facts of an older format must be made again."""
    try:
        read = facts.parse_facts(debrief.facts)
        debriefs.get(read.game).parse_facts(read.game_facts)
    except msgspec.ValidationError:
        return False
    return True
