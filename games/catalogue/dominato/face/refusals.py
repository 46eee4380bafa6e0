"""The reasons for which the rules refuse a move, in words with the numbers."""

from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.catalogue.dominato import names
from games.ui.refusals import Params, Refusal, Refusals


def format_params(_scenario: Any, given: Params) -> Params:
    """The parameters with signs, and with places counted from 1."""
    signed = {name: names.signed(given[name]) for name in ("value", "needed") if name in given}
    counted = {"number": given["place"] + 1, "last": given["places"]} if "places" in given else {}
    return {**given, **signed, **counted}


def _wrong_value(scenario: Any, given: Params) -> str:
    if given["part"] == "balance":
        text = gettext("The balance of your tile is %(value)s. The square that stands on its middle is %(needed)s.")
    else:
        text = gettext("The square of your tile is %(value)s. The balance of the tile that it stands on is %(needed)s.")
    return text % format_params(scenario, given)


REFUSALS: Final = Refusals(
    {
        "wrong_value": Refusal(_wrong_value, "link"),
        "say_balance": Refusal(_("Say the balance first: from −%(most)d to +%(most)d."), "balance"),
        "nothing_to_say": Refusal(_("Here no balance is said."), "options"),
        "must_place": Refusal(_("You can lay a tile, so you may not pass."), "turn"),
        "tile_not_in_hand": Refusal(_("This tile is not in your hand."), "turn"),
        "no_such_place": Refusal(_("There is no place %(number)d on the table: the last one is %(last)d."), "turn"),
        "turning_changes_nothing": Refusal(_("Turning this tile round changes nothing. Lay it as it is."), "tiles"),
        "nothing_to_claim": Refusal(_("There is no tile that you could still claim."), "challenge"),
        "wrong_move": Refusal(_("This is no answer to what is asked here.")),
    },
    format_params,
)
