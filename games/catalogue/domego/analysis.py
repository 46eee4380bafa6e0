"""Domego for the analysis of played matches: purchases, prices and placements. Money in k, time in days."""

from collections.abc import Sequence
from typing import Any, Final

from games.catalogue.domego.account import judgement_of, other_placements
from games.catalogue.domego.rules.moves import Accept, Allocate, BreakOff, Buy, Offer
from games.catalogue.domego.rules.negotiation import lowest_price, price_limit, standing_offer
from games.catalogue.domego.rules.prompts import find
from games.catalogue.domego.rules.purchase import most_affordable
from games.catalogue.domego.rules.scoring import scores
from games.catalogue.domego.rules.sheet import Part
from games.catalogue.domego.rules.types import Firm, State, Talk
from games.engine.analysis.analyst import Carried, Measure, Sizes, Spotted
from games.engine.analysis.decisions import Judgement
from games.engine.analysis.played import Match
from games.engine.types import Prompt, Value
from games.ui.targets import CURVES, Curve, table_share

VALUES: Final = 8
"""The number of other quantities and prices that a choice is compared with."""
WHOLE: Final = 10_000
SIZES: Final = (("grave", 800), ("clear", 400), ("small", 200))
"""Differences below two points of the hundred of the common result are ignored."""


class Price(Value, frozen=True, tag_field="kind", tag="price"):
    """A negotiation that ended with this price."""

    price: int


class Broken(Value, frozen=True, tag_field="kind", tag="broken"):
    """A negotiation that this seat broke off, after which a random draw decided the contract."""

    seat: int


Intent = Buy | Allocate | Price | Broken


class DomegoAnalyst:
    """See `games.engine.analysis.Analyst`. A price belongs to its payer."""

    intent_type: Any = Intent
    measures: Sequence[Measure] = (Measure("delay"), Measure("cost"), Measure("failures"))
    policy: str = "expert"
    sizes: Sizes = SIZES

    def priced(self, options: Any) -> bool:
        return False

    def values(self, state: State) -> tuple[int, ...]:
        return state.delay, state.cost, state.failures

    def scores(self, state: State) -> tuple[int, ...]:
        return scores(state)

    def project(self, state: State, judged_by: Curve | None = None) -> int:
        """The project result with this curve, in hundredths of a percent, rounded down."""
        targets = (
            {"met": value <= goal, "target": goal, "missed_by": max(0, value - goal)} for value, goal in _aims(state)
        )
        return int(WHOLE * (table_share(targets, judged_by or CURVES["usual"]) or 0))

    def reached(self, state: State) -> bool:
        return all(value <= goal for value, goal in _aims(state))

    def judge(self, match: Match) -> Judgement:
        return judgement_of(match, SIZES)

    def turn(self, state: State) -> int:
        return state.turn

    def topic(self, prompt: Prompt) -> str:
        """A key contains the role, or both roles of a contract; that part is the topic."""
        return prompt.key

    def topic_turn(self, topic: str) -> int:
        return int(topic.removeprefix("activity-").partition("/")[0])

    def spot(self, steps: Sequence[Any]) -> tuple[Spotted, ...]:
        """Purchases, settled prices, and the placements that counted in the end."""
        found: dict[str, Spotted] = {}
        for step in steps:
            spotted = _spotted(step)
            if spotted is not None:
                before = found.pop(step.key, None)
                at = before.at if before is not None else step.number
                found[step.key] = Spotted(step.number, at, *spotted)
        return tuple(sorted(found.values(), key=lambda each: each.number))

    def carry_out(self, state: State, prompt: Prompt, intent: Intent) -> Carried:
        """See `Analyst.carry_out`. A purchase or price is cut to the money available. A placement loses its delay tier
        first, then its risk tier.
        """
        match intent:
            case Buy():
                quantity = min(intent.quantity, most_affordable(state, prompt.seat))
                return Carried(Buy(quantity), () if quantity == intent.quantity else ("purchase",))
            case Allocate():
                return _placement(state, prompt, intent)
            case Broken():
                return Carried(BreakOff() if prompt.seat == intent.seat else None)
        return _agreement(state, prompt, intent.price)

    def alternatives(self, state: State, spotted: Spotted) -> tuple[Intent, ...]:
        """All pairs of tiers with the cubes they need; eight purchases from none to all that could be placed; eight
        prices over the standard range.
        """
        kind, index = find(state, spotted.seat, spotted.topic)
        if kind == "allocate":
            return other_placements(state, spotted.seat, spotted.topic, spotted.intent)
        if kind == "buy":
            most = min(most_affordable(state, spotted.seat), _most_placed(state, spotted.seat))
            return tuple(Buy(number) for number in _spread(0, most) if number != spotted.intent.quantity)
        contract = state.sheet.contracts[state.talks[index].contract]
        limit = price_limit(state, state.talks[index].contract)
        prices = _spread(min(contract.low, limit), min(contract.high, limit))
        return tuple(Price(price) for price in prices if Price(price) != spotted.intent)

    def bounds(self, state: State, spotted: Spotted) -> tuple[int, int] | None:
        """Purchases up to the purse, prices from the lowest to the highest that the payer may offer."""
        kind, index = find(state, spotted.seat, spotted.topic)
        if kind == "allocate":
            return None
        return (0, most_affordable(state, spotted.seat)) if kind == "buy" else _prices(state, state.talks[index])

    def numbered(self, spotted: Spotted, number: int) -> Intent:
        return Buy(number) if spotted.kind == "buy" else Price(number)


def _aims(state: State) -> tuple[tuple[int, int], ...]:
    """The pairs (value, target) of delay, cost and failures."""
    goals = state.sheet.goals
    return (state.delay, goals.delay), (state.cost, goals.cost), (state.failures, goals.failures)


def _spotted(step: Any) -> tuple[int, str, str, Intent] | None:
    """The (seat, topic, kind, intent) of a move that decides something. An offer gives None, as it may come to
    nothing.
    """
    match step.move:
        case Buy():
            return step.seat, step.key, "buy", step.move
        case Allocate():
            return step.seat, step.key, "allocate", step.move
        case Accept():
            return _payer(step), step.key, "price", Price(step.move.price)
        case BreakOff():
            return _payer(step), step.key, "price", Broken(step.seat)
    return None


def _payer(step: Any) -> int:
    state: State = step.before
    _kind, index = find(state, step.seat, step.key)
    return state.sheet.contracts[state.talks[index].contract].payer


def _prices(state: State, talk: Talk) -> tuple[int, int]:
    """The lowest and the highest price that can be offered."""
    limit = price_limit(state, talk.contract)
    return lowest_price(state.options, state.sheet.contracts[talk.contract], limit), limit


def _agreement(state: State, prompt: Prompt, price: int) -> Carried:
    """The payer names the price, the payee takes it."""
    _kind, index = find(state, prompt.seat, prompt.key)
    talk = state.talks[index]
    least, most = _prices(state, talk)
    wanted = min(max(price, least), most)
    if standing_offer(state, talk, prompt.seat) == wanted:
        return Carried(Accept(wanted))
    is_payer = prompt.seat == state.sheet.contracts[talk.contract].payer
    if not is_payer or talk.payer_offer == wanted:
        return Carried(None)
    return Carried(Offer(wanted), () if wanted == price else ("price",))


def _placement(state: State, prompt: Prompt, wanted: Allocate) -> Carried:
    activity, firm = state.sheet.activities[state.turn - 1], state.firms[prompt.seat]
    part = activity.parts[activity.part_of[prompt.seat]]
    affordable = firm.money // state.sheet.high_price
    buy, repairs = min(wanted.buy, affordable), []
    risk, delay = wanted.risk_tier, wanted.delay_tier
    if buy != wanted.buy:
        repairs.append("purchase")
    while delay and _missing(part, firm, risk, delay) > affordable:
        delay -= 1
    while risk and _missing(part, firm, risk, delay) > affordable:
        risk -= 1
    if delay != wanted.delay_tier:
        repairs.append("delay_tier")
    if risk != wanted.risk_tier:
        repairs.append("risk_tier")
    missing = _missing(part, firm, risk, delay)
    if missing > buy:
        repairs.append("more_cubes")
    return Carried(Allocate(max(buy, missing), risk, delay), tuple(repairs))


def _missing(part: Part, firm: Firm, risk: int, delay: int) -> int:
    """Cubes that a placement needs beyond the stock."""
    return max(0, part.required + part.risk[risk][0] + part.delay[delay][0] - firm.stock)


def _most_placed(state: State, seat: int) -> int:
    """Cubes that a role could place from here to the end, with all tiers."""
    cubes = 0
    for activity in state.sheet.activities[state.turn - 1 :]:
        line = activity.part_of[seat]
        if line >= 0:
            part = activity.parts[line]
            cubes += part.required + part.risk[-1][0] + part.delay[-1][0]
    return cubes


def _spread(low: int, high: int) -> list[int]:
    """Up to eight different whole numbers from `low` to `high`, evenly apart, rounded down."""
    return sorted({low + (high - low) * step // (VALUES - 1) for step in range(VALUES)})


ANALYST: Final = DomegoAnalyst()
