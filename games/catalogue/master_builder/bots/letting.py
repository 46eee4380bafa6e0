"""The strong bot's rentals of workers: it shares the gain of a worker with the renter."""

from typing import Final

from games.catalogue.master_builder.bots.base import Seen
from games.catalogue.master_builder.bots.works import SCALE, best_work
from games.catalogue.master_builder.rules import renting
from games.catalogue.master_builder.rules.building import available
from games.catalogue.master_builder.rules.crews import count_of
from games.catalogue.master_builder.rules.moves import Answer, CloseTalks, MasterBuilderMove, Offer
from games.catalogue.master_builder.rules.types import Talk
from games.engine.types import Seat

LEAST: Final = 2
"""The gain in k below which the bot does not negotiate."""


def talk(seen: Seen) -> MasterBuilderMove | None:
    """The next move: an answer to an open offer, else a worthwhile offer, else the end of its talks."""
    asked = renting.talks_to_answer(seen.view, seen.seat)
    if asked:
        return _answer(seen, asked[0])
    for worker, renter in renting.offers(seen.view, seen.seat):
        if _gain(seen, seen.seat, without=worker) == 0:
            price = min(_gain(seen, renter, plus=worker) // 2, seen.view.firms[renter].cash)
            if price >= LEAST:
                return Offer(worker, renter, price)
    return CloseTalks()


def _answer(seen: Seen, open_talk: Talk) -> MasterBuilderMove:
    """Accept a price that leaves a gain; counter once with half the gain, and break off if that is too little."""
    worker, renter, price = open_talk.worker, open_talk.renter, open_talk.price
    cash = seen.view.firms[renter].cash
    if seen.seat == renter:
        gain = _gain(seen, renter, plus=worker)
        if price <= cash and price < gain:
            return Answer("accept", worker, renter, price)
        half = min(gain // 2, cash)
        return Answer("counter", worker, renter, half) if half >= LEAST else Answer("refuse", worker, renter)
    if price <= cash and price > _gain(seen, seen.seat, without=worker):
        return Answer("accept", worker, renter, price)
    return Answer("refuse", worker, renter)


def _gain(seen: Seen, seat: Seat, *, plus: str = "", without: str = "") -> int:
    """The gain of a player's best plan of this round with one worker more, or the loss with one less."""
    ids = [each.worker for each in available(seen.view, seat)]
    more = [each for each in ids if each != without] + ([plus] if plus else [])
    sites, after = seen.view.firms[seat].sites, seen.rounds - 1
    now, then = (best_work(seen.sheet, sites, count_of(each), after)[0] for each in (ids, more))
    return abs(then - now) // SCALE
