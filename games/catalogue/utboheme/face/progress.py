"""The progress of a match for instructors: the leader's points by turn, and each player's purchases."""

from collections.abc import Iterable
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.utboheme.face import forecasts, predictions
from games.catalogue.utboheme.rules import events
from games.catalogue.utboheme.rules.accounts import POINTS, Terms
from games.catalogue.utboheme.rules.view import View
from games.ui.faces import Heading, ProgressPart, Scene
from games.ui.ledger import kinds_of
from games.ui.progress import Comparison, Decided, Gauge, Progress

KINDS: Final = kinds_of(POINTS)
"""The kinds of events that are read: at most one for each piece and development card, and few for special cards."""


def progress(scene: Scene, heading: Heading) -> Progress:
    """The progress of a match; points are the public ones."""
    view: View = scene.view
    gauges = (
        Gauge(
            name="points",
            label=_("Points of who leads"),
            unit=pgettext("unit", "points"),
            value=max(view.points),
            target=view.figures.target,
            series=_leading(scene, max(0, view.turn - (view.stage != "over"))),
            fewer=False,
        ),
        Gauge(
            name="pieces",
            label=_("UV and UV** on the island"),
            value=sum(map(len, (*view.uv, *view.upgraded))),
            fewer=False,
        ),
    )
    return Progress(turn=view.turn, turns=heading.turns, title=heading.title, sub=heading.sub, gauges=gauges)


def _leading(scene: Scene, done: int) -> tuple[int, ...]:
    """The greatest number of public points after the foundation and after each finished turn. The end reveals hands."""
    view: View = scene.view
    turns = POINTS.by_turn(scene.record, Terms(view.figures, None), done)
    return tuple(max(points.values(), default=0) for points in turns)


def comparison(scene: Scene) -> Comparison:
    return Comparison(across=("points", "pieces"), decisions=tuple(_decisions(scene.record)))


def _decisions(record: Iterable[Any]) -> Iterable[Decided]:
    for event in record:
        if isinstance(event, events.UvBuilt):
            yield Decided(turn=event.turn, seat=event.seat, words=_("built a UV"))
        elif isinstance(event, events.UvUpgraded):
            yield Decided(turn=event.turn, seat=event.seat, words=_("made a UV**"))


PROGRESS: Final = ProgressPart(
    current=progress,
    kinds=KINDS,
    comparison=comparison,
    comparison_kinds=KINDS,
    forecastables=forecasts.forecastables,
    forecast_kinds=forecasts.FORECAST_KINDS,
    forecast_actuals=forecasts.forecast_actuals,
    predictables=predictions.predictables,
    prediction_kinds=predictions.PREDICTION_KINDS,
    predicted=predictions.predicted,
    negotiation_kinds=("offer", "accept_offer", "refuse_offer", "confirm", "withdraw"),
)
