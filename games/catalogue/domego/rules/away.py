"""Standing instructions of an absent player: prices to accept and to open with, cubes to place and to buy. They use the
seat's own view only. Money is in k.
"""

from typing import Annotated, Any, Final

from msgspec import Meta

from games.catalogue.domego.rules.moves import Accept, Allocate, Amount, Buy, DomegoMove, Offer, Tier
from games.catalogue.domego.rules.negotiation import lowest_price
from games.catalogue.domego.rules.sheet import Contract, Part
from games.catalogue.domego.rules.types import Talk
from games.catalogue.domego.rules.view import View
from games.engine.errors import IllegalMove
from games.engine.types import Prompt, Seat, Value


class Bargain(Value, frozen=True):
    """Instructions for one contract, by its number. A price from `low` to `high` is accepted. With `opening`, this
    price is offered if the seat has made no offer yet.
    """

    contract: Annotated[int, Meta(ge=0, le=1000)]
    low: Amount
    high: Amount
    opening: Amount | None = None


class Instructions(Value, frozen=True):
    """With `places`, the seat places the required cubes and tiers up to these, as far as its stock goes.
    `buys_for_tiers` adds its money. With `buys`, it buys at the special price the cubes that the whole project requires
    beyond its stock.
    """

    bargains: Annotated[tuple[Bargain, ...], Meta(max_length=40)] = ()
    places: bool = False
    risk_tier: Tier = 0
    delay_tier: Tier = 0
    buys_for_tiers: bool = False
    buys: bool = False


class DomegoAway:
    plan_type: Any = Instructions

    def check(self, plan: Instructions, view: View, seat: Seat) -> None:
        """See `AwayRules.check`. Conditions that depend on a later purse are checked when the instructions
        are played.
        """
        if not (plan.bargains or plan.places or plan.buys):
            raise IllegalMove("plan_empty")
        open_now = own_contracts(view, seat)
        for bargain in plan.bargains:
            if bargain.contract not in open_now:
                raise IllegalMove("plan_no_contract", contract=bargain.contract)
            _check_prices(bargain, view, seat)
        for name, wanted in (("risk", plan.risk_tier), ("delay", plan.delay_tier)):
            if wanted > highest_tier(view, seat, name):
                last = highest_tier(view, seat, name)
                raise IllegalMove("no_such_tier", name=name, tier=wanted, tiers=last, field=f"{name}_tier")

    def answer(self, plan: Instructions, view: View, prompt: Prompt) -> DomegoMove | None:
        if prompt.optional or prompt.passive:
            return None
        if prompt.kind == "negotiate":
            return _bargain(plan, view, prompt)
        if prompt.kind == "buy":
            return _buy(view, prompt.seat) if plan.buys else None
        return _place(plan, view, prompt.seat) if plan.places else None


def own_contracts(view: View, seat: Seat) -> tuple[int, ...]:
    """The contracts of a seat that have no price yet."""
    return tuple(
        index
        for index, contract in enumerate(view.sheet.contracts)
        if seat in (contract.payer, contract.payee) and view.prices[index] is None
    )


def highest_tier(view: View, seat: Seat, name: str) -> int:
    """The highest tier of a kind ("risk", "delay") that the seat finds from here on."""
    return max((len(_tiers(part, name)) - 1 for part in _parts(view, seat)), default=0)


def buys_to_come(view: View, seat: Seat) -> bool:
    """True if the seat will still have a purchase at the special price."""
    later = any(seat in activity.buys for activity in view.sheet.activities[view.turn :])
    return later or seat in view.buyers


def _parts(view: View, seat: Seat) -> list[Part]:
    lines = [(activity, activity.part_of[seat]) for activity in view.sheet.activities[view.turn - 1 :]]
    return [activity.parts[line] for activity, line in lines if line >= 0]


def _tiers(part: Part, name: str) -> tuple[tuple[int, int], ...]:
    return part.risk if name == "risk" else part.delay


def _check_prices(bargain: Bargain, view: View, seat: Seat) -> None:
    contract, number = view.sheet.contracts[bargain.contract], bargain.contract
    if bargain.low > bargain.high:
        raise IllegalMove("plan_range", low=bargain.low, high=bargain.high, field=f"high_{number}")
    is_open = any(talk.contract == number and talk.how == "open" for talk in view.talks)
    limit = _limit(view, contract, open_now=is_open)
    for part, price in (("high", bargain.high), ("opening", bargain.opening)):
        if price is not None and limit is not None and price > limit:
            raise IllegalMove("price_over_limit", price=price, limit=limit, field=f"{part}_{number}")
    if bargain.opening is None:
        return
    floor = _floor(view, contract, limit)
    if bargain.opening < floor:
        ends = {"low": contract.low, "high": contract.high}
        raise IllegalMove("price_under_floor", price=bargain.opening, floor=floor, **ends, field=f"opening_{number}")
    if seat == contract.payer and bargain.opening > bargain.high:
        raise IllegalMove("plan_opens_above", opening=bargain.opening, high=bargain.high, field=f"opening_{number}")
    if seat == contract.payee and bargain.opening < bargain.low:
        raise IllegalMove("plan_opens_below", opening=bargain.opening, low=bargain.low, field=f"opening_{number}")


def _limit(view: View, contract: Contract, *, open_now: bool = True) -> int | None:
    """The highest price that the rules allow; None if it depends on a purse that may still change."""
    limit: int | None = view.firms[contract.payer].money if open_now else None
    if view.options.payments == "staged":
        limit = contract.high
    cap = view.options.price_cap_percent
    if cap is not None:
        most = contract.high * cap // 100
        limit = most if limit is None else min(limit, most)
    return limit


def _floor(view: View, contract: Contract, limit: int | None) -> int:
    """The lowest price that can be offered."""
    return lowest_price(view.options, contract, contract.high if limit is None else limit)


def _bargain(plan: Instructions, view: View, prompt: Prompt) -> DomegoMove | None:
    talk, contract = _talk_of(view, prompt)
    bargain = next((each for each in plan.bargains if each.contract == talk.contract), None)
    if bargain is None:
        return None
    limit = _limit(view, contract) or 0
    pays = prompt.seat == contract.payer
    standing, said = (talk.payee_offer, talk.payer_offer) if pays else (talk.payer_offer, talk.payee_offer)
    if standing is not None and bargain.low <= standing <= min(bargain.high, limit):
        return Accept(standing)
    if bargain.opening is not None and said is None and _floor(view, contract, limit) <= bargain.opening <= limit:
        return Offer(bargain.opening)
    return None


def _talk_of(view: View, prompt: Prompt) -> tuple[Talk, Contract]:
    ids, contracts = view.sheet.role_ids, view.sheet.contracts
    pair = (prompt.params["payer"], prompt.params["payee"])
    for talk in view.talks:
        contract = contracts[talk.contract]
        if (ids[contract.payer], ids[contract.payee]) == pair:
            return talk, contract
    raise IllegalMove("prompt_closed")


def _buy(view: View, seat: Seat) -> Buy:
    firm = view.firms[seat]
    missing = max(0, view.sheet.roles[seat].required - firm.stock)
    return Buy(min(missing, firm.money // view.sheet.low_price))


def _place(plan: Instructions, view: View, seat: Seat) -> Allocate | None:
    """The highest risk tier wanted, then the highest delay tier wanted; tiers that cannot be paid for are left out."""
    activity, firm = view.sheet.activities[view.turn - 1], view.firms[seat]
    part = activity.parts[activity.part_of[seat]]
    most = firm.money // view.sheet.high_price
    needed = max(0, part.required - firm.stock)
    for risk in range(min(plan.risk_tier, len(part.risk) - 1), -1, -1):
        for delay in range(min(plan.delay_tier, len(part.delay) - 1), -1, -1):
            missing = max(0, part.required + part.risk[risk][0] + part.delay[delay][0] - firm.stock)
            if missing <= (most if plan.buys_for_tiers else min(needed, most)):
                return Allocate(missing, risk, delay)
    return None


AWAY: Final = DomegoAway()
