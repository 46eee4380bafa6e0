"""The turns of a match, to choose one to go back to."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Min

from classrooms.play.monitor.queries.progress import progress_of
from games.public.matches import scenario_of
from games.public.models import Match
from games.ui import faces
from games.ui.progress import Alert, Gauge


@dataclass(frozen=True)
class Turn:
    """A turn that has begun: after move `number`, at `at`. `reached` are the gauges at its end, empty for the current
    turn; `moves` is its number of moves so far.
    """

    turn: int
    title: str
    number: int
    at: datetime
    moves: int
    reached: tuple[tuple[Gauge, int], ...]
    alerts: tuple[Alert, ...]


def turns_begun(match: Match) -> list[Turn]:
    """The turns, latest first, in a handful of queries."""
    face, scenario = faces.get(match.game), scenario_of(match)
    rows = (
        match.events.filter(turn__gt=0)
        .values("turn")
        .annotate(first=Min("move__number"), moves=Count("move", distinct=True))
    )
    began = {row["turn"]: (row["first"], row["moves"]) for row in rows.order_by("turn")}
    times = dict(
        match.moves.filter(number__in=[first for first, _moves in began.values()]).values_list("number", "created_at")
    )
    told = progress_of([match]).get(match.pk)
    gauges = told.gauges if told else ()
    alerts = told.alerts if told else ()
    last = match.moves.kept().aggregate(last=Max("number"))["last"] or 0
    return [
        Turn(
            turn,
            face.words.turn(scenario, turn),
            first,
            times[first],
            moves,
            tuple((gauge, gauge.series[turn]) for gauge in gauges if turn < len(gauge.series)),
            tuple(alert for alert in alerts if alert.turn == turn),
        )
        for turn, (first, moves) in sorted(began.items(), reverse=True)
        if first < last
    ]
