"""The longest trail: a player's CC in a row, each once, not through a crossing with an opponent's piece."""

from functools import lru_cache

from games.catalogue.utboheme.rules.board import Layout
from games.catalogue.utboheme.rules.events import LongestMoved
from games.catalogue.utboheme.rules.ledger import Ledger
from games.engine.types import Seat


def trail_length(layout: Layout, own: int, foreign: int) -> int:
    """The number of paths of the longest trail in `own`; it may end at a `foreign` crossing, but not continue there."""
    ends = 0
    for path, mask in enumerate(layout.end_mask):
        if own >> path & 1:
            ends |= mask
    return _longest(layout, own, foreign & ends)


@lru_cache(1 << 14)
def _longest(layout: Layout, own: int, closed: int) -> int:
    """The longest trail from any crossing; a trail can be walked from either end."""
    best = 0
    for start, at in enumerate(layout.paths_at):
        if at & own:
            best = max(best, walk(layout.paths_at, layout.ends, own, closed, start))
    return best


def walk(paths_at: tuple[int, ...], ends: tuple[tuple[int, int], ...], left: int, closed: int, here: int) -> int:
    """The longest trail over the paths `left`, from a crossing."""
    open_paths = paths_at[here] & left
    best = 0
    while open_paths:
        low = open_paths & -open_paths
        open_paths ^= low
        one, other = ends[low.bit_length() - 1]
        there = other if one == here else one
        length = 1 if closed >> there & 1 else 1 + walk(paths_at, ends, left ^ low, closed, there)
        if length > best:
            best = length
    return best


def after_cc(ledger: Ledger, seat: Seat) -> None:
    """Update the card after a trail has grown: its owner takes it with strictly more than the holder. Source,
    "Construire".
    """
    length = trail_length(ledger.layout, ledger.cc[seat], ledger.foreign(seat))
    if length == ledger.lengths[seat]:
        return
    ledger.lengths[seat] = length
    holder = ledger.longest
    if holder is None:
        _to(ledger, _sole_longest(ledger))
    elif length > ledger.lengths[holder]:
        _to(ledger, seat)


def after_uv(ledger: Ledger, seat: Seat, crossing: int) -> None:
    """Update the card after a new UV that may cut the trails of others. README decisions 11 and 12."""
    holder = ledger.longest
    before = 0 if holder is None else ledger.lengths[holder]
    for other in range(ledger.players):
        if other != seat and ledger.layout.paths_at[crossing] & ledger.cc[other]:
            ledger.lengths[other] = trail_length(ledger.layout, ledger.cc[other], ledger.foreign(other))
    if holder is None:
        _to(ledger, _sole_longest(ledger))
    elif ledger.lengths[holder] < before:
        best = max(ledger.lengths)
        stays = ledger.options.holder_keeps_tie and ledger.lengths[holder] == best >= ledger.figures.longest_from
        _to(ledger, holder if stays else _sole_longest(ledger))


def _sole_longest(ledger: Ledger) -> Seat | None:
    """The only player whose trail is the longest and long enough; None if there is none, or several."""
    best = max(ledger.lengths)
    if best < ledger.figures.longest_from or ledger.lengths.count(best) > 1:
        return None
    return ledger.lengths.index(best)


def _to(ledger: Ledger, seat: Seat | None) -> None:
    if seat != ledger.longest:
        lengths = tuple(ledger.lengths)
        ledger.emit(LongestMoved(turn=ledger.turn, seat=seat, before=ledger.longest, lengths=lengths))
        ledger.longest = seat
