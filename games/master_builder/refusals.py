"""Why the rules refuse a move, with the numbers."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.engine.errors import RulesError
from games.kit.refusals import Because
from games.master_builder import cards, names
from games.master_builder.rules.scenario import Scenario

RULES: Final[Mapping[str, str]] = {
    "draft_is_for_hiring": "hire",
    "empty_stack": "hire",
    "wages_over_limit": "hire",
    "not_your_worker": "hire",
    "no_looking": "variants",
    "fee_over_cash": "variants",
    "not_in_stack": "variants",
    "event_not_in_hand": "variants",
    "not_on_offer": "contracts",
    "everybody_needs_a_contract": "first-round",
    "bid_too_low": "auction",
    "bid_over_cash": "auction",
    "highest_bid_stands": "auction",
    "limit_over_cash": "limits",
    "limit_too_low": "limits",
    "worker_not_concerned": "events",
    "not_in_order_of_hiring": "events",
    "wrong_number_of_workers": "events",
    "price_over_cash": "events",
    "no_such_renter": "rent",
    "not_to_let": "rent",
    "no_offer": "rent",
    "offer_changed": "rent",
    "refusal_has_no_price": "rent",
    "not_your_contract": "build",
    "no_such_section": "build",
    "already_built": "build",
    "sections_out_of_order": "build",
    "too_few_workers": "build",
    "side_and_gable_first": "build",
    "walls_before_roof": "build",
    "core_first": "build",
    "core_needs_face_or_back": "build",
    "wall_before_next": "build",
    "no_such_loan_left": "loans",
    "no_such_loan_open": "loans",
    "money_is_bid": "loans",
}
"""The heading of the help under which the rule behind a refusal stands."""
PURSE: Final = frozenset({"bid_over_cash", "limit_over_cash", "fee_over_cash", "price_over_cash", "money_is_bid"})
"""Refusals that what a purse holds explains."""

MONEY = {"bid", "least", "cash", "price", "offer", "fee", "limit", "wages"}
"""Parameters that are amounts."""

SENTENCES: dict[str, Callable[[], str]] = {
    "wrong_move": lambda: _("This is no answer to what is asked here."),
    "draft_is_for_hiring": lambda: _("In the first round everybody hires: nobody passes or fires."),
    "empty_stack": lambda: _("No worker is left in the stack of %(skills)s."),
    "wages_over_limit": lambda: _("Wages would come to %(wages)s: the limit is %(limit)s."),
    "not_your_worker": lambda: _("This worker is not in your crew."),
    "no_looking": lambda: _("In this match nobody looks through a stack."),
    "fee_over_cash": lambda: _("Looking costs %(fee)s: you have %(cash)s."),
    "not_in_stack": lambda: _("This worker is not in the stack that you paid for."),
    "everybody_needs_a_contract": lambda: _("Everybody needs a contract in the first round: you cannot decline now."),
    "not_on_offer": lambda: _("%(contract)s is not on offer."),
    "bid_too_low": lambda: _("A bid of %(bid)s is too low: bid %(least)s at least."),
    "bid_over_cash": lambda: _("A bid of %(bid)s is more than the %(cash)s that you have. Bids are not lent."),
    "limit_over_cash": lambda: _("A limit of %(limit)s is more than the %(cash)s that you have. Bids are not lent."),
    "limit_too_low": lambda: _("A limit of %(limit)s says nothing any more: set %(least)s at least."),
    "highest_bid_stands": lambda: _("Your bid of %(bid)s is the highest: it stands."),
    "event_not_in_hand": lambda: _("This event is not in your hand."),
    "worker_not_concerned": lambda: _("The event does not concern this worker of yours."),
    "not_in_order_of_hiring": lambda: _("Name the workers in the order in which you hired them, each once."),
    "wrong_number_of_workers": lambda: _("Choose %(needed)d: you have chosen %(workers)d."),
    "price_over_cash": lambda: _("That costs %(price)s: there are %(cash)s."),
    "no_such_renter": lambda: _("There is nobody to whom this worker could go."),
    "not_to_let": lambda: _("This worker cannot be offered there now."),
    "no_offer": lambda: _("No price for this worker waits for your answer."),
    "offer_changed": lambda: _("The price is %(offer)s now, no longer %(price)s."),
    "refusal_has_no_price": lambda: _("A refusal names no price."),
    "not_your_contract": lambda: _("%(contract)s is not your contract."),
    "no_such_section": lambda: _("%(contract)s has no such section."),
    "already_built": lambda: _("%(piece)s stands already."),
    "sections_out_of_order": lambda: _("Name each section once, in the order of the cards."),
    "too_few_workers": lambda: _(
        "%(needed)d workers of the rank of %(skill)s or higher are needed, you have %(workers)d."
    ),
    "side_and_gable_first": lambda: _(
        "%(contract)s: the first work on it takes a side wall and a gable. Missing: %(part)s."
    ),
    "walls_before_roof": lambda: _("%(contract)s: no roof before the four walls stand. Missing: %(missing)d."),
    "core_first": lambda: _("%(contract)s: wall %(wall)d begins with its core."),
    "core_needs_face_or_back": lambda: _(
        "%(contract)s: with the core of wall %(wall)d goes its face or its back, in the same round."
    ),
    "wall_before_next": lambda: _("%(contract)s: wall %(wall)d first. It still lacks %(missing)d."),
    "no_such_loan_left": lambda: _("The bank has no such loan left."),
    "no_such_loan_open": lambda: _("You have no such loan to repay."),
    "money_is_bid": lambda: _("Repaying takes %(price)s of your %(cash)s, and your highest bid must stay covered."),
}


def refusal_words(scenario: Scenario | None, error: RulesError) -> str | None:
    """The refusal in the current language; None for a code that these rules do not raise."""
    words = SENTENCES.get(error.code)
    return words() % _params(scenario, error.params) if words else None


def _params(scenario: Scenario | None, given: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers with their units, the cards by name."""
    params = {name: names.k(value) if name in MONEY else value for name, value in given.items()}
    if "skill" in given:
        params["skill"], params["skills"] = names.skill(given["skill"]), names.skills(given["skill"])
    if scenario is not None and "contract" in given:
        number = given["contract"]
        known = 1 <= number <= len(scenario.contracts)
        params["contract"] = (
            cards.contract(scenario, number) if known else _("Contract %(number)d") % {"number": number}
        )
        if known and "section" in given:
            params["piece"] = cards.piece(scenario, f"{number}/{given['section']}")
    if given.get("missing") in ("side", "gable"):
        params["part"] = _("a side wall") if given["missing"] == "side" else _("a gable")
    return params


def because(error: RulesError, seat: int) -> Because:
    heading = RULES.get(error.code)
    number = f"money-{seat}" if error.code in PURSE else ""
    return Because(f"rules#{heading}" if heading else "rules", number)
