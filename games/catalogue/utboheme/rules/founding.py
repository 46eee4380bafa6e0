"""The foundation: two UVs and two CC each. Source, "Phase de fondation"."""

from games.catalogue.utboheme.rules.events import CcFounded, UvFounded
from games.catalogue.utboheme.rules.ledger import Ledger
from games.catalogue.utboheme.rules.moves import BuildCc, BuildUv
from games.catalogue.utboheme.rules.places import founding_places
from games.catalogue.utboheme.rules.resources import NONE, Cards, of_one, plus
from games.catalogue.utboheme.rules.trails import after_cc
from games.catalogue.utboheme.rules.turn import begin
from games.engine.draws import Draws
from games.engine.errors import IllegalMove
from games.engine.types import Seat


def founder(founded: int, players: int, first: Seat) -> Seat:
    """The seat that founds after this many UVs: clockwise from the winner of the throw, then in reverse."""
    ahead = founded if founded < players else 2 * players - 1 - founded
    return (first + ahead) % players


def found_uv(ledger: Ledger, move: BuildUv) -> None:
    """Found a free UV; the second one gives a card of each hexagon around it."""
    places = founding_places(ledger, ledger.layout)
    if not places >> move.crossing & 1:
        raise IllegalMove("crossing_not_free", crossing=move.crossing)
    seat = ledger.seat
    ledger.uv[seat] |= 1 << move.crossing
    ledger.founded += 1
    ledger.spot = move.crossing
    cards = _first_cards(ledger, move.crossing) if ledger.founded > ledger.players else NONE
    ledger.from_bank(seat, cards)
    ledger.emit(UvFounded(seat=seat, crossing=move.crossing, cards=cards))
    ledger.stage = "pave"


def _first_cards(ledger: Ledger, crossing: int) -> Cards:
    cards = NONE
    for hexagon in ledger.layout.hexagons_at[crossing]:
        resource = ledger.layout.resource[hexagon]
        if resource >= 0:
            cards = plus(cards, of_one(resource, 1))
    return cards


def found_cc(ledger: Ledger, move: BuildCc, draws: Draws) -> None:
    """Found the free CC at the new UV; then the next founder continues, or the first turn begins."""
    taken = 0
    for mask in ledger.cc:
        taken |= mask
    if not (ledger.layout.paths_at[ledger.spot] & ~taken) >> move.path & 1:
        raise IllegalMove("not_at_this_uv", path=move.path, crossing=ledger.spot)
    seat = ledger.seat
    ledger.cc[seat] |= 1 << move.path
    ledger.spot = -1
    ledger.emit(CcFounded(seat=seat, path=move.path))
    after_cc(ledger, seat)
    if ledger.founded == 2 * ledger.players:
        begin(ledger, first_player(ledger), draws)
        return
    ledger.seat = founder(ledger.founded, ledger.players, ledger.first)
    ledger.stage = "found"


def first_player(ledger: Ledger) -> Seat:
    """The first player after the foundation. README decision 2."""
    return ledger.first if ledger.options.first_turn == "last_founder" else ledger.options.oldest_seat
