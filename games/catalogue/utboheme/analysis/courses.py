"""Fast playouts from a position. The dice depend on the number of the turn only, so every choice meets the same
throws.
"""

from math import exp
from typing import Final, Self

from games.catalogue.utboheme.bots.kernel import FORCED, Kernel, Step
from games.catalogue.utboheme.bots.outlook import horizon, place_worth, worth
from games.catalogue.utboheme.bots.packed import pack, size, unpack
from games.catalogue.utboheme.bots.search import best_free_path, best_move
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.board import dots
from games.catalogue.utboheme.rules.resources import INDEX
from games.catalogue.utboheme.rules.topology import bits
from games.catalogue.utboheme.rules.turn import DIE, most_numerous
from games.catalogue.utboheme.rules.types import State
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.types import Seat

AHEAD: Final = 1
"""The number of purchases that the player of a course looks ahead; the strong bot looks ahead three."""
SCALE: Final = 2.1
"""The points of outlook for which the odds to win grow e-fold against one rival. The value is fitted to matches of
strong bots (tests/games/catalogue/utboheme/benchmarks/analysis.py).
"""
FACES: Final = 1 << 16
LONGEST: Final = 50
"""The most rounds of a game to the end; after them the points decide."""


class Course(Kernel):
    """A player for all seats. It makes the purchase with the best outlook, one at a time, and never trades with other
    players.
    """

    __slots__ = ("luck",)
    luck: LabelledDraws

    @classmethod
    def of(cls, state: State, seed: bytes) -> Self:
        """A course from a position, with the dice of `seed`."""
        draws = FastDraws(int.from_bytes(seed[:8], "big"))
        course = cls(state, lambda: draws.below(FACES, "course") / FACES)
        course.luck = LabelledDraws(seed)
        return course

    def copy(self) -> Self:
        """See the base class."""
        other = super().copy()
        other.luck = self.luck
        return other

    def roll(self) -> None:
        """Throw the dice of this turn, which are the same in all courses of a seed."""
        usual = self.random
        faces = iter([self.luck.below(DIE, f"turn-{self.turn}/die-{die}") for die in (1, 2)])
        self.random = lambda: (next(faces) + 0.5) / DIE
        super().roll()
        self.random = usual

    def play_until(self, turn: int) -> None:
        """Play on until this turn begins, or the match ends."""
        steps = self._steps()
        while self.stage != "over" and self.turn < turn:
            steps[self.stage]()

    def _place(self) -> Step:
        throws = horizon(self)
        if self.stage == "roads":
            self.pave_free(1 << best_free_path(self, throws))
        elif self.stage == "found":
            self.found_uv(1 << max(bits(self.open), key=lambda crossing: place_worth(self, crossing, throws)))
        else:
            self._found_cc()
        return FORCED

    def _found_cc(self) -> None:
        """Found the CC whose other end has most dots."""
        table, spot = self.layout, self.spot

        def ahead(path: int) -> int:
            one, other = table.ends[path]
            return table.dots_at[other if one == spot else one]

        self.found_cc(1 << max(bits(table.paths_at[spot] & ~self.taken), key=ahead))

    def _roll(self) -> Step:
        self.roll()
        return FORCED

    def _discard(self) -> Step:
        seat = self.owing[0]
        number = self.totals[seat] // 2
        self.discard(seat, pack(most_numerous(unpack(self.hands[seat]), number)), number)
        return FORCED

    def _robber(self) -> Step:
        """Move the robber to the rival with most points and most to lose there, never to the seat's own hexagon if
        avoidable.
        """
        found = []
        for hexagon, weights in enumerate(self.weights):
            if hexagon != self.robber:
                share = dots(self.layout.token[hexagon])
                harm = sum(share * weights[seat] * (1 + self.points[seat]) for seat in self.seats if seat != self.seat)
                found.append((not weights[self.seat], harm, -hexagon))
        hexagon = -max(found)[2]
        rich = [seat for seat in bits(self.there[hexagon]) if self.totals[seat] and seat != self.seat]
        self.move_robber(hexagon, max(rich, key=lambda seat: (self.points[seat], self.totals[seat]), default=-1))
        return FORCED

    def _act(self) -> Step:
        move = best_move(self, cards=not self.played, depth=AHEAD)
        if move is not None:
            self._carry_out(move)
        elif self.playable() & 0xFF:
            self.play_ancien()
        else:
            self.end_turn()
        return FORCED

    def _carry_out(self, move: object) -> None:
        match move:
            case m.BuildCc(path=path):
                self.build_cc(1 << path)
            case m.BuildUv(crossing=crossing):
                self.build_uv(1 << crossing)
            case m.UpgradeUv(crossing=crossing):
                self.upgrade(1 << crossing)
            case m.BuyCard():
                self.buy_card(size(self.pile))
            case m.BankTrade(give=give, take=take):
                rates = self.layout.rates(self.uv[self.seat] | self.upgraded[self.seat])
                self.trade(INDEX[give], rates[INDEX[give]], INDEX[take])
            case m.PlayRoads():
                self.play_roads()
            case m.PlayDiscovery():
                cards = m.cards_of(move)
                self.play_discovery(pack(cards), sum(cards))
            case m.PlayMonopoly(resource=resource):
                self.play_monopoly(INDEX[resource])


def won(position: Kernel) -> tuple[float, ...]:
    """The result by seat: 1 for the winner of a finished match. Without a winner, the most points win, and ties
    share.
    """
    if position.winner is not None:
        return tuple(float(seat == position.winner) for seat in position.seats)
    most = max(position.points)
    return tuple((each == most) / position.points.count(most) for each in position.points)


def chances(position: Kernel) -> tuple[float, ...]:
    """The chance of each seat to win, from the strong bot's outlook."""
    if position.stage == "over":
        return won(position)
    throws = horizon(position)
    worths = [worth(position, seat, throws) for seat in position.seats]
    most = max(worths)
    parts = [exp((each - most) / SCALE) for each in worths]
    return tuple(part / sum(parts) for part in parts)


def chance_after(state: State, seat: Seat, seed: bytes, turn: int) -> tuple[float, int]:
    """A seat's chance to win at the beginning of this turn, and its points then."""
    course = Course.of(state, seed)
    course.play_until(turn)
    return chances(course)[seat], course.points[seat]


def winners(state: State, seed: bytes) -> tuple[float, ...]:
    """The result of a game that is played from here to its end, by seat."""
    course = Course.of(state, seed)
    course.play_until(state.turn + LONGEST * state.players)
    return won(course)
