"""The progress of a match for instructors: the leader's points by game, and the end of each game."""

from collections.abc import Iterable
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.catalogue.dominato.face import forecasts, predictions
from games.catalogue.dominato.rules.accounts import POINTS
from games.catalogue.dominato.rules.turn import totals
from games.catalogue.dominato.rules.view import View
from games.ui.faces import Heading, ProgressPart, Scene
from games.ui.ledger import kinds_of
from games.ui.nouns import named
from games.ui.progress import Comparison, Decided, Gauge, Progress
from games.ui.seats import player_name


def progress(scene: Scene, heading: Heading) -> Progress:
    """The progress of a match. Few points are good; the tiles are those of the present game."""
    view: View = scene.view
    series = _fewest(scene.record, view)
    now = min(totals(view.done, len(view.counts), view.brought))
    gauges = (
        Gauge(name="points", label=_("Points of who leads"), value=now, series=series),
        Gauge(name="tiles", label=_("Tiles laid"), unit=pgettext("unit", "tiles"), value=len(view.table), fewer=False),
    )
    return Progress(turn=view.game, turns=view.games, title=heading.title, sub=heading.sub, gauges=gauges)


def _fewest(record: Iterable[Any], view: View) -> tuple[int, ...]:
    """The lowest total of a player at the start and after each finished game."""
    seats = range(len(view.counts))
    return tuple(min(points.get(seat, 0) for seat in seats) for points in POINTS.by_turn(record, None, len(view.done)))


def comparison(scene: Scene) -> Comparison:
    return Comparison(across=("points", "tiles"), decisions=tuple(_decisions(scene.view)))


def _decisions(view: View) -> Iterable[Decided]:
    for number, game in enumerate(view.done, start=1):
        won = _("won by nobody")
        if game.winner is not None:
            won = _("won by %(the_player)s") % named(player=player_name(game.winner))
        yield Decided(turn=number, words=won)
        for seat, points in enumerate(game.points):
            words = ngettext("%(number)d point", "%(number)d points", points) % {"number": points}
            yield Decided(turn=number, seat=seat, words=words, amount=points)


PROGRESS: Final = ProgressPart(
    current=progress,
    kinds=kinds_of(POINTS),
    comparison=comparison,
    forecastables=forecasts.forecastables,
    forecast_kinds=forecasts.FORECAST_KINDS,
    forecast_actuals=forecasts.forecast_actuals,
    predictables=predictions.predictables,
    prediction_kinds=predictions.PREDICTION_KINDS,
    predicted=predictions.predicted,
)
