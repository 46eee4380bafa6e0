"""A role's possessions and needs, as sums for several cards."""

from games.catalogue.domego.rules.allocation import cubes_of
from games.catalogue.domego.rules.moves import Allocate
from games.catalogue.domego.rules.negotiation import lowest_price, price_limit
from games.catalogue.domego.rules.types import Talk
from games.catalogue.domego.rules.view import View, firm_before


def missing_for(view: View, seat: int, move: Allocate) -> int:
    """The cubes missing in the stock for a placement; 0 if the activity's sheet has no such placement."""
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


def talk_key(view: View, talk: Talk) -> str:
    """The key of a negotiation's prompt."""
    contract, ids = view.sheet.contracts[talk.contract], view.sheet.role_ids
    return f"activity-{view.turn}/negotiate/{ids[contract.payer]}>{ids[contract.payee]}"


def price_range(view: View, key: str) -> tuple[int, int]:
    """The lowest and the highest price (k) that the rules allow in the negotiation of a prompt now."""
    talk = next(talk for talk in view.talks if talk_key(view, talk) == key)
    contract, most = view.sheet.contracts[talk.contract], price_limit(view, talk.contract)
    return lowest_price(view.options, contract, most), most


def others_placed(view: View, seat: int) -> int:
    """The cubes that the other roles have placed in this activity, as far as this view shows them."""
    parts = view.sheet.activities[view.turn - 1].parts
    pairs = zip(parts, view.placed, strict=False)
    return sum(cubes_of(part, move) for part, move in pairs if move is not None and part.role != seat)
