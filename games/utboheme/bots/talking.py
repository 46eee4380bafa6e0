"""Offers: which to make, to take and to confirm."""

from typing import Any

from games.engine.types import Prompt, Seat
from games.utboheme.bots.kernel import Kernel
from games.utboheme.bots.outlook import horizon, worth
from games.utboheme.bots.packed import unpack
from games.utboheme.bots.search import best_move
from games.utboheme.rules import moves as m
from games.utboheme.rules.resources import RESOURCES, Cards
from games.utboheme.rules.types import OnOffer, State

OFFERS = 2
"""How many offers it makes in a turn."""
CLOSE = 2
"""With who needs so few points to win it does not trade."""
FAIR = 0.8
"""It takes an offer that brings it at least so much of what it brings the other."""


def gain(here: Kernel, seat: Seat, gets: Cards) -> float:
    """What these cards, negative ones given away, change in a seat's outlook."""
    throws = horizon(here)
    after = here.copy()
    for lane, number in enumerate(gets):
        after.hands[seat] += number << 8 * lane if number >= 0 else -(-number << 8 * lane)
    after.totals[seat] += sum(gets)
    if any(number < 0 for number in unpack(after.hands[seat])) or after.hands[seat] < 0:
        return -1.0
    return worth(after, seat, throws) - worth(here, seat, throws)


def too_close(here: Kernel, seat: Seat) -> bool:
    """Is this seat about to win?"""
    return here.points[seat] >= here.ground.figures.target - CLOSE


def answer(here: Kernel, state: State, prompt: Prompt, moves: list[Any]) -> Any:
    """Accept what brings about as much as it gives, from who is not about to win."""
    offer = next(each for each in state.offers if each.number == prompt.params["offer"])
    mine = gain(here, prompt.seat, offer.cards)
    theirs = max(0.0, gain(here, offer.seat, _turned(offer.cards)))
    good = mine > 0.02 and mine >= FAIR * min(theirs, 0.5) and not too_close(here, offer.seat)
    return m.AcceptOffer() if good and m.AcceptOffer() in moves else m.RefuseOffer()


def _turned(cards: Cards) -> Cards:
    return tuple(-number for number in cards)  # type: ignore[return-value]


def confirmed(here: Kernel, state: State, moves: list[Any]) -> Any | None:
    """The acceptance or proposal on the table that brings most, if any brings something."""
    found = []
    for move in moves:
        if isinstance(move, m.Confirm):
            offer = next(each for each in state.offers if each.number == move.offer)
            brings = gain(here, here.seat, _mine(offer, here.seat))
            if brings > 0.02 and not too_close(here, move.partner):
                found.append((brings, -move.offer, -move.partner, move))
    return max(found)[3] if found else None


def _mine(offer: OnOffer, seat: Seat) -> Cards:
    """What the active player gets from an offer, negative what it gives."""
    return offer.cards if offer.seat != seat else _turned(offer.cards)


def offered(here: Kernel, state: State) -> m.Offer | None:
    """One card that is not needed for one with which something can be bought."""
    seat = here.seat
    if not state.trading or state.made[seat] >= OFFERS or any(each.seat == seat for each in state.offers):
        return None
    if all(too_close(here, other) or not here.totals[other] for other in here.seats if other != seat):
        return None
    best: tuple[float, int, int] = (0.15, -1, -1)
    for give, held in enumerate(unpack(here.hands[seat])):
        for get in range(5):
            if held and get != give and state.bank[get] < state.figures.bank:
                cards = tuple((index == get) - (index == give) for index in range(5))
                best = max(best, (gain(here, seat, cards), give, get))  # type: ignore[arg-type]
    if best[1] < 0 or not _buys(here, best[1], best[2]):
        return None
    amounts = {RESOURCES[best[1]]: 1, RESOURCES[best[2]]: -1}
    return m.Offer(to=seat, **amounts)


def _buys(here: Kernel, give: int, get: int) -> bool:
    """Would something be bought after it?"""
    after = here.copy()
    after.hands[here.seat] += (1 << 8 * get) - (1 << 8 * give)
    return best_move(after, cards=False) is not None
