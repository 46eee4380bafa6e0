"""All legal answers to a prompt."""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final

from games.catalogue.master_builder.rules import auctions, happenings, hiring, market, renting, wages
from games.catalogue.master_builder.rules.building import available_count, may_ask, sections_of
from games.catalogue.master_builder.rules.moves import (
    Answer,
    Borrow,
    Build,
    Buy,
    Choose,
    CloseTalks,
    Decline,
    Nominate,
    Offer,
    Pass,
    PlayEvent,
    Propose,
    Raise,
    Repay,
    SetLimit,
    Wish,
)
from games.catalogue.master_builder.rules.planner import legal_plans
from games.catalogue.master_builder.rules.prompts import find
from games.catalogue.master_builder.rules.types import State
from games.engine.types import Choice, Seat, Span


def legal_choices(state: State, seat: Seat, key: str) -> tuple[Choice, ...]:
    prompt = find(state, seat, key)
    return tuple(CHOICES[prompt.kind](state, seat))


def _hire(state: State, seat: Seat) -> Iterator[Choice]:
    return (Choice(move) for move in hiring.legal_moves(state, seat))


def _take(state: State, seat: Seat) -> Iterator[Choice]:
    return (Choice(move) for move in hiring.in_stack(state, seat))


def _wish(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice(Wish(), free=("wishes",))


def _nominate(state: State, seat: Seat) -> Iterator[Choice]:
    cash = state.firms[seat].cash
    for lot in state.lots:
        least = state.sheet.contract(lot.contract).min_bid
        if least <= cash:
            yield Choice(Nominate(lot.contract, least), (Span("bid", least, cash), Span("limit", 0, cash)))
    if not market.restricted(state):
        yield Choice(Decline())


def _bid(state: State, seat: Seat) -> Iterator[Choice]:
    cash, least = state.firms[seat].cash, state.market.running.price + 1
    yield Choice(Raise(least), (Span("bid", least, cash), Span("limit", 0, cash)))
    yield Choice(Pass())


def _limit(state: State, seat: Seat) -> Iterator[Choice]:
    cash, auction = state.firms[seat].cash, state.market.running
    yield Choice(SetLimit(0))
    least = auctions.least_limit(auction, seat)
    if cash >= least:
        yield Choice(SetLimit(cash), (Span("limit", least, cash),))
    if auction.leader != seat:
        yield Choice(Pass())


def _choose(state: State, seat: Seat) -> Iterator[Choice]:
    _, op = happenings.current(state)
    firm = state.firms[seat]
    ids = [each.worker for each in happenings.hit(state.sheet, op, firm)]
    counts = [op.count] if op.op in ("unavailable", "dismiss") else range(len(ids) + 1)
    for count in counts:
        for workers in combinations(ids, count):
            if op.op != "pay_or_unavailable" or count * op.amount <= firm.cash:
                yield Choice(Choose(workers))


def _rent(state: State, seat: Seat) -> Iterator[Choice]:
    for worker, renter in renting.offers(state, seat):
        yield Choice(Offer(worker, renter, 0), (Span("price", 0, state.firms[renter].cash),))
    for talk in renting.talks_to_answer(state, seat):
        most = state.firms[talk.renter].cash
        if talk.price <= most:
            yield Choice(Answer("accept", talk.worker, talk.renter, talk.price))
        yield Choice(Answer("counter", talk.worker, talk.renter, most), (Span("price", 0, most),))
        yield Choice(Answer("refuse", talk.worker, talk.renter))
    yield Choice(CloseTalks())


def _plan(state: State, seat: Seat) -> Iterator[Choice]:
    sheet, have = state.sheet, available_count(state, seat)
    for plan in legal_plans(sheet.contracts, state.firms[seat].sites, have):
        yield Choice(Build(sections_of(sheet, plan)))
    if may_ask(state, seat):
        yield Choice(Propose())


CHOICES: Final[dict[str, Callable[[State, Seat], Iterator[Choice]]]] = {
    "draft": _hire,
    "hire": _hire,
    "take": _take,
    "wish": _wish,
    "nominate": _nominate,
    "bid": _bid,
    "limit": _limit,
    "buy": lambda state, seat: (Choice(Buy(lot.contract)) for lot in state.lots),
    "play_event": lambda state, seat: (Choice(PlayEvent(event)) for event in state.firms[seat].events),
    "choose": _choose,
    "rent": _rent,
    "plan": _plan,
    "borrow": lambda state, seat: (Choice(Borrow(loan)) for loan in wages.on_hand(state)),
    "repay": lambda state, seat: (Choice(Repay(loan)) for loan in wages.repayable(state, seat)),
}
