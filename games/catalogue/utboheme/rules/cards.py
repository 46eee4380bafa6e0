"""Playing development cards. Source, "Carte Ancien", "Carte Progrès"."""

from games.catalogue.utboheme.rules.board import layout
from games.catalogue.utboheme.rules.building import check_cc, put_cc
from games.catalogue.utboheme.rules.events import CardPlayed, Discovered, Monopolised, OldestMoved
from games.catalogue.utboheme.rules.ledger import Ledger
from games.catalogue.utboheme.rules.moves import BuildCc, PlayDiscovery, PlayMonopoly, cards_of
from games.catalogue.utboheme.rules.places import cc_places
from games.catalogue.utboheme.rules.resources import INDEX, covers, minus, of_one, plus
from games.catalogue.utboheme.rules.types import ANCIEN, DISCOVERY, KINDS, MONOPOLY, ROADS, State
from games.engine.errors import IllegalMove
from games.engine.types import Seat

FREE_CC = 2
DISCOVERED = 2


def playable(table: Ledger | State, kind: int) -> int:
    """The number of cards of a kind that the active player may play now, apart from the limit of one a turn."""
    held = table.cards[table.seat][kind]
    return held if table.options.play_same_turn else held - table.bought[kind]


def can_pave(table: Ledger | State) -> bool:
    """True if the active player has a CC and a place for it."""
    seat = table.seat
    if table.cc[seat].bit_count() >= table.figures.cc:
        return False
    return cc_places(table, layout(table.board), seat) != 0


def _play(ledger: Ledger, kind: int) -> None:
    """Take a card out of the hand. Only one may be played a turn; README decision 7 for those bought in this turn."""
    seat = ledger.seat
    if ledger.played:
        raise IllegalMove("one_card_a_turn")
    if not ledger.cards[seat][kind]:
        raise IllegalMove("no_such_card")
    if not playable(ledger, kind):
        raise IllegalMove("bought_this_turn")
    ledger.cards[seat] = minus(ledger.cards[seat], of_one(kind, 1))
    ledger.played = True
    ledger.emit(CardPlayed(turn=ledger.turn, seat=seat, card=KINDS[kind]))


def play_ancien(ledger: Ledger) -> None:
    """Play an ancien, which remains face up; the robber moves next."""
    _play(ledger, ANCIEN)
    seat, holder = ledger.seat, ledger.oldest
    ledger.anciens[seat] += 1
    number = ledger.anciens[seat]
    if holder != seat and number >= ledger.figures.oldest_from and (holder is None or number > ledger.anciens[holder]):
        ledger.oldest = seat
        ledger.emit(OldestMoved(turn=ledger.turn, seat=seat, before=holder, anciens=number))
    ledger.back = ledger.stage
    ledger.enter("robber")


def play_roads(ledger: Ledger) -> None:
    """Play road building: two free CC, fewer if pieces or places run out."""
    if not can_pave(ledger):
        raise IllegalMove("nowhere_to_build")
    _play(ledger, ROADS)
    ledger.back, ledger.free_cc = ledger.stage, FREE_CC
    ledger.enter("roads")


def pave_free(ledger: Ledger, move: BuildCc) -> None:
    """Build one of the free CC."""
    check_cc(ledger, move.path)
    put_cc(ledger, move.path, free=True)
    ledger.free_cc -= 1
    if not ledger.free_cc or not can_pave(ledger):
        stop_roads(ledger)


def stop_roads(ledger: Ledger) -> None:
    """Return to the step in which the card was played."""
    ledger.free_cc = 0
    ledger.enter(ledger.back)


def play_discovery(ledger: Ledger, move: PlayDiscovery) -> None:
    """Take two cards from the bank, or its last one."""
    cards = cards_of(move)
    number = min(DISCOVERED, sum(ledger.bank))
    if not number:
        raise IllegalMove("bank_empty")
    if sum(cards) != number:
        raise IllegalMove("wrong_number", number=sum(cards), owed=number)
    if not covers(ledger.bank, cards):
        raise IllegalMove("bank_lacks")
    _play(ledger, DISCOVERY)
    ledger.from_bank(ledger.seat, cards)
    ledger.emit(Discovered(turn=ledger.turn, seat=ledger.seat, cards=cards))


def play_monopoly(ledger: Ledger, move: PlayMonopoly) -> None:
    """Take all cards of a resource that the others hold."""
    _play(ledger, MONOPOLY)
    resource = INDEX[move.resource]
    given = tuple(0 if seat == ledger.seat else hand[resource] for seat, hand in enumerate(ledger.hands))
    for seat, number in enumerate(given):
        _hand_over(ledger, seat, resource, number)
    ledger.emit(Monopolised(turn=ledger.turn, seat=ledger.seat, resource=move.resource, given=given))


def _hand_over(ledger: Ledger, seat: Seat, resource: int, number: int) -> None:
    cards = of_one(resource, number)
    ledger.hands[seat] = minus(ledger.hands[seat], cards)
    ledger.hands[ledger.seat] = plus(ledger.hands[ledger.seat], cards)
