"""Why the rules refuse a move, with the numbers."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.domego.quantities import cubes, k
from games.engine.errors import RulesError
from games.kit.refusals import Because

RULES: Final[Mapping[str, str]] = {
    "price_over_money": "negotiate",
    "price_over_limit": "negotiate",
    "no_offer": "negotiate",
    "offer_changed": "negotiate",
    "quantity_over_money": "buy",
    "cubes_short": "allocate",
    "no_such_tier": "allocate",
}
"""The heading of the help under which the rule behind a refusal stands."""
PURSE: Final = frozenset({"price_over_money", "quantity_over_money"})
"""Refusals that what a purse holds explains."""

FIELDS = {
    "price_over_money": "price",
    "price_over_limit": "price",
    "quantity_over_money": "quantity",
    "cubes_short": "buy",
}
"""The field of a form that a refusal stands beside."""


def refusal_words(_scenario: Any, error: RulesError) -> str | None:
    """The refusal in the current language; None for a code that Domego's rules do not raise."""
    made: Mapping[str, Any] = error.params
    match error.code:
        case "price_over_money":
            text = _("%(price)s is more than the %(money)s the payer holds.")
            return text % {"price": k(made["price"]), "money": k(made["money"])}
        case "price_over_limit":
            text = _("%(price)s is more than the %(limit)s allowed for this contract.")
            return text % {"price": k(made["price"]), "limit": k(made["limit"])}
        case "no_offer":
            return _("The other side has no offer on the table.")
        case "offer_changed":
            text = _("The other side now says %(offer)s, no longer %(price)s. Nothing was accepted.")
            return text % {"offer": k(made["offer"]), "price": k(made["price"])}
        case "quantity_over_money":
            total = made["quantity"] * made["price"]
            text = _("%(cubes)s at %(price)s each cost %(total)s, more than the %(money)s you hold.")
            return text % {
                "cubes": cubes(made["quantity"]),
                "price": k(made["price"]),
                "total": k(total),
                "money": k(made["money"]),
            }
        case "cubes_short":
            text = _("This takes %(cubes)s, and with what you buy you hold %(held)d: %(short)d too few.")
            short = made["cubes"] - made["held"]
            return text % {"cubes": cubes(made["cubes"]), "held": made["held"], "short": short}
        case "no_such_tier":
            return _("There is no tier %(tier)d here: the last is %(tiers)d.") % made
        case "below_zero":
            return _("%(number)d is less than nothing.") % made
        case "plan_empty":
            return _("The plan says nothing: give it at least one thing to do.")
        case "plan_no_contract":
            return _("This contract has its price already, or is not yours.")
        case "plan_range":
            text = _("%(high)s is less than %(low)s: between them lies no price.")
            return text % {"low": k(made["low"]), "high": k(made["high"])}
        case "plan_opens_above":
            text = _("You would open with %(opening)s and accept no more than %(high)s.")
            return text % {"opening": k(made["opening"]), "high": k(made["high"])}
        case "plan_opens_below":
            text = _("You would open with %(opening)s and accept no less than %(low)s.")
            return text % {"opening": k(made["opening"]), "low": k(made["low"])}
        case "wrong_move":
            return _("This is no answer to what is asked here.")
    return None


def because(error: RulesError, seat: int) -> Because:
    heading = RULES.get(error.code)
    number = f"money-{error.params.get('payer', seat)}" if error.code in PURSE else ""
    return Because(f"rules#{heading}" if heading else "rules", number)
