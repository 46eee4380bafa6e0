"""Fast playouts of a game: right tiles only, the greatest link at once, random ties, and no challenges.
A hand is a set of bits, one for each tile and direction. Each free place has the bits that fit it. The possible moves
of a hand are then a bitwise `and`. Tests compare this module with the slower rules.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from games.catalogue.dominato.rules.geometry import AROUND, TOUCH, Way
from games.catalogue.dominato.rules.places import places
from games.catalogue.dominato.rules.types import REPLAY_ORDER, WIN_ORDER, Deck, State
from games.engine.draws import Draws
from games.engine.types import Seat

Spot = tuple[int, int, Way]
Parts = tuple[int, int, int]
FIRST_SPOT: Final[Spot] = (0, 0, "H")


class Bits:
    """The tiles of a deck as bits: 2n for tile n as it is, 2n + 1 for the same with swapped squares."""

    def __init__(self, deck: Deck) -> None:
        self.parts: list[Parts] = []
        self.of_tile: list[int] = []
        self.fitting: dict[tuple[int, int], int] = {}
        """The bits of tiles by part and value."""
        for number, tile in enumerate(deck.tiles):
            ways = ((tile.a, tile.b), (tile.b, tile.a))
            self.parts += [(a, b, a + b) for a, b in ways]
            self.of_tile.append((1 if tile.a == tile.b else 3) << 2 * number)
            for turned in range(1 if tile.a == tile.b else 2):
                for part, value in enumerate(self.parts[2 * number + turned]):
                    key = (part, value)
                    self.fitting[key] = self.fitting.get(key, 0) | 1 << 2 * number + turned
        self.all = sum(self.of_tile)
        self.unturned = sum(1 << 2 * number for number in range(len(deck.tiles)))

    def hand(self, tiles: Iterable[int]) -> int:
        """These tiles as a hand."""
        return sum(self.of_tile[number] for number in tiles)


bits_of = lru_cache(maxsize=8)(Bits)


class Course:
    """A mutable game. `free` has for each place the order of a link there, and the bits that fit."""

    __slots__ = ("bits", "bonus", "free", "hands", "incidental", "passes", "seat", "table", "winner", "won_by")

    def __init__(self, state: State) -> None:
        """Start from a turn of `state`; declared balances and open challenges are ignored."""
        self.bits, self.bonus = bits_of(state.deck), state.deck.bonus
        self.incidental = state.options.incidental_contacts
        self.table = [(laid.x, laid.y, laid.way, laid.parts) for laid in state.table]
        self.free: dict[Spot, tuple[int, int]] = {}
        for place in places(state.table, self.incidental):
            mask = self.bits.all if state.table else self.bits.unturned
            for need in place.needs:
                mask &= self.bits.fitting.get((need.part, need.value), 0)
            self.free[place.x, place.y, place.way] = (len(place.needs), mask)
        self.hands = [self.bits.hand(hand) for hand in state.hands]
        self.seat, self.passes = state.seat, state.passes
        self.winner: Seat | None = None
        self.won_by = ""

    def copy(self) -> "Course":
        """An independent copy of the game."""
        other: Course = object.__new__(Course)
        other.bits, other.bonus, other.incidental = self.bits, self.bonus, self.incidental
        other.table, other.free, other.hands = self.table.copy(), self.free.copy(), self.hands.copy()
        other.seat, other.passes, other.winner, other.won_by = self.seat, self.passes, self.winner, self.won_by
        return other

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return bool(self.won_by)

    def lay(self, spot: Spot, bit: int) -> None:
        """Lay the tile with this bit, and continue with the next player."""
        order, _mask = self.free[spot]
        parts, bits = self.bits.parts[bit], self.bits
        self.hands[self.seat] &= ~bits.of_tile[bit // 2]
        self._grow(spot, parts)
        self.passes = 0
        if order >= WIN_ORDER or not self.hands[self.seat]:
            self.winner, self.won_by = self.seat, "link" if order >= WIN_ORDER else "out"
        elif order != REPLAY_ORDER:
            self.seat = (self.seat + 1) % len(self.hands)

    def _grow(self, spot: Spot, parts: Parts) -> None:
        x, y, way = spot
        fitting, free, after = self.bits.fitting, self.free, {}
        for other, (order, mask) in free.items():
            touch = TOUCH.get((other[0] - x, other[1] - y, other[2], way))
            if touch is None:
                after[other] = (order, mask)
            elif touch.contacts:
                for mine, theirs in touch.contacts:
                    mask &= fitting.get((mine, parts[theirs]), 0)
                after[other] = (order + len(touch.contacts), mask)
            elif self.incidental and not touch.overlap:
                after[other] = (order, mask)
        self.table.append((x, y, way, parts))
        for dx, dy, turned in AROUND[way]:
            near = (x + dx, y + dy, turned)
            if near not in free:
                found = self._asked_at(near)
                if found is not None:
                    after[near] = found
        self.free = after

    def _asked_at(self, spot: Spot) -> tuple[int, int] | None:
        """The order of a link at this place, and the bits that fit; None if no shape may lie there."""
        x, y, way = spot
        order, mask, fitting = 0, self.bits.all, self.bits.fitting
        for other_x, other_y, other_way, parts in self.table:
            touch = TOUCH.get((x - other_x, y - other_y, way, other_way))
            if touch is None:
                continue
            if touch.overlap or not (touch.contacts or self.incidental):
                return None
            for mine, theirs in touch.contacts:
                mask &= fitting.get((mine, parts[theirs]), 0)
            order += len(touch.contacts)
        return order, mask

    def skip(self) -> None:
        """Pass the turn."""
        self.passes += 1
        self.seat = (self.seat + 1) % len(self.hands)
        if self.passes == len(self.hands):
            self.won_by = "blocked"

    def play_out(self, luck: Draws) -> None:
        """Play to the end: each player lays a link of the highest order that fits, with random ties, else passes."""
        while not self.won_by:
            best, total = 0, 0
            found: list[tuple[Spot, int]] = []
            hand = self.hands[self.seat]
            for spot, (order, mask) in self.free.items():
                fits = mask & hand
                if fits and order >= best:
                    if order > best:
                        best, found, total = order, [], 0
                    found.append((spot, fits))
                    total += fits.bit_count()
            if found:
                self._lay_one(found, luck.below(total, "") if total > 1 else 0)
            else:
                self.skip()

    def _lay_one(self, found: list[tuple[Spot, int]], which: int) -> None:
        for spot, fits in found:
            count = fits.bit_count()
            if which < count:
                for _skipped in range(which):
                    fits &= fits - 1
                self.lay(spot, (fits & -fits).bit_length() - 1)
                return
            which -= count

    def points(self) -> list[int]:
        """The points by seat after the game: tiles left, and more after a winning link."""
        bonus = self.bonus if self.won_by == "link" else 0
        return [
            0 if seat == self.winner else (hand & self.bits.unturned).bit_count() + bonus
            for seat, hand in enumerate(self.hands)
        ]

    def lead(self, seat: Seat) -> float:
        """The mean points of the others less a seat's own, after the game; few points are good."""
        points = self.points()
        return (sum(points) - points[seat]) / (len(points) - 1) - points[seat]
