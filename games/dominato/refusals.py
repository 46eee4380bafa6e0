"""Why the rules refuse a move, with the numbers."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.dominato import names
from games.engine.errors import RulesError
from games.kit.refusals import Because

RULES: Final[Mapping[str, str]] = {
    "wrong_value": "link",
    "must_place": "turn",
    "tile_not_in_hand": "turn",
    "no_such_place": "turn",
    "turning_changes_nothing": "tiles",
    "nothing_to_claim": "challenge",
}
"""The heading of the help under which the rule behind a refusal stands."""


def refusal_words(_scenario: Any, error: RulesError) -> str | None:
    """The refusal in the current language; None for a code that Dominato's rules do not raise."""
    made: Mapping[str, Any] = error.params
    match error.code:
        case "wrong_value":
            return _wrong_value(made)
        case "must_place":
            return _("You can lay a tile, so you may not pass.")
        case "tile_not_in_hand":
            return _("This tile is not in your hand.")
        case "no_such_place":
            return _("There is no place %(number)d on the table: the last one is %(last)d.") % {
                "number": made["place"] + 1,
                "last": made["places"],
            }
        case "turning_changes_nothing":
            return _("Turning this tile round changes nothing. Lay it as it is.")
        case "nothing_to_claim":
            return _("There is no tile that you could still claim.")
        case "wrong_move":
            return _("This is no answer to what is asked here.")
    return None


def _wrong_value(made: Mapping[str, Any]) -> str:
    words = {"value": names.signed(made["value"]), "needed": names.signed(made["needed"])}
    if made["part"] == "balance":
        text = _("The balance of your tile is %(value)s. The square that stands on its middle is %(needed)s.")
    else:
        text = _("The square of your tile is %(value)s. The balance of the tile that it stands on is %(needed)s.")
    return text % words


def because(error: RulesError, _seat: int) -> Because:
    heading = RULES.get(error.code)
    return Because(f"rules#{heading}") if heading else Because()
