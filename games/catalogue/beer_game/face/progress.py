"""The progress of a match for instructors, the comparison of teams, and the forecasts of a week."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.beer_game import names
from games.catalogue.beer_game.face import predictions
from games.catalogue.beer_game.rules.accounts import COST
from games.catalogue.beer_game.rules.chains import seats_of
from games.catalogue.beer_game.rules.scenario import Scenario
from games.catalogue.beer_game.rules.types import Demanded, Ordered
from games.catalogue.beer_game.rules.view import View
from games.ui.faces import Heading, ProgressPart, Scene
from games.ui.learning import Forecastable
from games.ui.ledger import kinds_of
from games.ui.progress import Comparison, Decided, Gauge, Progress
from games.ui.text_lines import colon

COMPARISON_KINDS: Final = ("ordered",)
FORECAST_KINDS: Final = ("demanded",)


def progress(scene: Scene, heading: Heading) -> Progress:
    """Only the turn while stages are hidden; the costs of the chains once everybody may see them."""
    view: View = scene.view
    gauges = tuple(_cost(scene, chain) for chain in range(len(view.terms.chains))) if _open(view) else ()
    return Progress(turn=heading.turn, turns=heading.turns, title=heading.title, sub=heading.sub, gauges=gauges)


def _open(view: View) -> bool:
    return all(stage is not None for stage in view.stages)


def _cost(scene: Scene, chain: int) -> Gauge:
    view: View = scene.view
    seats = seats_of(view.terms.chains, chain)
    par = view.terms.par_cost * len(seats)
    done = view.week if view.over else view.week - 1
    weeks = COST.by_turn(scene.record, view.terms, done)
    known = any(event.seat in seats for event in scene.record)
    series = tuple(sum(figures.get(seat, 0) for seat in seats) for figures in weeks)
    value = sum(stage.cost for stage in view.stages[seats[0] : seats[-1] + 1] if stage is not None)
    label = _("Cost of the chain") if len(view.terms.chains) == 1 else _label(chain)
    return Gauge(
        name=f"cost_{chain + 1}",
        label=label,
        value=value,
        least=value,
        target=par * view.terms.weeks,
        series=series if known else (),
        pace=tuple(par * week for week in range(view.terms.weeks + 1)) if known else (),
    )


def _label(chain: int) -> str:
    return f"{names.chain_name(chain)}{colon()}{_('Cost of the chain')}"


def comparison(scene: Scene) -> Comparison:
    return Comparison(decisions=tuple(_decided(scene.record)))


def _decided(record: Sequence[Any]) -> Iterator[Decided]:
    for event in record:
        if isinstance(event, Ordered):
            words = _("orders %(amount)d") % {"amount": event.amount}
            yield Decided(turn=event.turn, seat=event.seat, words=words, amount=event.amount)


def forecastables(scenario: Scenario) -> tuple[Forecastable, ...]:
    unit = pgettext("unit", "pallets")
    return (Forecastable("demand", _("What the building sites ask for in the next week"), unit, 0, 999, tolerance=1),)


def forecast_actuals(scenario: Scenario, events: Sequence[Any]) -> Mapping[int, Mapping[str, int]]:
    """The demand of the week after, once that week has begun."""
    return {
        event.turn - 1: {"demand": event.amount} for event in events if isinstance(event, Demanded) and event.turn > 1
    }


PROGRESS: Final = ProgressPart(
    current=progress,
    kinds=kinds_of(COST),
    comparison=comparison,
    comparison_kinds=COMPARISON_KINDS,
    forecastables=forecastables,
    forecast_kinds=FORECAST_KINDS,
    forecast_actuals=forecast_actuals,
    predictables=predictions.predictables,
    prediction_kinds=predictions.PREDICTION_KINDS,
    predicted=predictions.predicted,
)
