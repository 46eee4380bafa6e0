"""The forecasts that players make of a turn number: the failed tries, and the points of the meal."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.dominyam.rules.events import Eaten, WentWithout
from games.catalogue.dominyam.rules.scenario import Scenario
from games.ui.learning import Forecastable

FORECAST_KINDS: Final = ("eaten", "went_without")


def forecastables(_scenario: Any) -> tuple[Forecastable, ...]:
    """The values to forecast. Points exclude the bonus of the variant, so that a forecast means the same in each
    match.
    """
    return (
        Forecastable(
            "without", _("Turns without a meal at this number"), pgettext("unit", "turns"), 0, 99, tolerance=1
        ),
        Forecastable("points", _("Points of the die that is left over"), pgettext("unit", "points"), 0, 6, tolerance=1),
    )


def forecast_actuals(scenario: Scenario, events: Sequence[Any]) -> Mapping[int, Mapping[str, int]]:
    """The actual values by turn, after it is over: with a meal, or for a lone player in any case."""
    found: dict[int, dict[str, int]] = {}
    without: dict[int, int] = {}
    for event in events:
        if isinstance(event, WentWithout):
            without[event.turn] = without.get(event.turn, 0) + 1
        if isinstance(event, Eaten) or scenario.players == 1:
            point = event.point if isinstance(event, Eaten) else 0
            found[event.turn] = {"without": without.get(event.turn, 0), "points": point}
    return found
