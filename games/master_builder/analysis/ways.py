"""Ways to decide, with what stands around them: words about them are read without the table. Money is in k."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from games.engine.draws import FastDraws
from games.engine.types import Prompt, Seat, Value
from games.master_builder.bots.base import Seen
from games.master_builder.bots.bidding import limit
from games.master_builder.bots.strong import StrongBot
from games.master_builder.bots.thrifty import ThriftyBot
from games.master_builder.bots.works import best_work
from games.master_builder.rules import moves as m
from games.master_builder.rules.building import available, available_count, crew_for, plan_of, sections_of
from games.master_builder.rules.choices import legal_choices
from games.master_builder.rules.happenings import current
from games.master_builder.rules.market import restricted
from games.master_builder.rules.planner import open_sites
from games.master_builder.rules.prompts import find
from games.master_builder.rules.rules import RULES
from games.master_builder.rules.scenario import rank_of
from games.master_builder.rules.types import State
from games.master_builder.rules.view import view_of
from games.master_builder.rules.wages import price

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
"""By the kind of question: the moves that are weighed against each other."""
MOST: Final = 20
"""Of an event that can be answered in more ways than this, only those of the bots are looked at."""
BOTS: Final = (ThriftyBot(RULES), StrongBot(RULES))


class Way(Value, frozen=True):
    """A move in words that need no table. `worker` is hired, `wage` is what a worker who comes or goes is paid a round.
    `contract` is bought, bid for or passed at; `price` is the highest bid that stands, or the cash of a loan that costs
    `back`. `idle` of those who could work have nothing to do in a plan, for `idle_wages` in all. `event` and `op`, its
    part, ask for workers; where they are paid for or get a raise, `price` is that of one.
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
    """Is this kind of move weighed where this kind of question is asked?"""
    return isinstance(move, WEIGHED.get(kind, ()))


def way(state: State, seat: Seat, move: m.MasterBuilderMove) -> Way:
    """A move of a seat with what stands around it."""
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
    """What the thrifty and the strong bot would do by what the seat sees; in an auction also to leave the contract."""
    found = [each for bot in BOTS if (each := bot.answer(state, prompt, FastDraws(0))) is not None]
    return (*found, m.Pass()) if prompt.kind == "bid" else tuple(found)


def ways(state: State, seat: Seat, key: str) -> tuple[Way, ...]:
    """Those that may be tried instead, each once: what the bots would do first."""
    prompt = find(state, seat, key)
    more = MORE.get(prompt.kind, partial(_legal, key=key))
    moves = (each for each in (*yardsticks(state, prompt), *more(state, seat)) if is_weighed(prompt.kind, each))
    return tuple(way(state, seat, move) for move in dict.fromkeys(moves))


def _legal(state: State, seat: Seat, key: str) -> Iterable[m.MasterBuilderMove]:
    found: list[m.MasterBuilderMove] = [each.move for each in legal_choices(state, seat, key)]
    return found if len(found) <= MOST or find(state, seat, key).kind != "choose" else ()


def _nominations(state: State, seat: Seat) -> Iterator[m.MasterBuilderMove]:
    """Each contract at its minimum bid, as far as the strong bot would go for it; or none."""
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
    """The best work on one contract alone, and none: all plans would be thousands."""
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
"""By the kind of question, where not all legal moves are looked at."""
