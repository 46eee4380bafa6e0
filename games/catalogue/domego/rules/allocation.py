"""Phase 2: the roles place cubes; a role that cannot pay for the required ones goes bankrupt. Booklet, "Affectation de
ressources". README decisions 6 to 9.
"""

from msgspec.structs import replace

from games.catalogue.domego.rules.bankruptcy import go_bankrupt
from games.catalogue.domego.rules.events import Allocated, Placed
from games.catalogue.domego.rules.ledger import Ledger, changed
from games.catalogue.domego.rules.moves import Allocate
from games.catalogue.domego.rules.sheet import Part
from games.catalogue.domego.rules.types import Firm, State
from games.engine.errors import IllegalMove
from games.engine.types import Outcome, Seat


def cubes_of(part: Part, move: Allocate) -> int:
    """All the cubes of a placement."""
    return part.required + part.risk[move.risk_tier][0] + part.delay[move.delay_tier][0]


def after_placing(firm: Firm, part: Part, move: Allocate, price: int) -> Firm:
    """The firm with its money and stock after it has paid for a placement."""
    return Firm(
        firm.money - move.buy * price, firm.stock + move.buy - cubes_of(part, move), firm.bankruptcies, firm.failed
    )


def open_allocation(ledger: Ledger) -> None:
    """Begin phase 2. Roles that cannot pay for the required cubes go bankrupt, in rounds by seat order."""
    ledger.phase = "allocation"
    ledger.placed = (None,) * len(ledger.activity.parts)
    seats = sorted(part.role for part in ledger.activity.parts)
    while any(_is_insolvent(ledger, seat) for seat in seats):
        for seat in seats:
            if _is_insolvent(ledger, seat):
                go_bankrupt(ledger, seat, "required")


def _is_insolvent(ledger: Ledger, role: int) -> bool:
    if ledger.bankrupt[role]:
        return False
    firm = ledger.firms[role]
    required = ledger.activity.parts[ledger.activity.part_of[role]].required
    return firm.stock + firm.money // ledger.sheet.high_price < required


def place(state: State, seat: Seat, move: Allocate) -> Outcome:
    """Make a placement, which replaces an earlier one. It is paid when the activity resolves."""
    activity, firm = state.sheet.activities[state.turn - 1], state.firms[seat]
    line = activity.part_of[seat]
    part, price = activity.parts[line], state.sheet.high_price
    _check_tier("risk", move.risk_tier, part.risk)
    _check_tier("delay", move.delay_tier, part.delay)
    if move.buy < 0:
        raise IllegalMove("below_zero", number=move.buy)
    if move.buy * price > firm.money:
        raise IllegalMove("quantity_over_money", quantity=move.buy, price=price, money=firm.money)
    cubes = cubes_of(part, move)
    if cubes > firm.stock + move.buy:
        raise IllegalMove("cubes_short", cubes=cubes, held=firm.stock + move.buy)
    told = Placed(
        part.required,
        cubes,
        move.buy,
        move.risk_tier,
        move.delay_tier,
        part.risk[move.risk_tier][1],
        part.delay[move.delay_tier][1],
        turn=state.turn,
        seat=seat,
        audience=(seat,) if state.options.hidden_allocations else None,
    )
    return Outcome(replace(state, placed=changed(state.placed, line, move)), (told,))


def _check_tier(name: str, tier: int, tiers: tuple[tuple[int, int], ...]) -> None:
    if not 0 <= tier < len(tiers):
        raise IllegalMove("no_such_tier", name=name, tier=tier, tiers=len(tiers) - 1)


def pay_placements(ledger: Ledger) -> None:
    """Buy and spend the cubes of all placements, in sheet order, after the last role has placed."""
    price = ledger.sheet.high_price
    for part, move in zip(ledger.activity.parts, ledger.placed, strict=True):
        if move is None:
            continue
        firm = after_placing(ledger.firms[part.role], part, move, price)
        ledger.firms[part.role] = firm
        ledger.emit(
            Allocated(
                part.required,
                cubes_of(part, move),
                move.buy,
                move.buy * price,
                move.risk_tier,
                move.delay_tier,
                part.risk[move.risk_tier][1],
                part.delay[move.delay_tier][1],
                firm.money,
                firm.stock,
                ledger.state.options.hidden_allocations,
                turn=ledger.turn,
                seat=part.role,
            )
        )
