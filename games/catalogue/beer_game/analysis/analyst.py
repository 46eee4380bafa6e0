"""The beer game's part of the engine's analysis: the worth of each order to its chain.
An order is compared with two orders that need no foresight: the customer's last order, and the strong bot's order. The
others' orders of the week are kept; afterwards strong bots order everywhere. Future demand is unknown: each week
repeats a random recent week. No order is therefore judged by a later step of demand. There is no luck to report,
because the demand is the same for all.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.catalogue.beer_game.analysis.chain import Chain
from games.catalogue.beer_game.rules.chains import chain_of, seats_of
from games.catalogue.beer_game.rules.results import par_cost
from games.catalogue.beer_game.rules.types import Order, State
from games.engine.analysis.analyst import Carried, Sizes, Spotted
from games.engine.analysis.played import Match, Progress, Step
from games.engine.analysis.reckoned import Choice, OfRivals, Reckoned
from games.engine.draws import FastDraws, derive
from games.engine.types import Prompt, Value

HUNDREDTHS: Final = 100
SIZES: Final = (("grave", 15000), ("clear", 6000), ("small", 2000))
"""A small difference is twenty units of cost: a pallet in stock for twenty weeks."""
RECENT: Final = 4
"""The number of recent weeks from which future demand is drawn."""


class Amount(Value, frozen=True):
    """An order of this many pallets."""

    pallets: int


class BeerAnalyst(OfRivals):
    """See `games.engine.analysis.Reckoner`."""

    intent_type: Any = Amount
    policy: str = "strong"
    sizes: Sizes = SIZES

    def scores(self, state: State) -> tuple[int, ...]:
        """The costs so far; few are good."""
        return tuple(stage.cost for stage in state.stages)

    def turn(self, state: State) -> int:
        return state.week

    def topic(self, prompt: Prompt) -> str:
        return f"{prompt.key}/{prompt.seat}"

    def topic_turn(self, topic: str) -> int:
        return int(topic.partition("/")[0].removeprefix("week-"))

    def spot(self, steps: Sequence[Step]) -> tuple[Spotted, ...]:
        """All orders; events of the facilitator are none."""
        return tuple(
            Spotted(step.number, step.number, step.seat, f"{step.key}/{step.seat}", "order", Amount(step.move.amount))
            for step in steps
            if isinstance(step.move, Order)
        )

    def carry_out(self, state: State, prompt: Prompt, intent: Amount) -> Carried:
        return Carried(Order(intent.pallets))

    def alternatives(self, state: State, spotted: Spotted) -> tuple[Amount, ...]:
        """The customer's order and the strong bot's order; none in the last week, whose orders change nothing."""
        if state.week == state.terms.weeks:
            return ()
        return tuple(each for each in amounts(state, spotted.seat) if each != spotted.intent)

    def bounds(self, state: State, spotted: Spotted) -> tuple[int, int]:
        return 0, state.terms.most_order

    def numbered(self, spotted: Spotted, number: int) -> Amount:
        return Amount(number)

    def reckon(self, match: Match, seed: bytes, playouts: int, progress: Progress) -> Iterator[Reckoned]:
        """See `Reckoner.reckon`. An order has no luck."""
        steps = [step for step in match.steps()[0] if isinstance(step.move, Order)]
        found = self.spot(steps)
        orders = {(self.topic_turn(each.topic), each.seat): each.intent.pallets for each in found}
        for done, (step, spotted) in enumerate(zip(steps, found, strict=True)):
            progress(done / len(found))
            state: State = step.before
            if state.week < state.terms.weeks:
                beside = [orders[state.week, seat] for seat in range(len(state.stages))]
                choice = weighed(state, spotted, beside, seed, playouts)
                if choice is not None:
                    yield Reckoned(spotted.seat, spotted.number, state.week, (), (choice,))


def amounts(state: State, seat: int) -> tuple[Amount, ...]:
    """The orders that are compared, in ascending order. A smaller order would often have saved cost with the actual
    demand. Without knowledge of the future, a stock is reasonable, and the courses do not show that.
    """
    chain, place = _in_chain(state, seat)
    return tuple(
        Amount(each) for each in sorted({_order_as_demanded(state, seat), Chain(state, chain).strong_orders()[place]})
    )


def _order_as_demanded(state: State, seat: int) -> int:
    return min(state.terms.most_order, state.stages[seat].incoming)


def _in_chain(state: State, seat: int) -> tuple[int, int]:
    """The chain of a seat, and its index in the chain."""
    chain = chain_of(state.terms.chains, seat)
    return chain, seat - seats_of(state.terms.chains, chain)[0]


def weighed(state: State, spotted: Spotted, beside: Sequence[int], seed: bytes, playouts: int) -> Choice | None:
    """An order compared with the others, None if there are none. `beside` are the orders of all seats in the week."""
    chain, place = _in_chain(state, spotted.seat)
    seats = seats_of(state.terms.chains, chain)
    base = Chain(state, chain)
    strong, made = base.strong_orders()[place], spotted.intent
    intents = (made, *(each for each in amounts(state, spotted.seat) if each != made))
    if len(intents) == 1:
        return None
    demands = demands_to_come(state, seats[0], seed, playouts)
    orders, room = [beside[seat] for seat in seats], par_cost(state, chain) - sum(state.stages[s].cost for s in seats)
    costs: dict[int, list[tuple[int, int]]] = {}
    for pallets in {strong, *(each.pallets for each in intents)}:
        orders[place], rows = pallets, []
        for row in demands:
            played = base.copy()
            played.play_out(orders, row)
            rows.append((sum(played.cost), played.cost[place]))
        costs[pallets] = rows
    asked = Amount(_order_as_demanded(state, spotted.seat))
    samples: list[list[tuple[float, ...]]] = [
        [
            (HUNDREDTHS * (whole - cost), float(cost <= room), float(whole_own - own))
            for (cost, own), (whole, whole_own) in zip(costs[each.pallets], costs[strong], strict=True)
        ]
        for each in intents
    ]
    return Choice(spotted, intents, samples, intents.index(asked))


def demands_to_come(state: State, retailer: int, seed: bytes, playouts: int) -> list[list[int]]:
    """By playout: the sites' demand in each remaining week, drawn from recent weeks. It is the same for all seats and
    choices of a week.
    """
    rows = state.stages[retailer].rows
    latest = [*(row.incoming for row in rows[1 - RECENT :]), state.asked]
    luck = FastDraws(int.from_bytes(derive(seed, f"week-{state.week}")[:8], "big"))
    weeks = state.terms.weeks - state.week
    return [[latest[luck.below(len(latest), "week")] for _week in range(weeks)] for _playout in range(playouts)]


ANALYST: Final = BeerAnalyst()
