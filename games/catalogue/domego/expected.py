"""The expected end of a Domego match: the three counters and the points of a role. Money in k, time in days."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Final

from msgspec.structs import replace

from games.catalogue.domego.bots.firm import FirmBot
from games.catalogue.domego.bots.taste import BALANCED, CAUTIOUS, MINIMAL
from games.catalogue.domego.rules.allocation import cubes_of
from games.catalogue.domego.rules.compile import compiled
from games.catalogue.domego.rules.moves import Accept, Allocate, BreakOff, Buy, Offer
from games.catalogue.domego.rules.negotiation import price_limit
from games.catalogue.domego.rules.prompts import find, open_prompts
from games.catalogue.domego.rules.purchase import most_affordable
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.scenario import Scenario
from games.catalogue.domego.rules.scoring import points_of
from games.catalogue.domego.rules.sheet import Goals, Part, Sheet
from games.catalogue.domego.rules.types import Firm, State, Talk
from games.catalogue.domego.rules.view import View
from games.engine.draws import Draws
from games.engine.expected import Option
from games.engine.types import Prompt, Seat

TASTES: Final = tuple(FirmBot(taste, RULES) for taste in (MINIMAL, BALANCED, CAUTIOUS))
"""The bots that guess the placements which a view hides."""


SPARE: Final = 4
"""Cubes beyond all tiers, for cards that cost cubes."""
QUANTITIES: Final = 8
PRICES: Final = 4
"""The number of equal steps from the lowest to the highest price that are computed; pages interpolate between them."""


class DomegoExpecting:
    version: int = 1
    policy: str = "balanced"
    playouts: int = 200
    option_playouts: int = 100
    compared: Sequence[str] = ("delay", "cost", "failures", "points")
    collective: bool = True

    def deal(self, scenario: Scenario, view: View, draws: Draws) -> State:
        """The cards of the scenario in a random order, and for each hidden placement the move of a random bot."""
        sheet, decks = compiled(scenario)
        state = State(
            sheet, decks, view.options, view.turn, view.phase, view.delay, view.cost, view.failures, _purses(view),
            view.buyers, view.talks, view.placed, view.bankrupt, view.added, view.waiting, view.prices, view.drawn,
        )  # fmt: skip
        return _with_hidden(state, view, draws) if view.placed else state

    def values(self, state: State, seat: Seat) -> Mapping[str, int]:
        """Days, cost, cards, the role's points, and the points of each of its objectives (in the order of
        its sheet).
        """
        reached = Goals(state.delay, state.cost, state.failures)
        points = points_of(state.sheet, seat, state.firms[seat], reached)
        parts = {f"objective-{number}": won for number, won in enumerate(points.objectives)}
        return {
            "delay": state.delay,
            "cost": state.cost,
            "failures": state.failures,
            "points": points.total,
            **parts,
            "bankruptcies": points.bankruptcies,
            "failed": points.failed,
        }

    def options(self, state: State, seat: Seat) -> Sequence[Option]:
        """Tiers with the cubes that they need; quantities; prices as if both sides agreed, and breaking off."""
        found: list[Option] = []
        for prompt in open_prompts(state):
            kind, index = find(state, prompt.seat, prompt.key)
            if prompt.seat != seat or kind == "over":
                continue
            if kind == "allocate":
                found += _tiers(state, seat, prompt.key)
            elif kind == "buy":
                found += [Option(f"buy/{number}", ((seat, prompt.key, Buy(number)),)) for number in _some(state, seat)]
            elif kind == "negotiate":
                found += _prices(state, seat, prompt.key, state.talks[index])
        return found

    def named(self, view: View, seat: Seat, key: str, move: Any) -> str:
        """See `Expecting.named`. A placement with more cubes than it needs counts as the same option."""
        match move:
            case Allocate():
                return f"place/{move.risk_tier}/{move.delay_tier}"
            case Buy():
                return f"buy/{move.quantity}"
            case Accept():
                return f"{_talk_name(view.sheet, key)}/{move.price}"
            case BreakOff():
                return f"{_talk_name(view.sheet, key)}/broken"
        return ""

    def against(self, option: str) -> str:
        """The options to compare with: only the required cubes, no purchase, or the price that bots would agree on."""
        return {"place": "place/0/0", "buy": "buy/0"}.get(option.partition("/")[0], "")


def _tiers(state: State, seat: Seat, key: str) -> list[Option]:
    """Every pair of tiers that the purse can pay for, with the missing cubes bought."""
    activity, firm, found = state.sheet.activities[state.turn - 1], state.firms[seat], []
    part = activity.parts[activity.part_of[seat]]
    for risk, delay in product(range(len(part.risk)), range(len(part.delay))):
        short = max(0, cubes_of(part, Allocate(0, risk, delay)) - firm.stock)
        if short * state.sheet.high_price <= firm.money:
            found.append(Option(f"place/{risk}/{delay}", ((seat, key, Allocate(short, risk, delay)),)))
    return found


def _some(state: State, seat: Seat) -> list[int]:
    """Quantities from none up to the cubes of all tiers ahead, and the number required of the seat."""
    required = most = 0
    for activity in state.sheet.activities[state.turn - 1 :]:
        if activity.part_of[seat] >= 0:
            part = activity.parts[activity.part_of[seat]]
            required += part.required
            most += part.required + part.risk[-1][0] + part.delay[-1][0]
    firm = state.firms[seat]
    limit = min(most_affordable(state, seat), max(0, most - firm.stock) + SPARE)
    wanted = {limit * step // QUANTITIES for step in range(QUANTITIES + 1)}
    return sorted(wanted | {min(limit, max(0, required - firm.stock))})


def _prices(state: State, seat: Seat, key: str, talk: Talk) -> list[Option]:
    """Prices between the two standard ones and those offered. The other side agrees to the seat's own price."""
    contract, limit = state.sheet.contracts[talk.contract], price_limit(state, talk.contract)
    is_payer = seat == contract.payer
    other = contract.payee if is_payer else contract.payer
    own, theirs = (talk.payer_offer, talk.payee_offer) if is_payer else (talk.payee_offer, talk.payer_offer)
    low, high = min(contract.low, limit), min(contract.high, limit)
    prices = {low + (high - low) * step // PRICES for step in range(PRICES + 1)}
    prices |= {price for price in (own, theirs) if price is not None and price <= limit}
    name, found = _talk_name(state.sheet, key), []
    for price in sorted(prices):
        agreed: tuple[tuple[Seat, str, Any], ...] = ((seat, key, Offer(price)), (other, key, Accept(price)))
        if price == theirs:
            agreed = ((seat, key, Accept(price)),)
        elif price == own:
            agreed = agreed[1:]
        found.append(Option(f"{name}/{price}", agreed))
    return [*found, Option(f"{name}/broken", ((seat, key, BreakOff()),))]


def _talk_name(sheet: Sheet, key: str) -> str:
    """A negotiation's name, made from the number of its contract."""
    payer, _sign, payee = key.rpartition("/")[2].partition(">")
    ids = sheet.role_ids
    pairs = [(ids[contract.payer], ids[contract.payee]) for contract in sheet.contracts]
    return f"talk/{pairs.index((payer, payee))}"


def _purses(view: View) -> tuple[Firm, ...]:
    """The firms before the placements that the view shows."""
    firms = list(view.firms)
    if view.placed:
        for part, move in zip(view.sheet.activities[view.turn - 1].parts, view.placed, strict=True):
            if move is not None:
                firms[part.role] = _before(firms[part.role], part, move, view.sheet.high_price)
    return tuple(firms)


def _before(firm: Firm, part: Part, move: Allocate, price: int) -> Firm:
    return replace(firm, money=firm.money + move.buy * price, stock=firm.stock - move.buy + cubes_of(part, move))


def _with_hidden(state: State, view: View, draws: Draws) -> State:
    """A seat that has placed without showing its placement."""
    placed = list(state.placed)
    for line, (part, ready) in enumerate(zip(state.sheet.activities[state.turn - 1].parts, view.ready, strict=True)):
        if ready and placed[line] is None:
            key = f"activity-{state.turn}/allocate/{state.sheet.role_ids[part.role]}"
            bot = TASTES[draws.below(len(TASTES), key)]
            move = bot.answer(state, Prompt(key, part.role, "allocate"), draws)
            placed[line] = move if isinstance(move, Allocate) else None
    return replace(state, placed=tuple(placed))


EXPECTING: Final = DomegoExpecting()
