"""The facilitator's events in words."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.utboheme import names
from games.catalogue.utboheme.rules.facilitation import DEARTHS, GIFTS, SCHOLARSHIP
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.engine.facilitation import Brought
from games.ui.faces import FacilitationPart
from games.ui.seats import players_named

UNITS: Final = {
    **dict.fromkeys(GIFTS, gettext_lazy("cards for each player")),
    **dict.fromkeys(DEARTHS, gettext_lazy("hexagon")),
    SCHOLARSHIP: gettext_lazy("card of each resource"),
}


def effect(scenario: Any, brought: Brought) -> str:
    """The effect of an event in a sentence."""
    if brought.event in GIFTS:
        cards = names.counted(RESOURCES[GIFTS[brought.event]], brought.amount)
        return _("Each player gets %(cards)s from the bank at once.") % {"cards": cards}
    if brought.event in DEARTHS:
        text = _(
            "The binôme glandeur goes to the hexagon that brings the players most of: %(resource)s. "
            "If he is there already, he goes to the next best one. He robs nobody."
        )
        return text % {"resource": names.resource(RESOURCES[DEARTHS[brought.event]])}
    text = _("%(The_player)s gets one card of each resource from the bank at once.")
    return text % players_named(player=brought.seat or 0)


FACILITATION: Final = FacilitationPart(units=UNITS, titles=names.event_titles, effect=effect)
