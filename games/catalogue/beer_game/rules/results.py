"""The end of a match: costs, ranks of chains, and targets. README decisions 6 and 7."""

from typing import Final

from games.catalogue.beer_game.rules.chains import chain_of, seats_of
from games.catalogue.beer_game.rules.types import State
from games.engine.types import Result, Target, places

STAGES_IN_COMMON: Final = 12
"""A common multiple of the possible numbers of stages (2, 3 and 4). Chains are compared by cost times this divided by
their stages, in whole numbers.
"""


def result_of(state: State) -> Result | None:
    """The result. Scores are the costs, so few are good; the seats of a chain share its rank."""
    if not state.over:
        return None
    chains, costs = state.terms.chains, tuple(stage.cost for stage in state.stages)
    sums = [sum(costs[seat] for seat in seats_of(chains, chain)) for chain in range(len(chains))]
    means = [cost * (STAGES_IN_COMMON // stages) for cost, stages in zip(sums, chains, strict=True)]
    order_of = places(tuple(-means[chain_of(chains, seat)] for seat in range(len(costs))))
    targets = tuple(each for chain in range(len(chains)) for each in _targets(state, chain, sums[chain]))
    return Result(costs, order_of, targets)


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
