"""The forecasts that players make of a turn: the cards that its dice give to all together."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.utboheme.rules.events import GameEnded, Harvested, TurnBegun
from games.ui.learning import Forecastable

FORECAST_KINDS: Final = ("harvested", "turn_begun", "game_ended")
MOST: Final = 40


def forecastables(_scenario: Any) -> tuple[Forecastable, ...]:
    """The number of cards; a seven gives none."""
    return (
        Forecastable("income", _("Cards that the dice bring to all players"), pgettext("unit", "cards"), 0, MOST, 1),
    )  # fmt: skip


def forecast_actuals(_scenario: Any, events: Sequence[Any]) -> Mapping[int, Mapping[str, int]]:
    """The actual numbers by turn, after the turn is over."""
    found: dict[int, int] = {}
    over: set[int] = set()
    for event in events:
        if isinstance(event, Harvested):
            found[event.turn] = found.get(event.turn, 0) + sum(event.got)
        elif isinstance(event, TurnBegun):
            over.add(event.turn - 1)
        elif isinstance(event, GameEnded):
            over.add(event.turn)
    return {turn: {"income": found.get(turn, 0)} for turn in sorted(over) if turn}
