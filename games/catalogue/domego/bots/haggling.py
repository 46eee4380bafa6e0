"""The bargaining of a bot: it opens near its own end of the standard range, gives way, and rarely breaks off."""

from typing import NamedTuple

from games.catalogue.domego.rules.moves import Accept, BreakOff, DomegoMove, Offer
from games.catalogue.domego.rules.sheet import Contract
from games.catalogue.domego.rules.types import Talk
from games.catalogue.domego.rules.view import View
from games.engine.draws import Draws
from games.engine.types import Prompt


class Habits(NamedTuple):
    """Percentages of the standard range: the opening from the firm's own end, the step of each offer, and the limit.
    Two firms with limits past the middle always agree, because at its limit a firm repeats its price.
    """

    opening: int = 25
    step: int = 15
    limit: int = 65


USUAL = Habits()
PATIENCE = 8
"""The number of offers after which a firm breaks off if the other side's price stays out of reach."""


def answer(view: View, prompt: Prompt, draws: Draws, habits: Habits = USUAL) -> DomegoMove | None:
    """The next move in a negotiation; None while it is the other side's turn."""
    talk, contract = _talk_of(view, prompt)
    if talk.last == prompt.seat:
        return None
    mood = draws.below(11, f"{prompt.key}/{prompt.seat}/mood") - 5
    habits = habits._replace(opening=habits.opening + mood)
    return (_as_payer if prompt.seat == contract.payer else _as_payee)(view, talk, contract, habits)


def _talk_of(view: View, prompt: Prompt) -> tuple[Talk, Contract]:
    ids, payee = view.sheet.role_ids, prompt.params["payee"]
    contracts = view.sheet.contracts
    talk = next(talk for talk in view.talks if ids[contracts[talk.contract].payee] == payee)
    return talk, contracts[talk.contract]


def _as_payer(view: View, talk: Talk, contract: Contract, habits: Habits) -> DomegoMove:
    before = -1 if talk.payer_offer is None else talk.payer_offer - contract.low
    mine = min(price_limit(view, contract), contract.low + _way(talk.payer_offers, before, contract, habits))
    if talk.payee_offer is not None and talk.payee_offer <= mine:
        return Accept(talk.payee_offer)
    return BreakOff() if mine == talk.payer_offer and talk.payee_offers >= PATIENCE else Offer(mine)


def _as_payee(view: View, talk: Talk, contract: Contract, habits: Habits) -> DomegoMove:
    before = -1 if talk.payee_offer is None else contract.high - talk.payee_offer
    mine = min(price_limit(view, contract), contract.high - _way(talk.payee_offers, before, contract, habits))
    if talk.payer_offer is not None and talk.payer_offer >= mine:
        return Accept(talk.payer_offer)
    return BreakOff() if mine == talk.payee_offer and talk.payer_offers >= PATIENCE else Offer(mine)


def _way(offers: int, before: int, contract: Contract, habits: Habits) -> int:
    """The distance (k) of the next offer from the firm's own end of the standard range. `before` is that of its last
    offer.
    """
    width = contract.high - contract.low
    wish = (width * (habits.opening + habits.step * offers) + 50) // 100
    return min(max(wish, before + 1), (width * habits.limit + 50) // 100)


def price_limit(view: View, contract: Contract) -> int:
    """The highest price that the rules let this payer agree to."""
    limit = contract.high if view.options.payments == "staged" else view.firms[contract.payer].money
    if view.options.price_cap_percent is not None:
        limit = min(limit, contract.high * view.options.price_cap_percent // 100)
    return limit
