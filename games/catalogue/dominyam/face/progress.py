"""The progress of a match for instructors: the best player's points by turn, and the meals."""

from collections.abc import Iterable
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.dominyam.face import forecasts, predictions
from games.catalogue.dominyam.names import dominoes, points
from games.catalogue.dominyam.rules.accounts import MEALS
from games.catalogue.dominyam.rules.events import Eaten, WentWithout
from games.catalogue.dominyam.rules.types import step_of
from games.catalogue.dominyam.rules.view import View
from games.ui.faces import Heading, ProgressPart, Scene
from games.ui.ledger import kinds_of
from games.ui.progress import Comparison, Decided, Gauge, Progress

COMPARISON_KINDS: Final = ("eaten", "went_without")
"""One of each turn of a player."""


def progress(scene: Scene, heading: Heading) -> Progress:
    view: View = scene.view
    turns = step_of(1)
    turn = turns if view.ended is not None else step_of(view.turn)
    done = turns if view.ended is not None else turn - 1
    gauges = (
        Gauge(
            name="points",
            label=_("Points of the best player"),
            value=max(view.points),
            series=_best(scene.record, done),
            fewer=False,
        ),
        Gauge(name="left", label=_("Dominoes left"), unit=pgettext("unit", "dominoes"), value=len(view.left)),
    )
    return Progress(turn=turn, turns=turns, title=heading.title, sub=heading.sub, gauges=gauges)


def _best(record: Iterable[Any], done: int) -> tuple[int, ...]:
    """The greatest total after each finished turn."""
    return tuple(max(points.values(), default=0) for points in MEALS.by_turn(record, None, done))


def comparison(scene: Scene) -> Comparison:
    return Comparison(across=("points", "left"), decisions=tuple(_decisions(scene.record)))


def _decisions(record: Iterable[Any]) -> Iterable[Decided]:
    for event in record:
        if isinstance(event, Eaten):
            won = event.point + event.bonus
            words = _("%(dominoes)s: %(points)s") % {"dominoes": dominoes(event.dominoes), "points": points(won)}
            yield Decided(turn=event.turn, seat=event.seat, words=words, amount=won)
        elif isinstance(event, WentWithout):
            yield Decided(turn=event.turn, seat=event.seat, words=_("no meal"), amount=0)


PROGRESS: Final = ProgressPart(
    current=progress,
    kinds=kinds_of(MEALS),
    comparison=comparison,
    comparison_kinds=COMPARISON_KINDS,
    forecastables=forecasts.forecastables,
    forecast_kinds=forecasts.FORECAST_KINDS,
    forecast_actuals=forecasts.forecast_actuals,
    predictables=predictions.predictables,
    prediction_kinds=predictions.PREDICTION_KINDS,
    predicted=predictions.predicted,
)
