"""The forecasts that players make of a round: the sections built, and the highest price of a contract."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.master_builder.rules.events import MadeUnavailable, MatchEnded, RoundBegun, Won, Work
from games.catalogue.master_builder.rules.scenario import Scenario
from games.ui.learning import Forecastable

FORECAST_KINDS: Final = ("won", "made_unavailable", "work", "match_ended", "round_begun")


def forecastables(scenario: Scenario) -> tuple[Forecastable, ...]:
    """Values of the whole table, so that a forecast means the same for each seat."""
    return (
        Forecastable("sections", _("Sections built by all players"), pgettext("unit", "sections"), 0, 60, tolerance=1),
        Forecastable("price", _("Highest price paid for a contract"), pgettext("unit", "k"), 0, 200, tolerance=3),
        Forecastable("away", _("Workers kept away by events"), pgettext("unit", "workers"), 0, 40, tolerance=2),
    )


def forecast_actuals(_scenario: Any, events: Sequence[Any]) -> Mapping[int, Mapping[str, int]]:
    """The actual values by round, after the round has ended. Without a sale the highest price is 0."""
    found: dict[int, dict[str, int]] = {}
    running: dict[str, int] = {"sections": 0, "price": 0, "away": 0}
    for event in events:
        match event:
            case RoundBegun(turn=turn) if turn > 1:
                found[turn - 1], running = running, dict.fromkeys(running, 0)
            case MatchEnded():
                found[event.turn] = running
            case Won():
                running["price"] = max(running["price"], event.price)
            case Work():
                running["sections"] += 1
            case MadeUnavailable():
                running["away"] += len(event.workers)
    return found
