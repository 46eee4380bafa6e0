"""The places on which a player may build."""

from functools import lru_cache

from games.catalogue.utboheme.rules.board import Layout
from games.catalogue.utboheme.rules.ledger import Ledger
from games.catalogue.utboheme.rules.topology import bits
from games.catalogue.utboheme.rules.types import State
from games.engine.types import Seat


def free_crossings(layout: Layout, occupied: int) -> int:
    """The free crossings without a piece on a neighbouring one. Source, "Distance entre deux UVs"; README
    decision 9.
    """
    found = layout.every_crossing
    for crossing in bits(occupied):
        found &= ~layout.near[crossing]
    return found


@lru_cache(1 << 14)
def reach(layout: Layout, cc: int, own: int, foreign: int) -> int:
    """Paths, free or not, that a CC of this player may join. They begin at its piece, or at the end of its CC if no
    opponent is there.
    """
    crossings = own
    for path in bits(cc):
        crossings |= layout.end_mask[path] & ~foreign
    found = 0
    for crossing in bits(crossings):
        found |= layout.paths_at[crossing]
    return found


def cc_places(table: Ledger | State, layout: Layout, seat: Seat) -> int:
    """The paths on which this player may build a CC, apart from its price."""
    taken = 0
    for each in table.cc:
        taken |= each
    own, occupied = table.uv[seat] | table.upgraded[seat], _occupied(table)
    return reach(layout, table.cc[seat], own, occupied & ~own) & ~taken


def uv_places(table: Ledger | State, layout: Layout, seat: Seat) -> int:
    """The crossings on which this player may build a UV: free, at the distance, and at an end of its CC."""
    found = free_crossings(layout, _occupied(table))
    if found:
        ends = 0
        for path in bits(table.cc[seat]):
            ends |= layout.end_mask[path]
        found &= ends
    return found


def founding_places(table: Ledger | State, layout: Layout) -> int:
    """The crossings on which a UV can be founded."""
    return free_crossings(layout, _occupied(table))


def _occupied(table: Ledger | State) -> int:
    found = 0
    for mask in (*table.uv, *table.upgraded):
        found |= mask
    return found
