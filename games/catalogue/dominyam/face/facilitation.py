"""The facilitator's events in words, and the points that they brought."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.dominyam import names
from games.catalogue.dominyam.rules.events import PointsBrought
from games.catalogue.dominyam.rules.scenario import Scenario
from games.engine.facilitation import Brought
from games.engine.types import Seat
from games.ui.faces import FacilitationPart
from games.ui.nouns import named

UNITS: Final = {key: gettext_lazy("points") for key in ("easier", "harder", "bonus", "penalty")}


def effect(scenario: Scenario, brought: Brought) -> str:
    """The effect of an event in a sentence."""
    points = names.points(brought.amount)
    match brought.event:
        case "easier":
            return _("The target of the turn under way is lower by %(points)s.") % {"points": points}
        case "harder":
            return _("The target of the turn under way is higher by %(points)s.") % {"points": points}
    text = _("%(The_player)s receives %(points)s at once.")
    if brought.event == "penalty":
        text = _("%(The_player)s loses %(points)s at once.")
    return text % {"points": points, **named(player=names.role_names(scenario)[brought.seat or 0])}


def points_brought(record: Iterable[Any]) -> Counter[Seat]:
    """The points that events gave or took, by seat."""
    found: Counter[Seat] = Counter()
    for event in record:
        if isinstance(event, PointsBrought):
            found[event.seat or 0] += event.amount
    return found


FACILITATION: Final = FacilitationPart(units=UNITS, titles=names.event_titles, effect=effect)
