"""Offers: which to make, to take, to counter and to confirm. Each is valued by what it brings both sides."""

from typing import Any, NamedTuple

from games.engine.types import Prompt, Seat
from games.utboheme.bots.kernel import Kernel
from games.utboheme.bots.outlook import horizon, worth
from games.utboheme.bots.packed import unpack
from games.utboheme.rules import moves as m
from games.utboheme.rules.resources import RESOURCES, Cards, covers
from games.utboheme.rules.types import Need, OnOffer, State

OFFERS = 3
"""How many offers it makes in a turn."""
CLOSE = 2
"""With who needs so few points to win it does not trade."""
FAIR = 0.5
"""It takes an offer that brings it at least so much of what it brings the other."""
LEAST = 0.02
"""What a trade must bring to be made at all."""
ASKED = 0.04
"""What an offer must bring to be worth asking for."""
COMPLETES = 3.0
"""How much more an offer counts after which a UV or UV** can be paid."""
MOST_GIVEN = 2
"""Cards that it offers for one."""
UNSURE = 0.5
"""How likely somebody is thought to take what only the dealt hand says that they cannot pay."""


class Swap(NamedTuple):
    """An offer of so many cards of `give` for one of `get`, by what it is expected to bring."""

    value: float
    number: int
    give: int
    get: int


def gain(here: Kernel, seat: Seat, gets: Cards) -> float:
    """What these cards, negative ones given away, change in a seat's outlook; -1 where they are not there."""
    after = here.copy()
    for lane, number in enumerate(gets):
        if number < 0 and (after.hands[seat] >> 8 * lane & 0xFF) < -number:
            return -1.0
        after.hands[seat] += number << 8 * lane if number >= 0 else -(-number << 8 * lane)
    after.totals[seat] += sum(gets)
    throws = horizon(here)
    return worth(after, seat, throws) - worth(here, seat, throws)


def too_close(here: Kernel, seat: Seat) -> bool:
    """Is this seat about to win?"""
    return here.points[seat] >= here.ground.figures.target - CLOSE


def answer(here: Kernel, state: State, prompt: Prompt, moves: list[Any]) -> Any:
    """Accept what brings about as much as it gives, from who is not about to win; else ask for what would."""
    offer = next(each for each in state.offers if each.number == prompt.params["offer"])
    if too_close(here, offer.seat):
        return m.RefuseOffer()
    mine = gain(here, prompt.seat, offer.cards)
    theirs = max(0.0, gain(here, offer.seat, _turned(offer.cards)))
    if mine > LEAST and mine >= FAIR * min(theirs, 0.5) and m.AcceptOffer() in moves:
        return m.AcceptOffer()
    return countered(here, state, prompt.seat, offer) or m.RefuseOffer()


def _turned(cards: Cards) -> Cards:
    return tuple(-number for number in cards)  # type: ignore[return-value]


def countered(here: Kernel, state: State, seat: Seat, offer: OnOffer) -> m.Offer | None:
    """Another card for the one that is offered, if that helps both, with what it is needed for; once a turn."""
    if state.made[seat] or not state.trading:
        return None
    asked = {lane for lane, number in enumerate(offer.cards) if number < 0}
    best: Swap | None = None
    for get in (lane for lane, number in enumerate(offer.cards) if number > 0):
        for give, held in enumerate(unpack(here.hands[seat])):
            if not held or give == get or give in asked:
                continue
            mine = gain(here, seat, _one_for_one(give, get))
            theirs = gain(here, offer.seat, _one_for_one(get, give))
            if mine > ASKED and theirs > LEAST and (best is None or mine + theirs > best.value):
                best = Swap(mine + theirs, 1, give, get)
    return None if best is None else _offer(state.seat, best, needed_for(here, seat, best.get))


def _one_for_one(give: int, get: int) -> Cards:
    return tuple((lane == get) - (lane == give) for lane in range(5))  # type: ignore[return-value]


def needed_for(here: Kernel, seat: Seat, get: int) -> Need | None:
    """The purchase that lacks this card and is nearest to being paid; the dearest of several."""
    figures, hand = here.ground.figures, unpack(here.hands[seat])
    costs: tuple[tuple[Need, Cards], ...] = (
        ("up", figures.upgrade_cost),
        ("uv", figures.uv_cost),
        ("card", figures.card_cost),
        ("cc", figures.cc_cost),
    )
    found: list[tuple[int, int, Need]] = []
    for place, (what, cost) in enumerate(costs):
        if cost[get] > hand[get]:
            found.append((sum(max(0, asked - held) for asked, held in zip(cost, hand, strict=True)), place, what))
    return min(found)[2] if found else None


def _offer(to: Seat, swap: Swap, need: Need | None = None) -> m.Offer:
    amounts = {RESOURCES[swap.give]: swap.number, RESOURCES[swap.get]: -1}
    return m.Offer(to=to, need=need, **amounts)


def confirmed(here: Kernel, state: State, moves: list[Any]) -> Any | None:
    """The acceptance or proposal on the table that brings most, if any brings something."""
    found = []
    for move in moves:
        if isinstance(move, m.Confirm):
            offer = next(each for each in state.offers if each.number == move.offer)
            brings = gain(here, here.seat, _mine(offer, here.seat))
            if brings > LEAST and not too_close(here, move.partner):
                found.append((brings, -move.offer, -move.partner, move))
    return max(found)[3] if found else None


def _mine(offer: OnOffer, seat: Seat) -> Cards:
    """What the active player gets from an offer, negative what it gives."""
    return offer.cards if offer.seat != seat else _turned(offer.cards)


def offered(here: Kernel, state: State) -> m.Offer | None:
    """What is missing for cards that can be spared: the offer that is expected to bring most, by what it is worth to
    both sides and by how likely somebody has the card; at each further offer of a turn, the next best.
    """
    seat = here.seat
    if not state.trading or state.made[seat] >= OFFERS or any(each.seat == seat for each in state.offers):
        return None
    others = [other for other in here.seats if other != seat and not too_close(here, other) and here.totals[other]]
    if not others:
        return None
    found = sorted(_swaps(here, state, others), reverse=True)
    place = state.made[seat]
    return _offer(seat, found[place], needed_for(here, seat, found[place].get)) if place < len(found) else None


def _swaps(here: Kernel, state: State, others: list[Seat]) -> list[Swap]:
    seat, found = here.seat, []
    for give, held in enumerate(unpack(here.hands[seat])):
        for number in range(1, min(held, MOST_GIVEN) + 1):
            for get in range(5):
                if get == give or state.bank[get] >= state.figures.bank:
                    continue
                cards = tuple((lane == get) - number * (lane == give) for lane in range(5))
                mine = gain(here, seat, cards)  # type: ignore[arg-type]
                if mine <= ASKED:
                    continue
                likely = max(_likely(here, other, give, number, get, mine) for other in others)
                if likely:
                    dear = COMPLETES if _completes(here, seat, give, number, get) else 1.0
                    found.append(Swap(mine * likely * dear, number, give, get))
    return found


def _completes(here: Kernel, seat: Seat, give: int, number: int, get: int) -> bool:
    """Is a UV or UV** paid for after it that was not before?"""
    hand = unpack(here.hands[seat])
    after = tuple(held + (lane == get) - number * (lane == give) for lane, held in enumerate(hand))
    figures = here.ground.figures
    costs = (figures.uv_cost, figures.upgrade_cost)
    return any(covers(after, cost) and not covers(hand, cost) for cost in costs)  # type: ignore[arg-type]


def _likely(here: Kernel, other: Seat, give: int, number: int, get: int, mine: float) -> float:
    """Whether somebody would take it: by the hand that is dealt to them, which is only one that they could have."""
    cards: Cards = tuple(number * (lane == give) - (lane == get) for lane in range(5))  # type: ignore[assignment]
    theirs, sure = gain(here, other, cards), 1.0
    if theirs == -1.0:
        after = here.copy()
        after.hands[other] += 1 << 8 * get
        theirs, sure = gain(after, other, cards), UNSURE
    return sure if theirs > LEAST and theirs >= FAIR * min(mine, 0.5) else 0.0
