"""The reasons for which the rules refuse a move, in words with the numbers."""

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.rules.scenario import Scenario
from games.ui.refusals import Params, Refusal, Refusals

MONEY: Final = {"bid", "least", "cash", "price", "offer", "fee", "limit", "wages"}
"""The parameters that are amounts of money."""


def format_params(scenario: Scenario | None, given: Params) -> Params:
    """The parameters with units and with the names of cards."""
    params = {name: names.k(value) if name in MONEY else value for name, value in given.items()}
    if "skill" in given:
        params["skill"], params["skills"] = names.skill(given["skill"]), names.skills(given["skill"])
    if scenario is not None and "contract" in given:
        number = given["contract"]
        known = 1 <= number <= len(scenario.contracts)
        params["contract"] = (
            cards.contract(scenario, number) if known else gettext("Contract %(number)d") % {"number": number}
        )
        if known and "section" in given:
            params["piece"] = cards.piece(scenario, f"{number}/{given['section']}")
    if given.get("missing") in ("side", "gable"):
        params["part"] = gettext("a side wall") if given["missing"] == "side" else gettext("a gable")
    return params


REFUSALS: Final = Refusals(
    {
        "wrong_move": Refusal(_("This is no answer to what is asked here.")),
        "draft_is_for_hiring": Refusal(_("In the first round everybody hires: nobody passes or fires."), "hire"),
        "empty_stack": Refusal(_("No worker is left in the stack of %(skills)s."), "hire"),
        "wages_over_limit": Refusal(_("Wages would come to %(wages)s: the limit is %(limit)s."), "hire"),
        "not_your_worker": Refusal(_("This worker is not in your crew."), "hire"),
        "no_looking": Refusal(_("In this match nobody looks through a stack."), "variants"),
        "fee_over_cash": Refusal(_("Looking costs %(fee)s: you have %(cash)s."), "variants", number="money"),
        "not_in_stack": Refusal(_("This worker is not in the stack that you paid for."), "variants"),
        "everybody_needs_a_contract": Refusal(
            _("Everybody needs a contract in the first round: you cannot decline now."), "first-round"
        ),
        "not_on_offer": Refusal(_("%(contract)s is not on offer."), "contracts"),
        "bid_too_low": Refusal(_("A bid of %(bid)s is too low: bid %(least)s at least."), "auction"),
        "bid_over_cash": Refusal(
            _("A bid of %(bid)s is more than the %(cash)s that you have. Bids are not lent."), "auction", number="money"
        ),
        "limit_over_cash": Refusal(
            _("A limit of %(limit)s is more than the %(cash)s that you have. Bids are not lent."),
            "limits",
            number="money",
        ),
        "limit_too_low": Refusal(_("A limit of %(limit)s says nothing any more: set %(least)s at least."), "limits"),
        "highest_bid_stands": Refusal(_("Your bid of %(bid)s is the highest: it stands."), "auction"),
        "event_not_in_hand": Refusal(_("This event is not in your hand."), "variants"),
        "worker_not_concerned": Refusal(_("The event does not concern this worker of yours."), "events"),
        "not_in_order_of_hiring": Refusal(
            _("Name the workers in the order in which you hired them, each once."), "events"
        ),
        "wrong_number_of_workers": Refusal(_("Choose %(needed)d: you have chosen %(workers)d."), "events"),
        "price_over_cash": Refusal(_("That costs %(price)s: there are %(cash)s."), "events", number="money"),
        "no_such_renter": Refusal(_("There is nobody to whom this worker could go."), "rent"),
        "not_to_let": Refusal(_("This worker cannot be offered there now."), "rent"),
        "no_offer": Refusal(_("No price for this worker waits for your answer."), "rent"),
        "offer_changed": Refusal(_("The price is %(offer)s now, no longer %(price)s."), "rent"),
        "refusal_has_no_price": Refusal(_("A refusal names no price."), "rent"),
        "not_your_contract": Refusal(_("%(contract)s is not your contract."), "build"),
        "no_such_section": Refusal(_("%(contract)s has no such section."), "build"),
        "already_built": Refusal(_("%(piece)s stands already."), "build"),
        "sections_out_of_order": Refusal(_("Name each section once, in the order of the cards."), "build"),
        "no_proposal": Refusal(_("The best plan cannot be asked for here, or was already."), "build"),
        "too_few_workers": Refusal(
            _("%(needed)d workers of the rank of %(skill)s or higher are needed, you have %(workers)d."), "build"
        ),
        "side_and_gable_first": Refusal(
            _("%(contract)s: the first work on it takes a side wall and a gable. Missing: %(part)s."), "build"
        ),
        "walls_before_roof": Refusal(
            _("%(contract)s: no roof before the four walls stand. Missing: %(missing)d."), "build"
        ),
        "core_first": Refusal(_("%(contract)s: wall %(wall)d begins with its core."), "build"),
        "core_needs_face_or_back": Refusal(
            _("%(contract)s: with the core of wall %(wall)d goes its face or its back, in the same round."), "build"
        ),
        "wall_before_next": Refusal(_("%(contract)s: wall %(wall)d first. It still lacks %(missing)d."), "build"),
        "no_such_loan_left": Refusal(_("The bank has no such loan left."), "loans"),
        "no_such_loan_open": Refusal(_("You have no such loan to repay."), "loans"),
        "money_is_bid": Refusal(
            _("Repaying takes %(price)s of your %(cash)s, and your highest bid must stay covered."),
            "loans",
            number="money",
        ),
    },
    format_params,
)
