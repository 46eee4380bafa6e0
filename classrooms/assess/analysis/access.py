"""Permission to read the analysis of a match, and to start one."""

from typing import Any

from classrooms.assess.analysis.document import analysis_context
from classrooms.assess.analysis.queries import analysis_progress
from games.engine.analysis import reckons
from games.public.matches import Access, game_of, is_closed
from games.public.models import Match, Status
from games.ui import analysis as game_analysis


def is_readable(match: Match, *, steward: bool) -> bool:
    """An analysis is readable with the debrief: when the match has finished, for players once no other team draws
    the same cards.
    """
    return match.status == Status.FINISHED and (steward or not is_closed(match))


def part_context(access: Access, language: str) -> dict[str, Any]:
    """The context of `classrooms/analysis/body.html`. Spectators cannot start an analysis."""
    match = access.match
    progress = analysis_progress(match)
    ready = progress.state == "ready"
    return {
        "match": match,
        "access": access,
        "analysis_progress": progress,
        "rivals": reckons(game_of(match).analysis),
        "promise": game_analysis.get(match.game).promise,
        "may_analyse": access.steward or bool(access.seats),
        **(analysis_context(match, language) if ready else {"analysis": None, "analysis_sheet": ""}),
    }
