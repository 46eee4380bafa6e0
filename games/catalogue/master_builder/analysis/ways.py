"""Choices with their circumstances, so that texts about them need no state. Money is in k."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from games.catalogue.master_builder.bots.base import Seen
from games.catalogue.master_builder.bots.bidding import limit
from games.catalogue.master_builder.bots.strong import StrongBot
from games.catalogue.master_builder.bots.thrifty import ThriftyBot
from games.catalogue.master_builder.bots.works import best_work
from games.catalogue.master_builder.rules import moves as m
from games.catalogue.master_builder.rules.building import available, available_count, crew_for, plan_of, sections_of
from games.catalogue.master_builder.rules.choices import legal_choices
from games.catalogue.master_builder.rules.happenings import current
from games.catalogue.master_builder.rules.market import restricted
from games.catalogue.master_builder.rules.planner import open_sites
from games.catalogue.master_builder.rules.prompts import find
from games.catalogue.master_builder.rules.rules import RULES
from games.catalogue.master_builder.rules.scenario import rank_of
from games.catalogue.master_builder.rules.types import State
from games.catalogue.master_builder.rules.view import view_of
from games.catalogue.master_builder.rules.wages import price
from games.engine.draws import FastDraws
from games.engine.types import Prompt, Seat, Value

WEIGHED: Final[Mapping[str, tuple[type, ...]]] = {
    "draft": (m.Hire,),
    "hire": (m.Hire, m.Fire, m.Pass),
    "nominate": (m.Nominate, m.Decline),
    "bid": (m.Raise, m.Pass),
    "buy": (m.Buy,),
    "play_event": (m.PlayEvent,),
    "choose": (m.Choose,),
    "plan": (m.Build,),
    "borrow": (m.Borrow,),
}
"""The moves that are compared with each other, by the kind of prompt."""
MOST: Final = 20
"""If an event can be answered in more ways than this, only the choices of the bots are compared."""
BOTS: Final = (ThriftyBot(RULES), StrongBot(RULES))


class Way(Value, frozen=True):
    """A move with its circumstances. `worker` is hired at `wage` a round, or leaves with it. `contract` is bought, bid
    for or passed on. `price` is the current highest bid, or the cash of a loan that costs `back`. In a plan, `idle`
    workers have nothing to do, for `idle_wages` in all. `event` and its part `op` concern workers; `price` is then the
    payment or raise for each.
    """

    move: m.MasterBuilderMove
    worker: str = ""
    wage: int = 0
    contract: int = 0
    price: int = 0
    idle: int = 0
    idle_wages: int = 0
    back: int = 0
    event: str = ""
    op: str = ""


def is_weighed(kind: str, move: object) -> bool:
    """True if this kind of move is compared for this kind of prompt."""
    return isinstance(move, WEIGHED.get(kind, ()))


def way(state: State, seat: Seat, move: m.MasterBuilderMove) -> Way:
    """A move of a seat with its circumstances."""
    sheet = state.sheet
    match move:
        case m.Hire(skill=skill):
            worker = state.stacks[rank_of(skill) - 1].seen[0]
            return Way(move, worker=worker, wage=sheet.worker(worker).wage)
        case m.Fire(worker=worker):
            wages = {each.worker: each.wage for each in state.firms[seat].crew}
            return Way(move, worker=worker, wage=wages[worker])
        case m.Nominate(contract=contract) | m.Buy(contract=contract):
            return Way(move, contract=contract)
        case m.Raise() | m.Pass() if state.market.auction is not None:
            return Way(move, contract=state.market.auction.contract, price=state.market.auction.price)
        case m.Choose():
            _owner, op = current(state)
            return Way(move, price=op.amount, event=state.fate.event, op=op.op)
        case m.Build(sections=sections):
            return _with_idle(state, seat, move, sections)
        case m.Borrow(loan=loan):
            return Way(move, price=sheet.loan(loan).cash, back=price(state, loan))
    return Way(move)


def _with_idle(state: State, seat: Seat, move: m.MasterBuilderMove, sections: tuple[str, ...]) -> Way:
    crew, sites = available(state, seat), state.firms[seat].sites
    staffed = crew_for(state.sheet, plan_of(state.sheet, sites, sections), crew)
    busy = {each.worker for workers in staffed.values() for each in workers}
    idle = [each.wage for each in crew if each.worker not in busy]
    return Way(move, idle=len(idle), idle_wages=sum(idle))


def yardsticks(state: State, prompt: Prompt) -> tuple[m.MasterBuilderMove, ...]:
    """The choices of the thrifty and the strong bot with the information of the seat; in an auction also passing."""
    found = [each for bot in BOTS if (each := bot.answer(state, prompt, FastDraws(0))) is not None]
    return (*found, m.Pass()) if prompt.kind == "bid" else tuple(found)


def ways(state: State, seat: Seat, key: str) -> tuple[Way, ...]:
    """The alternatives to compare, each once, beginning with the choices of the bots."""
    prompt = find(state, seat, key)
    more = MORE.get(prompt.kind, partial(_legal, key=key))
    moves = (each for each in (*yardsticks(state, prompt), *more(state, seat)) if is_weighed(prompt.kind, each))
    return tuple(way(state, seat, move) for move in dict.fromkeys(moves))


def _legal(state: State, seat: Seat, key: str) -> Iterable[m.MasterBuilderMove]:
    found: list[m.MasterBuilderMove] = [each.move for each in legal_choices(state, seat, key)]
    return found if len(found) <= MOST or find(state, seat, key).kind != "choose" else ()


def _nominations(state: State, seat: Seat) -> Iterator[m.MasterBuilderMove]:
    """Each contract at its minimum bid, as far as the strong bot would bid for it; or none."""
    seen, cash = Seen(view_of(state, seat), seat), state.firms[seat].cash
    for lot in state.lots:
        least = state.sheet.contract(lot.contract).min_bid
        if least <= cash:
            most = limit(seen, lot.contract)
            yield m.Nominate(lot.contract, least, most if most >= least else 0)
    if not restricted(state):
        yield m.Decline()


def _bids(state: State, seat: Seat) -> Iterator[m.MasterBuilderMove]:
    bid = state.market.running.price + 1
    if bid <= state.firms[seat].cash:
        yield m.Raise(bid)
    yield m.Pass()


def _plans(state: State, seat: Seat) -> Iterator[m.MasterBuilderMove]:
    """The best work on each contract alone, and no work. All plans would be thousands."""
    have, after = available_count(state, seat), state.last_round - state.round
    sites = {each.contract: each for each in state.firms[seat].sites}
    for contract, _standing in open_sites(state.sheet.contracts, state.firms[seat].sites):
        _gain, plan = best_work(state.sheet, [sites[contract.number]], have, after)
        yield m.Build(sections_of(state.sheet, plan))
    yield m.Build()


MORE: Final[Mapping[str, Callable[[State, Seat], Iterable[m.MasterBuilderMove]]]] = {
    "nominate": _nominations,
    "bid": _bids,
    "plan": _plans,
}
"""Functions by the kind of prompt, for prompts of which only some legal moves are compared."""
