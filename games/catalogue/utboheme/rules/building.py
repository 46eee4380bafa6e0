"""Building and buying in a turn, with the prices. Source, "Construire"."""

from games.catalogue.utboheme.rules.events import CardBought, CardTaken, CcBuilt, UvBuilt, UvUpgraded
from games.catalogue.utboheme.rules.ledger import Ledger
from games.catalogue.utboheme.rules.moves import BuildCc, BuildUv, UpgradeUv
from games.catalogue.utboheme.rules.places import cc_places, free_crossings, uv_places
from games.catalogue.utboheme.rules.resources import Cards, covers, lacking, minus, of_one, plus
from games.catalogue.utboheme.rules.trails import after_cc, after_uv
from games.catalogue.utboheme.rules.turn import lapse
from games.catalogue.utboheme.rules.types import KINDS
from games.engine.draws import Draws
from games.engine.errors import IllegalMove


def check_payable(ledger: Ledger, cost: Cards) -> None:
    """Raises IllegalMove("too_few_cards") with the missing cards."""
    hand = ledger.hands[ledger.seat]
    if not covers(hand, cost):
        raise IllegalMove("too_few_cards", **lacking(hand, cost))


def pay(ledger: Ledger, cost: Cards) -> None:
    """Pay the bank. With strict phases this ends the trade phase, and closes all offers."""
    ledger.to_bank(ledger.seat, cost)
    if ledger.options.phases == "strict" and not ledger.building:
        ledger.building = True
        lapse(ledger)


def check_cc(ledger: Ledger, path: int) -> None:
    """Raises IllegalMove unless the active player may build a CC here, apart from its price."""
    seat = ledger.seat
    if ledger.cc[seat].bit_count() >= ledger.figures.cc:
        raise IllegalMove("no_pieces_left", pieces=ledger.figures.cc)
    if not cc_places(ledger, ledger.layout, seat) >> path & 1:
        taken = any(mask >> path & 1 for mask in ledger.cc)
        raise IllegalMove("path_taken" if taken else "path_not_joined", path=path)


def put_cc(ledger: Ledger, path: int, *, free: bool) -> None:
    """Put a CC on the path; the longest trail may change."""
    ledger.cc[ledger.seat] |= 1 << path
    ledger.emit(CcBuilt(turn=ledger.turn, seat=ledger.seat, path=path, free=free))
    after_cc(ledger, ledger.seat)


def build_cc(ledger: Ledger, move: BuildCc) -> None:
    """Build a paid CC."""
    check_payable(ledger, ledger.figures.cc_cost)
    check_cc(ledger, move.path)
    pay(ledger, ledger.figures.cc_cost)
    put_cc(ledger, move.path, free=False)


def build_uv(ledger: Ledger, move: BuildUv) -> None:
    """Build a paid UV, which may cut the trails of others."""
    seat, crossing = ledger.seat, move.crossing
    check_payable(ledger, ledger.figures.uv_cost)
    if ledger.uv[seat].bit_count() >= ledger.figures.uv:
        raise IllegalMove("no_pieces_left", pieces=ledger.figures.uv)
    if not uv_places(ledger, ledger.layout, seat) >> crossing & 1:
        near = not free_crossings(ledger.layout, ledger.occupied()) >> crossing & 1
        raise IllegalMove("crossing_not_free" if near else "no_cc_there", crossing=crossing)
    pay(ledger, ledger.figures.uv_cost)
    ledger.uv[seat] |= 1 << crossing
    ledger.emit(UvBuilt(turn=ledger.turn, seat=seat, crossing=crossing))
    after_uv(ledger, seat, crossing)


def upgrade_uv(ledger: Ledger, move: UpgradeUv) -> None:
    """Upgrade a UV to a UV**; the UV returns to the supply."""
    seat, crossing = ledger.seat, move.crossing
    check_payable(ledger, ledger.figures.upgrade_cost)
    if ledger.upgraded[seat].bit_count() >= ledger.figures.upgraded:
        raise IllegalMove("no_pieces_left", pieces=ledger.figures.upgraded)
    if not ledger.uv[seat] >> crossing & 1:
        raise IllegalMove("no_own_uv", crossing=crossing)
    pay(ledger, ledger.figures.upgrade_cost)
    ledger.uv[seat] ^= 1 << crossing
    ledger.upgraded[seat] |= 1 << crossing
    ledger.emit(UvUpgraded(turn=ledger.turn, seat=seat, crossing=crossing))


def buy_card(ledger: Ledger, draws: Draws) -> None:
    """Buy the next development card; only its buyer sees it."""
    left, seat = sum(ledger.pile), ledger.seat
    check_payable(ledger, ledger.figures.card_cost)
    if not left:
        raise IllegalMove("no_cards_left")
    pay(ledger, ledger.figures.card_cost)
    drawn = draws.below(left, f"card-{left}")
    kind = 0
    while drawn >= ledger.pile[kind]:
        drawn -= ledger.pile[kind]
        kind += 1
    card = of_one(kind, 1)
    ledger.pile = minus(ledger.pile, card)
    ledger.cards[seat], ledger.bought = plus(ledger.cards[seat], card), plus(ledger.bought, card)
    ledger.emit(CardBought(turn=ledger.turn, seat=seat, left=left - 1))
    ledger.emit(CardTaken(turn=ledger.turn, seat=seat, audience=(seat,), card=KINDS[kind]))
