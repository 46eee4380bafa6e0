"""Phase 1: hiring workers from the stacks, and firing them. README decisions 4, 5 and 9."""

from msgspec.structs import replace

from games.catalogue.master_builder.rules.events import HirePassed, StackPaid, StackSeen, WishesLeft
from games.catalogue.master_builder.rules.moves import Fire, Hire, Look, Pass, Take, Want, Wish
from games.catalogue.master_builder.rules.piles import looked_through
from games.catalogue.master_builder.rules.scenario import SKILLS, Skill, rank_of
from games.catalogue.master_builder.rules.table import Table
from games.catalogue.master_builder.rules.types import Firm, Hiring, Pile, Sheet, State
from games.engine.errors import IllegalMove
from games.engine.types import Seat

HireMove = Hire | Look | Fire | Pass


def goes(sheet: Sheet, round_: int) -> int:
    """The number of turns that each player has in the hiring phase."""
    return sheet.draft if round_ == 1 else sheet.goes


def run(table: Table) -> bool:
    """Continue until somebody must decide (True), or to the end of the phase."""
    while table.hiring.looking is None:
        if table.hiring.go > goes(table.sheet, table.round):
            for seat in range(table.players):
                table.change(seat, wishes=())
            table.phase = "contracts"
            return False
        seat = table.order[table.hiring.at]
        moves = legal_moves(table.state(), seat)
        wished = _wished(table, seat, moves)
        if wished is not None:
            act(table, seat, wished)
        elif moves in ((), (Pass(),)):
            _pass(table, seat, forced=True)
        else:
            break
    return True


def legal_moves(state: State, seat: Seat) -> tuple[HireMove, ...]:
    """The moves of this seat in its turn: hire, look through a stack, fire, pass. Empty if the draft has no worker left
    to take.
    """
    firm, sheet = state.firms[seat], state.sheet
    moves: list[HireMove] = []
    for skill, pile in zip(SKILLS, state.stacks, strict=True):
        if pile.seen and _fits(sheet, firm, pile.seen[0]):
            moves.append(Hire(skill))
    if state.options.choose_worker and firm.cash >= sheet.look_fee:
        moves += [Look(skill) for skill, pile in zip(SKILLS, state.stacks, strict=True) if _could(sheet, firm, pile)]
    if state.round > 1:
        moves += [Fire(employee.worker) for employee in firm.crew]
        moves.append(Pass())
    return tuple(moves)


def _fits(sheet: Sheet, firm: Firm, worker: str) -> bool:
    """True if the wages would still be within the limit."""
    return firm.wages + sheet.worker(worker).wage <= sheet.wage_limit


def _could(sheet: Sheet, firm: Firm, pile: Pile) -> bool:
    """True if, by public information, a stack has a worker whose wage is still within the limit."""
    return any(_fits(sheet, firm, worker) for worker in _all(pile))


def _all(pile: Pile) -> tuple[str, ...]:
    return (*pile.seen, *pile.unseen, *pile.back)


def looked_at(state: State) -> tuple[str, ...]:
    """The workers of the stack that was paid for, from the top."""
    skill = state.hiring.looking
    return _all(state.stacks[rank_of(skill) - 1]) if skill else ()


def in_stack(state: State, seat: Seat) -> tuple[Take, ...]:
    """Those workers of the paid stack whom this seat may take."""
    return tuple(Take(worker) for worker in looked_at(state) if _fits(state.sheet, state.firms[seat], worker))


def act(table: Table, seat: Seat, move: HireMove) -> None:
    """Carry out one turn. Raises IllegalMove if it is not possible."""
    if table.round == 1 and isinstance(move, Fire | Pass):
        raise IllegalMove("draft_is_for_hiring")
    match move:
        case Hire():
            worker = table.top(rank_of(move.skill))
            if worker is None:
                raise IllegalMove("empty_stack", skill=move.skill)
            _refuse_wages(table, seat, worker)
            table.hire(seat, worker)
        case Look():
            return _look(table, seat, move.skill)
        case Fire():
            _refuse_stranger(table, seat, move.worker)
            table.let_go(seat, move.worker, "fired")
        case _:
            return _pass(table, seat)
    _next(table)
    return None


def _refuse_wages(table: Table, seat: Seat, worker: str) -> None:
    firm, wage = table.firms[seat], table.sheet.worker(worker).wage
    if not _fits(table.sheet, firm, worker):
        raise IllegalMove("wages_over_limit", wages=firm.wages + wage, limit=table.sheet.wage_limit)


def _refuse_stranger(table: Table, seat: Seat, worker: str) -> None:
    if all(employee.worker != worker for employee in table.firms[seat].crew):
        raise IllegalMove("not_your_worker", worker=worker)


def _look(table: Table, seat: Seat, skill: Skill) -> None:
    firm, fee = table.firms[seat], table.sheet.look_fee
    pile = table.stacks[rank_of(skill) - 1]
    if not table.options.choose_worker:
        raise IllegalMove("no_looking")
    if firm.cash < fee:
        raise IllegalMove("fee_over_cash", fee=fee, cash=firm.cash)
    if not pile.seen:
        raise IllegalMove("empty_stack", skill=skill)
    if not _could(table.sheet, firm, pile):
        _refuse_wages(table, seat, min(_all(pile), key=lambda worker: table.sheet.worker(worker).wage))
    table.pay(seat, fee)
    table.stacks[rank_of(skill) - 1] = pile = looked_through(pile, f"workers-{skill}", table.draws)
    table.emit(StackPaid(turn=table.round, seat=seat, skill=skill, fee=fee, workers=len(pile)))
    table.emit(StackSeen(turn=table.round, seat=seat, audience=(seat,), skill=skill, workers=_all(pile)))
    table.hiring = replace(table.hiring, looking=skill)


def take(table: Table, seat: Seat, move: Take) -> None:
    """Take a worker out of the stack that was paid for."""
    if move.worker not in looked_at(table.state()):
        raise IllegalMove("not_in_stack", worker=move.worker)
    _refuse_wages(table, seat, move.worker)
    table.hire(seat, move.worker)
    _next(table)


def _pass(table: Table, seat: Seat, *, forced: bool = False) -> None:
    table.emit(HirePassed(turn=table.round, seat=seat, forced=forced))
    _next(table)


def _next(table: Table) -> None:
    at = table.hiring.at + 1
    table.hiring = Hiring(table.hiring.go + at // table.players, at % table.players)


def wish(table: Table, seat: Seat, move: Wish) -> None:
    """Store a list of wishes, which replaces an earlier one."""
    table.change(seat, wishes=move.wishes)
    table.emit(WishesLeft(turn=table.round, seat=seat, audience=(seat,), wishes=move.wishes))


def _wished(table: Table, seat: Seat, moves: tuple[HireMove, ...]) -> HireMove | None:
    """The first wish that is possible now; it is removed from the list."""
    wishes = table.firms[seat].wishes
    for index, want in enumerate(wishes):
        move = _meant(table, want)
        if move is not None and move in moves:
            table.change(seat, wishes=wishes[:index] + wishes[index + 1 :])
            return move
    return None


def _meant(table: Table, want: Want) -> HireMove | None:
    match want.do, want.worker, want.skill:
        case "pass", _, _:
            return Pass()
        case "fire", str(worker), _:
            return Fire(worker)
        case "hire", str(worker), _:
            on_top = table.top(rank_of(worker)) == worker
            return Hire(SKILLS[rank_of(worker) - 1]) if on_top else None
        case "hire", None, str(skill):
            return Hire(skill)
    return None
