"""Phase 3: events, and their effects on each crew. README decisions 10 and 17."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from games.catalogue.master_builder.rules.events import EventsDealt, EventTurned, MadeUnavailable, PaidOff, WagesRaised
from games.catalogue.master_builder.rules.moves import Choose, PlayEvent
from games.catalogue.master_builder.rules.piles import turned, with_under, without
from games.catalogue.master_builder.rules.scenario import Op
from games.catalogue.master_builder.rules.table import Table
from games.catalogue.master_builder.rules.types import Employee, Fate, Firm, Sheet, State
from games.catalogue.master_builder.rules.view import FirmView, View
from games.engine.errors import IllegalMove
from games.engine.types import Seat


def run(table: Table) -> bool:
    """Continue until somebody must decide (True), or to the end of the phase."""
    while table.fate.card <= (2 if table.options.extra_events else 1):
        if not table.fate.event:
            if from_hand(table):
                return True
            _turn(table)
        elif _execute(table):
            return True
    table.fate = Fate()
    table.phase = "rent"
    return False


def from_hand(table: Table | State) -> bool:
    """True if the first player chooses the next event. With an empty hand it comes from the deck."""
    holds = bool(table.firms[table.first].events)
    return table.options.selective_events and table.fate.card == 1 and not table.fate.event and holds


def deal(table: Table, seat: Seat, count: int) -> None:
    """Event cards from the deck to a player's hand."""
    dealt = tuple(draw(table) for _ in range(count))
    table.change(seat, events=table.firms[seat].events + dealt)
    table.emit(EventsDealt(turn=table.round, seat=seat, audience=(seat,), events=dealt))


def draw(table: Table) -> str:
    """Take the top card of the event deck."""
    pile = turned(table.events, "events", table.draws)
    table.events = without(pile, pile.seen[0])
    return pile.seen[0]


def _turn(table: Table) -> None:
    event = draw(table)
    table.fate = replace(table.fate, event=event)
    table.emit(EventTurned(turn=table.round, seat=table.first, event=event, number=table.fate.card))


def play(table: Table, seat: Seat, move: PlayEvent) -> None:
    """The first player's choice from the hand."""
    held = table.firms[seat].events
    if move.event not in held:
        raise IllegalMove("event_not_in_hand", event=move.event)
    table.change(seat, events=tuple(each for each in held if each != move.event))
    table.fate = replace(table.fate, event=move.event, from_hand=True)
    table.emit(EventTurned(turn=table.round, seat=seat, event=move.event, number=1, from_hand=True))


def _execute(table: Table) -> bool:
    """Carry out the current event; True if an owner must choose."""
    event = table.fate.event
    ops = table.sheet.event(event).ops
    while table.fate.op < len(ops):
        seat, op = table.order[table.fate.at], ops[table.fate.op]
        if must_choose(table.sheet, op, table.firms[seat]):
            return True
        _strike(table, seat, op, tuple(each.worker for each in hit(table.sheet, op, table.firms[seat])), chosen=False)
        _next(table)
    table.events = with_under(table.events, event)
    if table.fate.from_hand and table.options.refills:
        deal(table, table.first, 1)
    table.fate = Fate(table.fate.card + 1)
    return False


def _next(table: Table) -> None:
    at = table.fate.at + 1
    table.fate = replace(table.fate, op=table.fate.op + at // table.players, at=at % table.players)


def hit(sheet: Sheet, op: Op, firm: Firm | FirmView) -> tuple[Employee, ...]:
    """The workers of a player whom an op can affect, in the order of hiring. Unavailable workers cannot be made
    unavailable again.
    """
    return tuple(
        each
        for each in firm.crew
        if (not op.skills or each.worker[0] in op.skills)
        and (not op.quirks or set(op.quirks) & set(sheet.worker(each.worker).quirks))
        and not (each.down and op.op in ("unavailable", "pay_or_unavailable"))
    )


def must_choose(sheet: Sheet, op: Op, firm: Firm | FirmView) -> bool:
    """True if the owner has a choice."""
    matching = hit(sheet, op, firm)
    if op.op == "raise_or_leave":
        return bool(matching)
    if op.op == "pay_or_unavailable":
        return bool(matching) and firm.cash >= op.amount
    return 0 < op.count < len(matching)


def current(state: State | Table | View) -> tuple[Seat, Op]:
    """The seat that must choose, and the op of its choice. Only valid while an event is open."""
    return state.order[state.fate.at], state.sheet.event(state.fate.event).ops[state.fate.op]


def choose(table: Table, seat: Seat, move: Choose) -> None:
    """Carry out the owner's choice. Raises IllegalMove if it is not possible."""
    _, op = current(table)
    refuse_choice(table.sheet, op, table.firms[seat], move.workers)
    _strike(table, seat, op, move.workers, chosen=True)
    _next(table)


def refuse_choice(sheet: Sheet, op: Op, firm: Firm | FirmView, workers: tuple[str, ...]) -> None:
    """Raises IllegalMove if the owner cannot choose these workers."""
    matching = [each.worker for each in hit(sheet, op, firm)]
    for worker in workers:
        if worker not in matching:
            raise IllegalMove("worker_not_concerned", worker=worker)
    if list(workers) != [worker for worker in matching if worker in workers]:
        raise IllegalMove("not_in_order_of_hiring")
    if op.op in ("unavailable", "dismiss") and len(workers) != op.count:
        raise IllegalMove("wrong_number_of_workers", workers=len(workers), needed=op.count)
    if op.op == "pay_or_unavailable" and len(workers) * op.amount > firm.cash:
        raise IllegalMove("price_over_cash", price=len(workers) * op.amount, cash=firm.cash)


def _strike(table: Table, seat: Seat, op: Op, workers: tuple[str, ...], *, chosen: bool) -> None:
    """Apply an op to the chosen workers of a player, or to all that it can affect."""
    others = tuple(each.worker for each in hit(table.sheet, op, table.firms[seat]) if each.worker not in workers)
    match op.op:
        case "unavailable":
            make_unavailable(table, seat, workers, chosen=chosen)
        case "dismiss":
            for worker in workers:
                table.let_go(seat, worker, "dismissed")
        case "wage_delta":
            raise_wages(table, seat, workers, op.amount, granted=False)
        case "raise_or_leave":
            raise_wages(table, seat, workers, op.amount, granted=True)
            for worker in others:
                table.let_go(seat, worker, "no_raise")
        case _:
            paid, unpaid = (workers, others) if chosen else ((), workers)
            if paid:
                table.pay(seat, len(paid) * op.amount)
                table.emit(PaidOff(turn=table.round, seat=seat, workers=paid, amount=len(paid) * op.amount))
            make_unavailable(table, seat, unpaid, chosen=chosen)


def make_unavailable(
    table: Table, seat: Seat, workers: tuple[str, ...], *, chosen: bool, brought: str | UnsetType = UNSET
) -> None:
    """Turn workers of a player face down for this round. `brought` is the event of the facilitator, if it is one."""
    if workers:
        crew = table.firms[seat].crew
        table.change(seat, crew=tuple(replace(e, down=e.down or e.worker in workers) for e in crew))
        table.emit(MadeUnavailable(turn=table.round, seat=seat, workers=workers, chosen=chosen, brought=brought))


def raise_wages(
    table: Table,
    seat: Seat,
    workers: tuple[str, ...],
    amount: int,
    *,
    granted: bool,
    brought: str | UnsetType = UNSET,
) -> None:
    """Raise the wage of some workers of a player by `amount` each. `brought` is the event of the facilitator, if it is
    one.
    """
    if workers:
        crew = tuple(
            replace(each, wage=each.wage + amount) if each.worker in workers else each
            for each in table.firms[seat].crew
        )
        table.change(seat, crew=crew)
        table.emit(
            WagesRaised(
                turn=table.round,
                seat=seat,
                workers=workers,
                amount=amount,
                wages=table.firms[seat].wages,
                granted=granted,
                brought=brought,
            )
        )
