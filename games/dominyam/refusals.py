"""Why the rules refuse a move, with the numbers."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.engine.errors import RulesError
from games.kit.refusals import Because

RULES: Final[Mapping[str, str]] = {
    "place_empty": "table",
    "not_at_mercy": "mercy",
    "places_apart": "mercy",
    "isolates": "mercy",
    "under_target": "target",
    "places_in_order": "meal",
    "dice_do_not_fit": "meal",
    "no_such_point_die": "meal",
    "no_rolls_left": "meal",
    "dice_in_order": "meal",
}
"""The heading of the help under which the rule behind a refusal stands."""

SENTENCES: dict[str, Any] = {
    "place_empty": lambda: _("Place %(place)d is empty: its domino is eaten."),
    "places_in_order": lambda: _(
        "A meal is two different dominoes, the lower place first: not %(first)d and %(second)d."
    ),
    "places_apart": lambda: _("The dominoes of places %(first)d and %(second)d do not touch along a side."),
    "not_at_mercy": lambda: _(
        "The domino of place %(place)d is not at the void's mercy: both its long sides are covered."
    ),
    "isolates": lambda: _("This would leave the domino of place %(place)d alone, touching no other."),
    "under_target": lambda: _("The four halves add up to %(sum)d, less than the target of %(target)d."),
    "dice_do_not_fit": lambda: _("No four of the dice carry the four halves of places %(first)d and %(second)d."),
    "no_such_point_die": lambda: _("No die of %(point)d is left over after this meal."),
    "no_rolls_left": lambda: _("No throw is left in this turn: eat, or go without."),
    "dice_in_order": lambda: _("Each die is named once, in rising order."),
    "wrong_move": lambda: _("This is no answer to what is asked here."),
}


def refusal_words(_scenario: Any, error: RulesError) -> str | None:
    """The refusal in the current language; None for a code that Dominyam's rules do not raise."""
    words = SENTENCES.get(error.code)
    return words() % error.params if words else None


def because(error: RulesError, _seat: int) -> Because:
    heading = RULES.get(error.code)
    return Because(f"rules#{heading}") if heading else Because()
