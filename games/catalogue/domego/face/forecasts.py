"""The forecasts that players make of an activity: its days, its cost and its risk cards."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.domego.rules.events import ActivityEnded
from games.ui.learning import Forecastable

FORECAST_KINDS: Final = ("activity_ended",)
MOST: Final = 999


def forecastables(_scenario: Any) -> tuple[Forecastable, ...]:
    """The changes of the three counters in one activity. The number of cards is known exactly: slots, added ones, tiers
    placed.
    """
    return (
        Forecastable("days", _("Days of this activity"), pgettext("unit", "days"), 0, MOST, tolerance=3),
        Forecastable("cost", _("Cost of this activity"), "", 0, MOST, tolerance=2),
        Forecastable("cards", _("Risk cards drawn"), pgettext("unit", "cards"), 0, 99),
    )


def forecast_actuals(_scenario: Any, events: Sequence[Any]) -> Mapping[int, Mapping[str, int]]:
    """The actual values, from the balance of each activity."""
    return {
        event.turn: {"days": event.days, "cost": event.cost, "cards": event.cards}
        for event in events
        if isinstance(event, ActivityEnded)
    }
