"""What a role owns and still needs: sums that several cards show."""

from msgspec.structs import replace

from games.domego.rules.allocation import cubes_of
from games.domego.rules.moves import Allocate
from games.domego.rules.types import Firm
from games.domego.rules.view import View


def own_placement(view: View, seat: int) -> Allocate | None:
    """What the seat has placed in this activity, as far as this view shows it."""
    line = view.sheet.activities[view.turn - 1].part_of[seat]
    return view.placed[line] if view.placed and line >= 0 else None


def firm_before(view: View, seat: int) -> Firm:
    """The firm without its placement of this activity: what it can place anew."""
    move, firm = own_placement(view, seat), view.firms[seat]
    if move is None:
        return firm
    activity = view.sheet.activities[view.turn - 1]
    cubes = cubes_of(activity.parts[activity.part_of[seat]], move)
    price = view.sheet.high_price
    return replace(firm, money=firm.money + move.buy * price, stock=firm.stock - move.buy + cubes)


def missing_for(view: View, seat: int, move: Allocate) -> int:
    """Cubes that the stock lacks for a placement; 0 for one that the activity's sheet does not know."""
    activity = view.sheet.activities[view.turn - 1]
    part = activity.parts[activity.part_of[seat]]
    if move.risk_tier >= len(part.risk) or move.delay_tier >= len(part.delay):
        return 0
    return max(0, cubes_of(part, move) - firm_before(view, seat).stock)


def required_by_turn(view: View, seat: int, first: int) -> tuple[tuple[int, int], ...]:
    """(activity, cubes) that are required of a role from activity `first` on."""
    found = []
    for turn in range(first, len(view.sheet.activities) + 1):
        activity = view.sheet.activities[turn - 1]
        if activity.part_of[seat] >= 0:
            found.append((turn, activity.parts[activity.part_of[seat]].required))
    return tuple(found)


def required_from(view: View, seat: int, first: int) -> int:
    return sum(cubes for _, cubes in required_by_turn(view, seat, first))


def others_placed(view: View, seat: int) -> int:
    """The cubes that the others have placed in this activity, as far as this view shows it."""
    parts = view.sheet.activities[view.turn - 1].parts
    pairs = zip(parts, view.placed, strict=False)
    return sum(cubes_of(part, move) for part, move in pairs if move is not None and part.role != seat)
