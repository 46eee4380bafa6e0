"""A complete position for a bot, made from the view of its seat: hidden cards are dealt at random."""

from collections.abc import Sequence

from games.catalogue.utboheme.rules.orders import changed
from games.catalogue.utboheme.rules.resources import Cards, minus
from games.catalogue.utboheme.rules.topology import mask_of
from games.catalogue.utboheme.rules.types import State
from games.catalogue.utboheme.rules.view import View
from games.engine.draws import Draws, FastDraws
from games.engine.types import Seat


def imagined(view: View, draws: Draws) -> State:
    """A position that is possible for this seat. The others' hands are dealt from the cards that neither bank nor seat
    holds.
    """
    me = view.viewer or 0
    seats = range(len(view.hand_counts))
    full: Cards = (view.figures.bank,) * 5
    others = [seat for seat in seats if seat != me]
    hands = _dealt(minus(minus(full, view.bank), view.hand), [view.hand_counts[seat] for seat in others], draws, "hand")
    unseen = minus(minus(view.figures.deck, view.cards), (sum(view.anciens), 0, 0, 0, 0))
    cards = _dealt(_sound(unseen), [view.card_counts[seat] for seat in others], draws, "card")
    pile = _sound(unseen)
    for hidden in cards:
        pile = minus(pile, hidden)
    return State(
        board=view.board, figures=view.figures, options=view.options, turn=view.turn, step=view.step,
        stage=view.stage, back=view.back, seat=view.seat, first=view.first, founded=view.founded, spot=view.spot,
        building=view.building, played=view.played, free_cc=view.free_cc, dice=view.dice, robber=view.robber,
        cc=tuple(mask_of(paths) for paths in view.cc), uv=tuple(mask_of(spots) for spots in view.uv),
        upgraded=tuple(mask_of(spots) for spots in view.upgraded), hands=_by_seat(hands, me, view.hand),
        bank=view.bank, cards=_by_seat(cards, me, view.cards), bought=view.bought, pile=pile, anciens=view.anciens,
        lengths=view.lengths, longest=view.longest, oldest=view.oldest, owing=view.owing, offers=view.offers,
        made=view.made, keep=changed((None,) * len(seats), me, view.keep),
        rates=changed(((),) * len(seats), me, view.rates), winner=view.winner,
    )  # fmt: skip


def offering(view: View) -> Draws:
    """The random source for the others' hands while offers are made. It is the same during a turn, so that a bot
    follows one list of offers and asks nobody twice.
    """
    return FastDraws(4 * view.turn + (view.viewer or 0))


def _sound(cards: Cards) -> Cards:
    return tuple(max(0, number) for number in cards)  # type: ignore[return-value]


def _by_seat(others: list[Cards], me: Seat, own: Cards) -> tuple[Cards, ...]:
    return (*others[:me], own, *others[me:])


def _dealt(pool: Cards, counts: Sequence[int], draws: Draws, label: str) -> list[Cards]:
    """Random cards for each seat from a pool; fewer if the pool is too small."""
    left = [index for index, number in enumerate(pool) for _ in range(number)]
    found = []
    for count in counts:
        hand = [0] * 5
        for _ in range(min(count, len(left))):
            hand[left.pop(draws.below(len(left), f"imagined/{label}"))] += 1
        found.append((hand[0], hand[1], hand[2], hand[3], hand[4]))
    return found
