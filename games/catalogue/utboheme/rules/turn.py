"""The order of turns, and the effects of the dice. Source, "Déroulement du Jeu en détail"; "Sept aux dés"."""

from games.catalogue.utboheme.rules.board import Layout
from games.catalogue.utboheme.rules.events import Discarded, DiscardOwed, Harvested, OfferClosed, Rolled, TurnBegun, Why
from games.catalogue.utboheme.rules.ledger import Ledger
from games.catalogue.utboheme.rules.moves import Discard, cards_of
from games.catalogue.utboheme.rules.orders import refuse_no_longer
from games.catalogue.utboheme.rules.resources import NONE, RESOURCES, Cards, covers, lacking, of_one
from games.catalogue.utboheme.rules.scoring import end
from games.catalogue.utboheme.rules.types import State
from games.engine.draws import Draws
from games.engine.errors import IllegalMove
from games.engine.types import Seat

SEVEN = 7
DIE = 6


def begin(ledger: Ledger, seat: Seat, draws: Draws) -> None:
    """Begin a new turn. With `auto_roll` a player without a card to play first is not asked to throw. README decision
    5.
    """
    ledger.begin_turn(seat)
    refuse_no_longer(ledger, seat)
    ledger.emit(TurnBegun(turn=ledger.turn, seat=seat))
    if ledger.options.auto_roll and ledger.cards[seat] == NONE:
        roll(ledger, draws)


def end_turn(ledger: Ledger, draws: Draws) -> None:
    """Close offers; the next player clockwise begins, unless that was the last round."""
    lapse(ledger)
    rounds = ledger.options.max_rounds
    if rounds is not None and ledger.turn >= rounds * ledger.players:
        end(ledger, None)
    else:
        begin(ledger, (ledger.seat + 1) % ledger.players, draws)


def lapse(ledger: Ledger) -> None:
    """Close all offers, because the trade phase is over."""
    for offer in ledger.offers:
        ledger.emit(OfferClosed(turn=ledger.turn, seat=offer.seat, number=offer.number, why="lapsed"))
    ledger.offers = ()


def roll(ledger: Ledger, draws: Draws) -> None:
    """Throw the dice: income, or the seven with its effects."""
    one = 1 + draws.below(DIE, f"turn-{ledger.turn}/die-1")
    other = 1 + draws.below(DIE, f"turn-{ledger.turn}/die-2")
    ledger.dice = (one, other)
    ledger.emit(Rolled(turn=ledger.turn, seat=ledger.seat, dice=(one, other)))
    if one + other == SEVEN:
        _seven(ledger)
    else:
        _income(ledger, one + other)
        ledger.enter("act")


def _seven(ledger: Ledger) -> None:
    """Make seats with too many cards discard half, at once if they have a standing order."""
    owing = []
    for seat, hand in enumerate(ledger.hands):
        if sum(hand) > ledger.figures.hand_limit:
            keep = ledger.keep[seat]
            if keep is None:
                ledger.emit(DiscardOwed(turn=ledger.turn, seat=seat, cards=sum(hand) // 2))
                owing.append(seat)
            else:
                _give_up(ledger, seat, most_numerous(hand, sum(hand) // 2, keep), by_order=True)
    ledger.owing = tuple(owing)
    ledger.back = "discard"
    ledger.enter("discard" if owing else "robber")


def most_numerous(hand: Cards, number: int, keep: Cards = NONE) -> Cards:
    """This number of cards of a hand, one by one from the most numerous resource; ties in the order of resources. The
    cards of `keep` are touched only when no others are left.
    """
    gone = [0] * 5
    for _ in range(number):
        spare = [hand[r] - gone[r] - keep[r] for r in range(5)]
        if max(spare) <= 0:
            spare = [hand[r] - gone[r] for r in range(5)]
        gone[spare.index(max(spare))] += 1
    return tuple(gone)  # type: ignore[return-value]


def discard(ledger: Ledger, seat: Seat, move: Discard) -> None:
    """Discard half of the hand, as the player chooses; after the last seat the robber moves."""
    cards, hand = cards_of(move), ledger.hands[seat]
    owed = sum(hand) // 2
    if sum(cards) != owed:
        raise IllegalMove("wrong_number", number=sum(cards), owed=owed)
    if not covers(hand, cards):
        raise IllegalMove("too_few_cards", **lacking(hand, cards))
    _give_up(ledger, seat, cards, by_order=False)
    ledger.owing = tuple(each for each in ledger.owing if each != seat)
    if not ledger.owing:
        ledger.enter("robber")


def _give_up(ledger: Ledger, seat: Seat, cards: Cards, *, by_order: bool) -> None:
    ledger.to_bank(seat, cards)
    ledger.emit(Discarded(turn=ledger.turn, seat=seat, cards=cards, by_order=by_order))


def _income(ledger: Ledger, total: int) -> None:
    """Pay the pieces around every hexagon with this token. README decision 4 for a short bank."""
    layout = ledger.layout
    owed = {hexagon: due(ledger, layout, hexagon) for hexagon in layout.by_number[total]}
    for resource in range(5):
        serving = [h for h in owed if layout.resource[h] == resource and h != ledger.robber]
        left = ledger.bank[resource]
        wanted = [sum(owed[h][seat] for h in serving) for seat in range(ledger.players)]
        short = sum(wanted) > left
        alone = sum(number > 0 for number in wanted) == 1
        for hexagon in serving:
            got = owed[hexagon]
            if short:
                got = tuple(min(number, left) if alone else 0 for number in got)
            left -= sum(got)
            _harvest(ledger, hexagon, owed[hexagon], got, "shortage" if got != owed[hexagon] else "paid")
    if ledger.robber in owed:
        _harvest(ledger, ledger.robber, owed[ledger.robber], (0,) * ledger.players, "robber")


def due(table: Ledger | State, layout: Layout, hexagon: int) -> tuple[int, ...]:
    """The cards due by seat: one for a UV at the hexagon, two for a UV**."""
    around = 0
    for crossing in layout.touching[hexagon]:
        around |= 1 << crossing
    return tuple(
        (uv & around).bit_count() + 2 * (upgraded & around).bit_count()
        for uv, upgraded in zip(table.uv, table.upgraded, strict=True)
    )


def _harvest(ledger: Ledger, hexagon: int, due: tuple[int, ...], got: tuple[int, ...], why: Why) -> None:
    if not any(due):
        return
    resource = ledger.layout.resource[hexagon]
    for seat, number in enumerate(got):
        if number:
            ledger.from_bank(seat, of_one(resource, number))
    name = RESOURCES[resource]
    ledger.emit(Harvested(turn=ledger.turn, hexagon=hexagon, resource=name, due=due, got=got, why=why))
