"""Predictions of a class: the stage that costs most at the end."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from games.catalogue.beer_game.rules.chains import chain_of, seats_of
from games.catalogue.beer_game.rules.scenario import Scenario
from games.catalogue.beer_game.rules.types import Ended
from games.catalogue.beer_game.rules.view import View
from games.ui.faces import Scene
from games.ui.learning import Predictable

PREDICTION_KINDS: Final = ("ended",)
KEY: Final = "most-cost"


def predictables(scene: Scene) -> tuple[Predictable, ...]:
    """The costliest stage of the match. The rules give no odds."""
    view: View = scene.view
    if view.over:
        return ()
    ends = (_("the retailer, next to the building sites"), _("the factory, at the source"))
    longest = max(view.terms.chains)
    options = (*ends, _("a stage between them")) if longest > len(ends) else ends
    return (Predictable(KEY, _("Which stage costs most in the end?"), options),)


def predicted(scenario: Scenario, _key: str, events: Sequence[Any]) -> int | None:
    """The option of the costliest stage; of equal ones, the one nearest the building sites."""
    end = next((event for event in events if isinstance(event, Ended)), None)
    if end is None:
        return None
    chains = scenario.chains
    place, chain = min(_places(end.costs, chains))
    return 0 if place == 0 else 1 if place == chains[chain] - 1 else 2


def _places(costs: Sequence[int], chains: Sequence[int]) -> list[tuple[int, int]]:
    """The costliest stages by their distance from the building sites, with their chains."""
    most = max(costs)
    return [
        (seat - seats_of(chains, chain := chain_of(chains, seat))[0], chain)
        for seat, cost in enumerate(costs)
        if cost == most
    ]
