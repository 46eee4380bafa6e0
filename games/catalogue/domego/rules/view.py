"""The information of a seat: all but the decks and, with `hidden_allocations`, others' placements. README decisions 7
and 16.
"""

from msgspec.structs import replace

from games.catalogue.domego.rules.allocation import after_placing, cubes_of
from games.catalogue.domego.rules.moves import Allocate
from games.catalogue.domego.rules.sheet import Sheet
from games.catalogue.domego.rules.types import Firm, Options, Phase, State, Talk, Waiting
from games.engine.types import Seat, Value
from games.engine.view_projection import seen


class View(Value, frozen=True):
    """The state as one seat sees it; see `State`. `firms` are after the placements that `placed` shows. `ready` says by
    line of the sheet whether the role has placed, even if the placement is hidden.
    """

    sheet: Sheet
    options: Options
    seat: Seat | None
    turn: int
    phase: Phase
    delay: int
    cost: int
    failures: int
    firms: tuple[Firm, ...]
    buyers: tuple[int, ...]
    talks: tuple[Talk, ...]
    placed: tuple[Allocate | None, ...]
    ready: tuple[bool, ...]
    bankrupt: tuple[bool, ...]
    added: tuple[int, ...]
    waiting: tuple[Waiting, ...]
    prices: tuple[int | None, ...]
    drawn: tuple[tuple[str, ...], ...]


def hides(options: Options) -> bool:
    """True if placements are hidden until all roles have placed. Nothing else is ever hidden."""
    return options.hidden_allocations


def view_of(state: State, seat: Seat | None) -> View:
    placed, firms = state.placed, state.firms
    ready: tuple[bool, ...] = ()
    if placed:
        placed, firms, ready = _seen_placements(state, seat)
    return seen(View, state, seat=seat, firms=firms, placed=placed, ready=ready)


def _seen_placements(
    state: State, seat: Seat | None
) -> tuple[tuple[Allocate | None, ...], tuple[Firm, ...], tuple[bool, ...]]:
    hidden, price = state.options.hidden_allocations, state.sheet.high_price
    firms, seen, ready = list(state.firms), [], []
    for part, move in zip(state.sheet.activities[state.turn - 1].parts, state.placed, strict=True):
        ready.append(move is not None)
        if hidden and part.role != seat:
            move = None
        seen.append(move)
        if move is not None:
            firms[part.role] = after_placing(firms[part.role], part, move, price)
    return tuple(seen), tuple(firms), tuple(ready)


def own_placement(view: View, seat: Seat) -> Allocate | None:
    """The seat's placement in this activity, if this view shows it."""
    line = view.sheet.activities[view.turn - 1].part_of[seat]
    return view.placed[line] if view.placed and line >= 0 else None


def firm_before(view: View, seat: Seat) -> Firm:
    """The firm before its placement of this activity, from which it can place again."""
    move, firm = own_placement(view, seat), view.firms[seat]
    if move is None:
        return firm
    activity = view.sheet.activities[view.turn - 1]
    cubes = cubes_of(activity.parts[activity.part_of[seat]], move)
    price = view.sheet.high_price
    return replace(firm, money=firm.money + move.buy * price, stock=firm.stock - move.buy + cubes)
