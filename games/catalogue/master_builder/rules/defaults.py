"""The default moves of a passed deadline: no bids, and the best possible plan. README decision 18."""

from collections.abc import Callable
from typing import Final

from games.catalogue.master_builder.rules import happenings, hiring, market, wages
from games.catalogue.master_builder.rules.building import available_count, sections_of
from games.catalogue.master_builder.rules.moves import (
    Borrow,
    Build,
    Buy,
    Choose,
    CloseTalks,
    Decline,
    Hire,
    LoanType,
    MasterBuilderMove,
    Nominate,
    Pass,
    PlayEvent,
    Repay,
    SetLimit,
    Wish,
)
from games.catalogue.master_builder.rules.planner import best_plan
from games.catalogue.master_builder.rules.prompts import find
from games.catalogue.master_builder.rules.scenario import rank_of
from games.catalogue.master_builder.rules.types import State
from games.catalogue.master_builder.rules.view import View
from games.engine.types import Seat


def default_move(state: State, seat: Seat, key: str) -> MasterBuilderMove:
    prompt = find(state, seat, key)
    return DEFAULTS[prompt.kind](state, seat)


def _draft(state: State, seat: Seat) -> MasterBuilderMove:
    """The cheapest top card, the lowest rank among equals."""
    moves = hiring.legal_moves(state, seat)
    hires = [move for move in moves if isinstance(move, Hire)]
    if not hires:
        return moves[0]
    return min(hires, key=lambda move: _wage(state, state.stacks[rank_of(move.skill) - 1].seen[0]))


def _wage(state: State, worker: str) -> int:
    return state.sheet.worker(worker).wage


def _take(state: State, seat: Seat) -> MasterBuilderMove:
    """The cheapest of the stack, the first among equals."""
    return min(hiring.in_stack(state, seat), key=lambda move: _wage(state, move.worker))


def _nominate(state: State, seat: Seat) -> MasterBuilderMove:
    if not market.restricted(state):
        return Decline()
    contract = _cheapest(state)
    return Nominate(contract, state.sheet.contract(contract).min_bid)


def _cheapest(state: State) -> int:
    return min((state.sheet.contract(lot.contract).min_bid, lot.contract) for lot in state.lots)[1]


def choice_for(state: State | View, seat: Seat) -> Choose:
    """The least harmful choice for an event: the lowest rank first, then most quirks, then the highest wage, then
    scenario order. Raises are granted while the wages stay within the limit, and everything affordable is paid.
    """
    _, op = happenings.current(state)
    firm, sheet = state.firms[seat], state.sheet
    matching = happenings.hit(sheet, op, firm)
    if op.op == "pay_or_unavailable":
        return Choose(tuple(each.worker for each in matching[: firm.cash // op.amount if op.amount else None]))
    if op.op == "raise_or_leave":
        wages_now, kept = firm.wages, []
        for each in matching:
            if wages_now + op.amount <= sheet.wage_limit:
                kept.append(each.worker)
                wages_now += op.amount
            else:
                wages_now -= each.wage
        return Choose(tuple(kept))
    order = [worker.id for worker in sheet.workers]
    spared = sorted(
        matching,
        key=lambda each: (
            rank_of(each.worker), -len(sheet.worker(each.worker).quirks), -each.wage, order.index(each.worker),
        ),
    )  # fmt: skip
    chosen = {each.worker for each in spared[: op.count]}
    return Choose(tuple(each.worker for each in matching if each.worker in chosen))


def _plan(state: State, seat: Seat) -> MasterBuilderMove:
    sites = state.firms[seat].sites
    return Build(sections_of(state.sheet, best_plan(state.sheet.contracts, sites, available_count(state, seat))))


def _borrow(state: State, seat: Seat) -> MasterBuilderMove:
    """A large loan while more than two small ones would be needed."""
    short = wages.due(state, seat) - state.firms[seat].cash
    wanted: LoanType = "large" if short > 2 * state.sheet.loans.small.cash else "small"
    there = wages.on_hand(state)
    return Borrow(wanted if wanted in there else there[0])


DEFAULTS: Final[dict[str, Callable[[State, Seat], MasterBuilderMove]]] = {
    "draft": _draft,
    "hire": lambda state, seat: Pass(),
    "take": _take,
    "wish": lambda state, seat: Wish(state.firms[seat].wishes),
    "nominate": _nominate,
    "bid": lambda state, seat: Pass(),
    "limit": lambda state, seat: SetLimit(0),
    "buy": lambda state, seat: Buy(_cheapest(state)),
    "play_event": lambda state, seat: PlayEvent(state.firms[seat].events[0]),
    "choose": choice_for,
    "rent": lambda state, seat: CloseTalks(),
    "plan": _plan,
    "borrow": _borrow,
    "repay": lambda state, seat: Repay(wages.repayable(state, seat)[0]),
}
