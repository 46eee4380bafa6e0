"""Pieces on the board of a position, and the trails that they lengthen or cut."""

from games.catalogue.utboheme.bots.position import Position
from games.catalogue.utboheme.rules.trails import trail_length, walk


class Laying(Position):
    """The effects of new pieces, free or paid. Crossings and paths are masks of one bit."""

    __slots__ = ()

    def put_uv(self, seat: int, bit: int, crossing: int) -> None:
        """A new UV on the board."""
        self.uv[seat] |= bit
        self.pieces |= bit
        self.open &= ~self.layout.near[crossing]
        self.reach[seat] |= self.layout.paths_at[crossing]
        self.points[seat] += self.ground.figures.uv_points
        self.books[seat] = self.ground.book(self.uv[seat] | self.upgraded[seat])
        self.add_weight(seat, crossing)

    def put_cc(self, seat: int, bit: int) -> None:
        """Put a new CC on the board. The card for the longest trail may change hands, with its points."""
        path = bit.bit_length() - 1
        layout = self.layout
        before = self.cc[seat]
        self.cc[seat] |= bit
        self.taken |= bit
        self.ends[seat] |= layout.end_mask[path]
        closed = self.pieces & ~(self.uv[seat] | self.upgraded[seat])
        for crossing in layout.ends[path]:
            if not closed >> crossing & 1:
                self.reach[seat] |= layout.paths_at[crossing]
        length = self._length_through(before, path, closed)
        if length > self.lengths[seat]:
            self.lengths[seat] = length
            holder = self.longest
            if holder is None:
                self._give_longest(self._sole_longest())
            elif length > self.lengths[holder]:
                self._give_longest(seat)

    def _length_through(self, cc: int, path: int, closed: int) -> int:
        """The longest trail through a new path. If the path joins two ends of one network, all trails are examined."""
        paths_at, ends = self.layout.paths_at, self.layout.ends
        one, other = ends[path]
        before = 0 if closed >> one & 1 else walk(paths_at, ends, cc, closed, one)
        after = 0 if closed >> other & 1 else walk(paths_at, ends, cc, closed, other)
        if before and after and self._joined(cc, closed, one, other):
            return trail_length(self.layout, cc | 1 << path, closed)
        return before + 1 + after

    def _joined(self, cc: int, closed: int, one: int, other: int) -> bool:
        """True if these CC connect one crossing with the other."""
        layout, left, seen = self.layout, [one], 0
        while left:
            crossing = left.pop()
            if crossing == other:
                return True
            paths = layout.paths_at[crossing] & cc & ~seen
            seen |= paths
            while paths:
                low = paths & -paths
                paths ^= low
                first, second = layout.ends[low.bit_length() - 1]
                there = second if first == crossing else first
                if not closed >> there & 1:
                    left.append(there)
        return False

    def cut(self, seat: int, bit: int, crossing: int) -> None:
        """Update the others' trails that a new UV of a seat cuts."""
        holder = self.longest
        before = 0 if holder is None else self.lengths[holder]
        for other in range(self.players):
            if other != seat and self.ends[other] & bit:
                self.reach[other] = self.reach_of(other)
                closed = self.pieces & ~(self.uv[other] | self.upgraded[other])
                self.lengths[other] = trail_length(self.layout, self.cc[other], closed)
        if holder is None:
            self._give_longest(self._sole_longest())
        elif self.lengths[holder] < before:
            best = max(self.lengths)
            stays = self.options.holder_keeps_tie and self.lengths[holder] == best >= self.ground.figures.longest_from
            self._give_longest(holder if stays else self._sole_longest())

    def _sole_longest(self) -> int | None:
        best = max(self.lengths)
        if best < self.ground.figures.longest_from or self.lengths.count(best) > 1:
            return None
        return self.lengths.index(best)

    def _give_longest(self, seat: int | None) -> None:
        holder, points = self.longest, self.ground.figures.longest_points
        if seat == holder:
            return
        if holder is not None:
            self.points[holder] -= points
        if seat is not None:
            self.points[seat] += points
        self.longest = seat

    def settle(self) -> None:
        """End the match if somebody has enough points."""
        target = self.ground.figures.target
        if max(self.points) >= target:
            for ahead in range(self.players):
                seat = (self.seat + ahead) % self.players
                if self.points[seat] >= target:
                    self.stage, self.winner, self.owing = "over", seat, []
                    return
