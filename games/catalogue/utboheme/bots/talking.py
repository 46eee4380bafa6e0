"""The strong bot's offers: which to make, accept, counter and confirm. Each is valued by its worth to both sides."""

from typing import Any, NamedTuple

from games.catalogue.utboheme.bots.kernel import Kernel
from games.catalogue.utboheme.bots.outlook import horizon, worth
from games.catalogue.utboheme.bots.packed import unpack
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.resources import RESOURCES, Cards, covers
from games.catalogue.utboheme.rules.types import Need, OnOffer, State
from games.engine.types import Prompt, Seat

OFFERS = 3
"""The most offers in a turn, each to another player."""
CLOSE = 2
"""The bot does not trade with a player who needs this few points to win."""
FAIR = 0.5
"""The bot accepts an offer if its own gain is at least this part of the other side's gain."""
LEAST = 0.02
"""The least gain for which the bot trades."""
ASKED = 0.04
"""The least gain for which the bot makes an offer."""
COMPLETES = 3.0
"""The factor of an offer after which a UV or UV** can be paid for."""
MOST_GIVEN = 2
"""The most cards that the bot offers for one."""
UNSURE = 0.5
"""The assumed chance of acceptance by a player who lacks the cards in the randomly dealt hand."""


class Swap(NamedTuple):
    """An offer to a seat of this many cards of `give` for one of `get`, ordered by its expected gain."""

    value: float
    number: int
    give: int
    get: int
    to: Seat


def gain(here: Kernel, seat: Seat, gets: Cards) -> float:
    """The change of a seat's outlook by these cards, negative ones given away; -1 if the seat lacks them."""
    after = here.copy()
    for lane, number in enumerate(gets):
        if number < 0 and (after.hands[seat] >> 8 * lane & 0xFF) < -number:
            return -1.0
        after.hands[seat] += number << 8 * lane if number >= 0 else -(-number << 8 * lane)
    after.totals[seat] += sum(gets)
    throws = horizon(here)
    return worth(after, seat, throws) - worth(here, seat, throws)


def too_close(here: Kernel, seat: Seat) -> bool:
    """True if this seat is about to win."""
    return here.points[seat] >= here.ground.figures.target - CLOSE


def answer(here: Kernel, state: State, prompt: Prompt, moves: list[Any]) -> Any:
    """Accept an offer with about equal gains from a player who is not about to win; else make a counter-offer."""
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
    """A counter-offer of another card, if that helps both, with the purchase it is for; once a turn."""
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
                best = Swap(mine + theirs, 1, give, get, state.seat)
    return None if best is None else _offer(best, needed_for(here, seat, best.get))


def _one_for_one(give: int, get: int) -> Cards:
    return tuple((lane == get) - (lane == give) for lane in range(5))  # type: ignore[return-value]


def needed_for(here: Kernel, seat: Seat, get: int) -> Need | None:
    """The purchase that lacks this card and is nearest to being paid; the most expensive of several."""
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


def _offer(swap: Swap, need: Need | None = None) -> m.Offer:
    amounts = {RESOURCES[swap.give]: swap.number, RESOURCES[swap.get]: -1}
    return m.Offer(to=swap.to, need=need, **amounts)


def confirmed(here: Kernel, state: State, moves: list[Any]) -> Any | None:
    """The accepted offer or proposal with the highest gain, if any has one."""
    found = []
    for move in moves:
        if isinstance(move, m.Confirm):
            offer = next(each for each in state.offers if each.number == move.offer)
            brings = gain(here, here.seat, _mine(offer, here.seat))
            if brings > LEAST and not too_close(here, move.partner):
                found.append((brings, -move.offer, -move.partner, move))
    return max(found)[3] if found else None


def _mine(offer: OnOffer, seat: Seat) -> Cards:
    """The cards that the active player gets from an offer; negative ones are given."""
    return offer.cards if offer.seat != seat else _turned(offer.cards)


def offered(here: Kernel, state: State) -> m.Offer | None:
    """An offer of spare cards for a missing one. It has the best expected gain, by the worth for both sides and the
    chance that the other player has the card. Each further offer of a turn is the best one to the next player.
    """
    seat = here.seat
    if not state.trading or state.made[seat] >= OFFERS or any(each.seat == seat for each in state.offers):
        return None
    others = [other for other in here.seats if other != seat and not too_close(here, other) and here.totals[other]]
    if not others:
        return None
    swaps = _swaps(here, state, others)
    best = [max((swap for swap in swaps if swap.to == other), default=None) for other in others]
    found = sorted((swap for swap in best if swap is not None), reverse=True)
    place = state.made[seat]
    return _offer(found[place], needed_for(here, seat, found[place].get)) if place < len(found) else None


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
                dear = COMPLETES if _completes(here, seat, give, number, get) else 1.0
                for other in others:
                    likely = _likely(here, other, give, number, get, mine)
                    if likely:
                        found.append(Swap(mine * likely * dear, number, give, get, other))
    return found


def _completes(here: Kernel, seat: Seat, give: int, number: int, get: int) -> bool:
    """True if the trade makes a UV or UV** affordable."""
    hand = unpack(here.hands[seat])
    after = tuple(held + (lane == get) - number * (lane == give) for lane, held in enumerate(hand))
    figures = here.ground.figures
    costs = (figures.uv_cost, figures.upgrade_cost)
    return any(covers(after, cost) and not covers(hand, cost) for cost in costs)  # type: ignore[arg-type]


def _likely(here: Kernel, other: Seat, give: int, number: int, get: int, mine: float) -> float:
    """The chance that a player accepts. The hand that is dealt to that player is only one possible hand."""
    cards: Cards = tuple(number * (lane == give) - (lane == get) for lane in range(5))  # type: ignore[assignment]
    theirs, sure = gain(here, other, cards), 1.0
    if theirs == -1.0:
        after = here.copy()
        after.hands[other] += 1 << 8 * get
        theirs, sure = gain(after, other, cards), UNSURE
    return sure if theirs > LEAST and theirs >= FAIR * min(mine, 0.5) else 0.0
