"""The facilitator's events in words."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.domego.names import event_titles, roles_named
from games.catalogue.domego.quantities import cards, days, k
from games.catalogue.domego.rules.scenario import Scenario
from games.engine.facilitation import Brought
from games.ui.faces import FacilitationPart

UNITS: Final = {
    "strike": gettext_lazy("days"),
    "price_rise": gettext_lazy("k"),
    "late_permit": gettext_lazy("days"),
    "inspection": gettext_lazy("cards"),
    "help": gettext_lazy("k"),
    "bonus": gettext_lazy("k"),
    "penalty": gettext_lazy("k"),
}


def effect(scenario: Scenario, brought: Brought) -> str:
    """The effect of an event in a sentence."""
    amount = brought.amount
    match brought.event:
        case "strike":
            return _("The activity under way takes %(days)s more.") % {"days": days(amount)}
        case "late_permit":
            return _("The activity after this one takes %(days)s more.") % {"days": days(amount)}
        case "price_rise":
            return _("Each role of the activity under way pays %(amount)s at its end. It counts in the cost.") % {
                "amount": k(amount)
            }
        case "inspection":
            return _("The activity under way draws %(cards)s more.") % {"cards": cards(amount)}
        case "help":
            return _("Each role receives %(amount)s at once.") % {"amount": k(amount)}
    text = _("%(The_role)s receives %(amount)s at once.")
    if brought.event == "penalty":
        text = _("%(The_role)s pays %(amount)s at once.")
    return text % {"amount": k(amount), **roles_named(scenario, role=brought.seat or 0)}


FACILITATION: Final = FacilitationPart(units=UNITS, titles=event_titles, effect=effect)
