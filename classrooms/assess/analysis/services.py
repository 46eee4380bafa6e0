"""Analysing matches: asked for, worked out by a worker, called off."""

import hashlib
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction

from classrooms.assess.analysis.queries import JOB, played, seed_of
from classrooms.assess.analysis.results import Results, results_of, results_of_rivals, written
from classrooms.models import Analysis
from games.engine.analysis import Stop, reckon, reckons
from games.engine.analysis.decisions import PLAYOUTS
from games.engine.analysis.played import Match as Played
from games.engine.analysis.played import Progress
from games.public.base import clock
from games.public.models import Job, Match
from games.public.work import outbox

Drawings = dict[str, dict[str, str]]
Draw = Callable[[Match, Results], Drawings]


@transaction.atomic
def analysis_request(
    *, match: Match, by: Any = None, playouts: int = PLAYOUTS, again: bool = False, now: datetime | None = None
) -> Analysis:
    """Request the analysis of a finished match. A running one continues; a finished one stays unless `again`. The job
    is sent after commit. Raises LookupError for a game without an analysis.
    """
    if played(match) is None:
        raise LookupError(f"{match.game} offers no analysis")
    now = now or clock.now()
    kept = Analysis.objects.select_for_update().filter(match=match).first()
    if kept is not None and kept.status == Analysis.Status.DONE and not again:
        return kept
    values = {"asked_by": by, "asked_at": now, "seed": seed_of(match).hex(), "playouts": playouts}
    fresh = {
        "status": Analysis.Status.WORKING,
        "progress": 0,
        "results": "",
        "digest": "",
        "done_at": None,
    }
    if kept is not None and kept.status == Analysis.Status.WORKING:
        fresh, values = {}, {}
    made: Analysis = Analysis.objects.update_or_create(match=match, defaults={**values, **fresh})[0]
    outbox.job_request(kind=JOB, match=match, now=now, again=True)
    return made


def analysis_cancel(*, match: Match) -> bool:
    """Call an analysis off: its worker stops at the next step. False if there was nothing to call off."""
    return bool(_working(match).update(status=Analysis.Status.CANCELLED, progress=0))


def analysis_work(*, match: Match, progress: Progress) -> bool:
    """Work a requested analysis out; nothing is written but its progress until all is known. False if it was called
    off.
    """
    row, game = _working(match).first(), played(match)
    if row is None or game is None:
        return False
    told = -1

    def note(share: float) -> None:
        nonlocal told
        percent = min(99, int(100 * share))
        if percent == told:
            return
        told = percent
        progress(share)
        if not _working(match).update(progress=percent):
            raise Stop

    try:
        results = analysed(game, bytes.fromhex(row.seed), row.playouts, note)
    except Stop:
        return False
    return _keep(match, results, clock.now())


def analysed(game: Played, seed: bytes, playouts: int, progress: Progress) -> Results:
    """Account and decisions of a match, or luck and decisions of rivals: the same for the same seed. Pure."""
    if reckons(game.analyst):
        found = reckon(game, seed, playouts=playouts, progress=progress)
        return results_of_rivals(game.game.key, seed, game.judged_by, found)

    return results_of(game.game.key, seed, game.judged_by, game.analyst.judge(game))


def _keep(match: Match, results: Results, now: datetime) -> bool:
    text = written(results)
    values = {"results": text, "digest": hashlib.sha256(text.encode()).hexdigest()}
    return bool(_working(match).update(status=Analysis.Status.DONE, progress=100, done_at=now, **values))


def _working(match: Match) -> Any:
    return Analysis.objects.filter(match=match, status=Analysis.Status.WORKING)


def begin(job: Job, match: Match) -> None:
    """Create the row of an analysis whose job was requested at the end of the match."""
    values = {"seed": seed_of(match).hex(), "playouts": PLAYOUTS, "asked_at": job.created_at}
    Analysis.objects.get_or_create(match=match, defaults=values)
