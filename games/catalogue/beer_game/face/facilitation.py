"""The facilitator's events in words."""

from typing import Final

from django.utils.translation import gettext_lazy, pgettext_lazy

from games.catalogue.beer_game import names
from games.ui.faces import FacilitationPart

UNITS: Final = {
    "surge": pgettext_lazy("unit", "pallets"),
    "strike": gettext_lazy("weeks"),
    "bonus": gettext_lazy("units of cost"),
    "penalty": gettext_lazy("units of cost"),
}

FACILITATION: Final = FacilitationPart(
    units=UNITS, titles=names.event_titles, effect=lambda scenario, brought: names.effect(scenario.chains, brought)
)
