"""The facilitator's events in words."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.dominato import names
from games.catalogue.dominato.rules.scenario import Scenario
from games.engine.facilitation import Brought
from games.ui.faces import FacilitationPart
from games.ui.seats import players_named

UNITS: Final = {"check": gettext_lazy("tiles"), "bonus": gettext_lazy("points"), "penalty": gettext_lazy("points")}


def effect(scenario: Scenario, brought: Brought) -> str:
    """The effect of an event in a sentence."""
    if brought.event == "check":
        return _("Each player who has not accepted the last tile checks it before the game goes on.")
    text = _("%(The_player)s has %(points)s fewer. Few points are good.")
    if brought.event == "penalty":
        text = _("%(The_player)s has %(points)s more. Few points are good.")
    return text % {"points": names.points_counted(brought.amount), **players_named(player=brought.seat or 0)}


FACILITATION: Final = FacilitationPart(units=UNITS, titles=names.event_titles, effect=effect)
