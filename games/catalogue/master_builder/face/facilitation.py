"""The facilitator's events in words."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.catalogue.master_builder import cards
from games.catalogue.master_builder.names import k
from games.engine.facilitation import Brought
from games.ui.faces import FacilitationPart

UNITS: Final = {
    "grant": gettext_lazy("k for each player"),
    "tax": gettext_lazy("k from each player"),
    "strike": gettext_lazy("workers of each crew"),
    "wage_rise": gettext_lazy("k a round for each worker"),
}


def titles() -> dict[str, str]:
    """The names of the events, by key."""
    return {key: name() for key, name in cards.BROUGHT.items()}


def effect(scenario: Any, brought: Brought) -> str:
    """The effect of an event in a sentence."""
    amount = brought.amount
    match brought.event:
        case "grant":
            return _("Each player receives %(amount)s from the bank at once.") % {"amount": k(amount)}
        case "tax":
            text = _("Each player pays %(amount)s to the bank at once. A player with less pays all that is left.")
            return text % {"amount": k(amount)}
        case "strike":
            text = ngettext(
                "In each crew %(number)d more worker is away in this round, but paid: the one hired last.",
                "In each crew %(number)d more workers are away in this round, but paid: those hired last.",
                amount,
            )
            return text % {"number": amount}
    text = _("The wage of each worker in a crew rises by %(amount)s a round, until the worker leaves.")
    return text % {"amount": k(amount)}


FACILITATION: Final = FacilitationPart(units=UNITS, titles=titles, effect=effect)
