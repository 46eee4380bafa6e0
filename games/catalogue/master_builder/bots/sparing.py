"""The strong bot's choices for events: the workers to give up, and the event card to play."""

from itertools import combinations

from games.catalogue.master_builder.bots.base import Seen
from games.catalogue.master_builder.bots.valuing import worth
from games.catalogue.master_builder.bots.works import SCALE, best_work
from games.catalogue.master_builder.rules import happenings
from games.catalogue.master_builder.rules.crews import count_of
from games.catalogue.master_builder.rules.moves import Choose, MasterBuilderMove, PlayEvent


def choose(seen: Seen) -> MasterBuilderMove:
    """The workers whose absence costs least in this round's best plan and in the later crew."""
    _, op = happenings.current(seen.view)
    ids = [each.worker for each in happenings.hit(seen.sheet, op, seen.firm)]
    if op.op in ("unavailable", "dismiss"):
        for_good = op.op == "dismiss"
        return Choose(min(combinations(ids, op.count), key=lambda gone: _loss(seen, gone, for_good)))
    stays = op.op == "raise_or_leave"
    most = len(ids) if stays or not op.amount else seen.firm.cash // op.amount
    price = op.amount * (seen.rounds if stays else 1)
    wanted = [worker for worker in ids if _loss(seen, (worker,), stays) - _loss(seen, (), stays) > price]
    return Choose(tuple(wanted[:most]))


def _loss(seen: Seen, gone: tuple[str, ...], for_good: bool) -> float:
    """The loss without these workers in this round, and later if they leave for good, less their wages."""
    left = [each for each in seen.firm.crew if each.worker not in gone]
    working = count_of([each.worker for each in left if not each.down])
    now = best_work(seen.sheet, seen.firm.sites, working, seen.rounds - 1)[0] / SCALE
    if not for_good:
        return -now
    later = worth(seen.sheet, frozenset(seen.firm.sites), count_of([each.worker for each in left]), seen.rounds - 1)
    return sum(each.wage for each in left) * seen.rounds - now - later


def play_event(seen: Seen) -> MasterBuilderMove:
    """The event that affects the wages of others more than the bot's own."""
    return PlayEvent(min(seen.view.events, key=lambda event: _harm(seen, event)))


def _harm(seen: Seen, event: str) -> float:
    harm = 0.0
    for op in seen.sheet.event(event).ops:
        for seat, firm in enumerate(seen.view.firms):
            wages = sorted(each.wage for each in happenings.hit(seen.sheet, op, firm))
            part = sum(wages[: op.count] if op.count else wages)
            harm += part if seat == seen.seat else -part / (len(seen.view.firms) - 1)
    return harm
