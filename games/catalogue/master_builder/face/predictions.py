"""Predictions of a class: the number of raises in the present auction."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from games.catalogue.master_builder import cards
from games.catalogue.master_builder.rules.events import Nominated, Raised, Won
from games.catalogue.master_builder.rules.view import View
from games.ui.faces import Scene
from games.ui.learning import Predictable

PREDICTION_KINDS: Final = ("nominated", "raised", "won")
MANY: Final = 3
"""From this number of raises on, an auction was fought for."""


def predictables(scene: Scene) -> tuple[Predictable, ...]:
    """The auction that is open. Bids are decisions, so there are no odds."""
    view: View = scene.view
    if view.auction is None:
        return ()
    contract = view.auction.contract
    question = _("How often is the bid for “%(contract)s” raised?") % {"contract": cards.contract(view.sheet, contract)}
    options = (_("never"), _("once or twice"), _("three times or more"))
    return (Predictable(f"auction-{view.round}-{contract}", question, options),)


def predicted(_scenario: Any, key: str, events: Sequence[Any]) -> int | None:
    """The option with the number of raises before the contract was won in the round of the key."""
    place = tuple(map(int, key.split("-")[1:]))
    about = [event for event in events if isinstance(event, Nominated | Raised | Won)]
    about = [event for event in about if (event.turn, event.contract) == place]
    if not any(isinstance(event, Won) for event in about):
        return None
    raises = sum(isinstance(event, Raised) for event in about)
    return 0 if not raises else 1 if raises < MANY else 2
