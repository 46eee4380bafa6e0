"""The reasons for which the rules refuse a move, in words with the numbers."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from games.catalogue.domego.quantities import cubes, k
from games.ui.refusals import Params, Refusal, Refusals

UNITS: Final[Mapping[str, Callable[[int], str]]] = {
    **dict.fromkeys(("price", "money", "limit", "floor", "offer", "low", "high", "opening"), k),
    "cubes": cubes,
}
"""The units of the parameters that have one."""


def format_params(_scenario: Any, given: Params) -> Params:
    """The parameters with units, and with values computed from them."""
    found = {name: UNITS[name](value) if name in UNITS else value for name, value in given.items()}
    if "quantity" in given:
        found |= {"cubes": cubes(given["quantity"]), "total": k(given["quantity"] * given["price"])}
    if "held" in given:
        found["short"] = given["cubes"] - given["held"]
    return found


REFUSALS: Final = Refusals(
    {
        "price_over_money": Refusal(
            _("%(price)s is more than the %(money)s the payer holds."), "negotiate", "money", "price"
        ),
        "price_over_limit": Refusal(
            _("%(price)s is more than the %(limit)s allowed for this contract."), "negotiate", field="price"
        ),
        "price_under_floor": Refusal(
            _("%(price)s is less than the %(floor)s allowed here: standard contracts are %(low)s to %(high)s."),
            "negotiate",
            field="price",
        ),
        "no_offer": Refusal(_("The other side has no offer on the table."), "negotiate"),
        "offer_changed": Refusal(
            _("The other side now says %(offer)s, no longer %(price)s. Nothing was accepted."), "negotiate"
        ),
        "quantity_over_money": Refusal(
            _("%(cubes)s at %(price)s each cost %(total)s, more than the %(money)s you hold."),
            "buy",
            "money",
            "quantity",
        ),
        "cubes_short": Refusal(
            _("This takes %(cubes)s, and with what you buy you hold %(held)d: %(short)d too few."),
            "allocate",
            field="buy",
        ),
        "no_such_tier": Refusal(_("There is no tier %(tier)d here: the last is %(tiers)d."), "allocate"),
        "below_zero": Refusal(_("%(number)d: this cannot be negative.")),
        "plan_empty": Refusal(_("The plan says nothing: give it at least one thing to do.")),
        "plan_no_contract": Refusal(_("This contract has its price already, or is not yours.")),
        "plan_range": Refusal(_("%(high)s is less than %(low)s: between them lies no price.")),
        "plan_opens_above": Refusal(_("You would open with %(opening)s and accept no more than %(high)s.")),
        "plan_opens_below": Refusal(_("You would open with %(opening)s and accept no less than %(low)s.")),
        "wrong_move": Refusal(_("This is no answer to what is asked here.")),
    },
    format_params,
)
