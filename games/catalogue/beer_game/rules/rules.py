"""The beer game's implementation of the engine's rules interface."""

from typing import Any, Final

from games.catalogue.beer_game.rules.chains import chain_of, seats_of
from games.catalogue.beer_game.rules.scenario import KEY, Scenario, load
from games.catalogue.beer_game.rules.types import BeerEvent, Options, Order, State
from games.catalogue.beer_game.rules.view import view_of
from games.catalogue.beer_game.rules.weeks import order, set_up
from games.engine.draws import Draws
from games.engine.errors import PROMPT_CLOSED, IllegalMove
from games.engine.types import Choice, Outcome, Prompt, Result, Seat, Span, Target, places

STAGES_IN_COMMON = 12
"""A common multiple of the possible numbers of stages (2, 3 and 4). Chains are compared by cost times this divided by
their stages, in whole numbers.
"""


class BeerRules:
    """Prompts of a week are simultaneous; the last order resolves it."""

    key = KEY
    version = 1
    state_type: Any = State
    move_type: Any = Order
    event_type: Any = BeerEvent
    options_type: Any = Options
    load_scenario = staticmethod(load)
    setup = staticmethod(set_up)
    view = staticmethod(view_of)

    def seat_counts(self, scenario: Scenario) -> range:
        """The scenario's number of seats."""
        return range(scenario.seats, scenario.seats + 1)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        if state.over:
            return ()
        params = {"week": state.week, "weeks": state.terms.weeks, "most": state.terms.most_order}
        return tuple(
            Prompt(f"week-{state.week}/order", seat, "order", simultaneous=True, params=params)
            for seat, stage in enumerate(state.stages)
            if stage.ordered is None
        )

    def choices(self, state: State, seat: Seat, key: str) -> tuple[Choice, ...]:
        _find(state, seat, key)
        return (Choice(Order(0), (Span("amount", 0, state.terms.most_order),)),)

    def apply(self, state: State, seat: Seat, key: str, move: Order, draws: Draws) -> Outcome:
        _find(state, seat, key)
        if not 0 <= move.amount <= state.terms.most_order:
            raise IllegalMove("order_too_large", amount=move.amount, most=state.terms.most_order)
        return order(state, seat, move.amount, draws)

    def default(self, state: State, seat: Seat, key: str) -> Order:
        """The customer's order of this week."""
        _find(state, seat, key)
        return Order(min(state.stages[seat].incoming, state.terms.most_order))

    def result(self, state: State) -> Result | None:
        """The result. Scores are the costs, so few are good; the seats of a chain share its rank. README decision 6."""
        if not state.over:
            return None
        chains, costs = state.terms.chains, tuple(stage.cost for stage in state.stages)
        sums = [sum(costs[seat] for seat in seats_of(chains, chain)) for chain in range(len(chains))]
        means = [cost * (STAGES_IN_COMMON // stages) for cost, stages in zip(sums, chains, strict=True)]
        order_of = places(tuple(-means[chain_of(chains, seat)] for seat in range(len(costs))))
        targets = tuple(each for chain in range(len(chains)) for each in _targets(state, chain, sums[chain]))
        return Result(costs, order_of, targets)


def _find(state: State, seat: Seat, key: str) -> None:
    """Raises IllegalMove("prompt_closed") unless the key is this week's pending order of the seat."""
    owes = 0 <= seat < len(state.stages) and state.stages[seat].ordered is None
    if state.over or not owes or key != f"week-{state.week}/order":
        raise IllegalMove(PROMPT_CLOSED)


def par_cost(state: State, chain: int) -> int:
    """The target cost of a chain, which it should not reach."""
    return state.terms.par_cost * state.terms.chains[chain] * state.terms.weeks


def service(asked: int, at_once: int) -> int:
    """The percentage of orders that was shipped at once, rounded down; 100 without orders."""
    return 100 * at_once // asked if asked else 100


def _targets(state: State, chain: int, cost: int) -> tuple[Target, Target]:
    retailer = state.stages[seats_of(state.terms.chains, chain)[0]]
    served, par = service(retailer.asked, retailer.at_once), par_cost(state, chain)
    return (
        Target(f"cost-{chain + 1}", cost, par, cost <= par),
        Target(f"service-{chain + 1}", served, state.terms.par_service, served >= state.terms.par_service),
    )


RULES: Final = BeerRules()
