"""The score of a player."""

from games.catalogue.master_builder.rules.sites import all_of
from games.catalogue.master_builder.rules.types import State
from games.catalogue.master_builder.rules.wages import debts
from games.engine.types import Result, Seat, places


def unfinished(state: State, seat: Seat) -> int:
    """The bank's payments for unfinished contracts, begun or not."""
    total = 0
    for site in state.firms[seat].sites:
        contract = state.sheet.contract(site.contract)
        missing = (all_of(contract) & ~site.standing).bit_count()
        if missing:
            total += max(0, contract.payment - state.sheet.unfinished_section * missing)
    return total


def scores(state: State) -> tuple[int, ...]:
    """The scores by seat, as if the match ended now: cash and unfinished contracts, less the cost of open loans. They
    may be negative.
    """
    return tuple(firm.cash + unfinished(state, seat) - debts(state, seat) for seat, firm in enumerate(state.firms))


def result_of(state: State) -> Result | None:
    if state.phase != "over":
        return None
    reached = scores(state)
    return Result(reached, places(reached))
