"""Reading analyses, for pages, reports and comparisons."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from classrooms.assess.analysis.results import Results, parse_results
from classrooms.hooks import Cost
from classrooms.models import Analysis
from classrooms.play.sessions.queries.curves import curve_for
from games.engine.analysis import ResultAccount
from games.engine.analysis.played import Match as Played
from games.engine.undo import recorded_move
from games.public.matches import game_of, options_of, scenario_of, seeds_of
from games.public.models import Job, Match, Status

JOB: Final = "analysis"
HUNDREDTHS: Final = 100

State = Literal["absent", "missing", "working", "cancelled", "failed", "ready"]


@dataclass(frozen=True)
class AnalysisProgress:
    """The state of a match's analysis. It is `absent` where the game offers none or the match is not over."""

    state: State
    progress: int = 0
    results: Results | None = None
    row: Analysis | None = None

    @property
    def moving(self) -> bool:
        """Will this be another state in a moment?"""
        return self.state == "working"


def seed_of(match: Match) -> bytes:
    """The seed of an analysis. It is the same for all matches of a scenario and its options, so that classes are
    compared by the same draws. It reveals nothing about the seed of a match.
    """
    parts = (match.game, str(match.rules_version), match.scenario, match.options)
    return hashlib.sha256("\0".join(("analysis", *parts)).encode()).digest()


def can_be_analysed(match: Match) -> bool:
    """Does the game of this match offer playouts? A first game is not analysed."""
    return game_of(match).analysis is not None and not match.is_lesson


def analysis_of(match: Match) -> Results | None:
    """The results of a match's analysis; None without one, or for one of an older format. One query."""
    return _results(match, Analysis.objects.filter(match=match, status=Analysis.Status.DONE).first())


def analyses_of(matches: Sequence[Match]) -> dict[int, Results]:
    """Results by match; matches without results are left out. One query."""
    rows = {row.match_id: row for row in Analysis.objects.filter(match__in=matches, status=Analysis.Status.DONE)}
    found = {match.pk: _results(match, rows.get(match.pk)) for match in matches}
    return {pk: results for pk, results in found.items() if results is not None}


def costs_of(matches: Sequence[Match]) -> dict[int, Sequence[Cost]]:
    """The cost of each decision that had alternatives, by match. One query."""
    return {
        pk: tuple(
            Cost(each.seat, each.number, each.best.project.value / HUNDREDTHS, each.best.project.error / HUNDREDTHS)
            for each in results.weighing.decisions
        )
        for pk, results in analyses_of(matches).items()
    }


def result_account_of(match: Match) -> ResultAccount | None:
    """The account of a common result. One query."""
    results = analysis_of(match)
    return None if results is None else results.account


def _results(match: Match, row: Analysis | None) -> Results | None:
    analyst = game_of(match).analysis
    if analyst is None or row is None or row.status != Analysis.Status.DONE:
        return None
    return parse_results(row.results, analyst.intent_type)


def analysis_progress(match: Match) -> AnalysisProgress:
    """The state of a match's analysis."""
    if match.status != Status.FINISHED or not can_be_analysed(match):
        return AnalysisProgress("absent")
    row = Analysis.objects.filter(match=match).first()
    results = _results(match, row)
    if results is not None:
        return AnalysisProgress("ready", 100, results, row)
    job = match.jobs.filter(kind=JOB).first()
    state = "" if job is None else job.state
    if row is not None and row.status == Analysis.Status.CANCELLED:
        return AnalysisProgress("cancelled", 0, None, row)
    if state in (Job.State.PENDING, Job.State.RUNNING):
        return AnalysisProgress("working", 0 if row is None else row.progress, None, row)
    return AnalysisProgress("failed" if state == Job.State.FAILED else "missing", 0, None, row)


def played(match: Match) -> Played | None:
    """A finished match as the analysis engine reads it, with the marking curve of its class; None for a game
    without an analysis. Three queries.
    """
    game = game_of(match)
    if game.analysis is None:
        return None
    rows = match.moves.kept().filter(number__gt=0).order_by("number").values_list("number", "seat", "key", "args")
    moves = tuple((seat, key, recorded_move(args, game.rules)) for _n, seat, key, args in rows)
    numbers = tuple(number for number, *_rest in rows)
    set_up = (game, scenario_of(match), options_of(match), match.seats.count(), seeds_of(match))
    return Played(*set_up, moves, numbers, curve_for(match))
