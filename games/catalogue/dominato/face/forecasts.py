"""The forecasts that players make of a game within the match: the number of tiles left."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.dominato.rules.events import GameEnded
from games.catalogue.dominato.rules.scenario import Scenario
from games.ui.learning import Forecastable

FORECAST_KINDS: Final = ("game_ended",)


def forecastables(scenario: Scenario) -> tuple[Forecastable, ...]:
    """The values to forecast. Tiles set aside belong to nobody and do not count."""
    most = scenario.hand * scenario.players
    return (Forecastable("left", _("Tiles left in all hands"), pgettext("unit", "tiles"), 0, most, tolerance=2),)


def forecast_actuals(_scenario: Any, events: Sequence[Any]) -> Mapping[int, Mapping[str, int]]:
    """The actual values by game of the match."""
    return {event.turn: {"left": sum(event.left)} for event in events if isinstance(event, GameEnded)}
