"""The effects of moves on a position, without checks: callers must know that the move is legal."""

from games.catalogue.utboheme.bots.laying import Laying
from games.catalogue.utboheme.bots.packed import LANE, nth_card
from games.catalogue.utboheme.rules.cards import FREE_CC
from games.catalogue.utboheme.rules.founding import founder
from games.catalogue.utboheme.rules.turn import SEVEN
from games.catalogue.utboheme.rules.types import ANCIEN, DISCOVERY, MONOPOLY, ROADS, VICTORY

FULL = 0xFF
CARD_UNIT = tuple(1 << LANE * kind for kind in range(5))


class Acting(Laying):
    """The moves. Crossings and paths are given as masks of one bit, handfuls packed."""

    __slots__ = ()

    def found_uv(self, bit: int) -> None:
        """Found a free UV; the second one gives cards."""
        seat, crossing = self.seat, bit.bit_length() - 1
        self.put_uv(seat, bit, crossing)
        self.founded += 1
        self.spot = crossing
        if self.founded > self.players:
            for hexagon in self.layout.hexagons_at[crossing]:
                unit = self.ground.unit[hexagon]
                if unit:
                    self.hands[seat] += unit
                    self.bank -= unit
                    self.totals[seat] += 1
        self.stage = "pave"

    def found_cc(self, bit: int) -> None:
        """Found a free CC, then continue with the next founder or the first turn."""
        self.spot = -1
        self.put_cc(self.seat, bit)
        if self.founded == 2 * self.players:
            oldest = self.options.first_turn == "oldest"
            self.begin(self.options.oldest_seat if oldest else self.first)
        else:
            self.seat = founder(self.founded, self.players, self.first)
            self.stage = "found"

    def begin(self, seat: int) -> None:
        """Begin a seat's turn, or end the match after the last round."""
        if self.turn >= self.last_turn:
            self.stage = "over"
            return
        self.turn += 1
        self.step, self.seat, self.stage, self.back = 0, seat, "roll", "roll"
        self.building = self.played = False
        self.dice, self.bought = (), 0
        if self.auto_roll and not self.cards[seat]:
            self.roll()

    def end_turn(self) -> None:
        """Pass the turn to the next player."""
        self.begin((self.seat + 1) % self.players)

    def roll(self) -> None:
        """Apply a throw: income, or a seven."""
        random = self.random
        one = 1 + int(random() * 6)
        other = 1 + int(random() * 6)
        self.dice = (one, other)
        self.step += 1
        if one + other == SEVEN:
            limit = self.ground.figures.hand_limit
            self.owing = [seat for seat, total in enumerate(self.totals) if total > limit]
            self.back = "discard"
            self.stage = "discard" if self.owing else "robber"
        else:
            self.income(one + other)
            self.stage = "act"

    def discard(self, seat: int, cards: int, number: int) -> None:
        """Discard this number of cards."""
        self.hands[seat] -= cards
        self.totals[seat] -= number
        self.bank += cards
        self.owing.remove(seat)
        if not self.owing:
            self.step += 1
            self.stage = "robber"

    def move_robber(self, hexagon: int, victim: int) -> None:
        """Move the robber to a hexagon; victim -1 is nobody."""
        before, self.robber = self.robber, hexagon
        token = self.layout.token
        if self.there[before]:
            self.reap(token[before])
        if self.there[hexagon]:
            self.reap(token[hexagon])
        if victim >= 0:
            hand = self.hands[victim]
            lane = nth_card(hand, int(self.random() * self.totals[victim]))
            self.hands[victim] = hand - (1 << LANE * lane)
            self.hands[self.seat] += 1 << LANE * lane
            self.totals[victim] -= 1
            self.totals[self.seat] += 1
        self.step += 1
        self.stage = self.back = "act" if self.back == "discard" else self.back

    def pay(self, cost: int, number: int) -> None:
        """Pay this number of cards to the bank for a purchase."""
        seat = self.seat
        self.hands[seat] -= cost
        self.totals[seat] -= number
        self.bank += cost
        self.building = self.strict

    def build_cc(self, bit: int) -> None:
        """Build a paid CC."""
        self.pay(self.ground.cc, self.ground.cc_size)
        self.put_cc(self.seat, bit)
        self.settle()

    def build_uv(self, bit: int) -> None:
        """Build a paid UV, which may cut trails."""
        self.pay(self.ground.uv, self.ground.uv_size)
        seat, crossing = self.seat, bit.bit_length() - 1
        self.put_uv(seat, bit, crossing)
        self.cut(seat, bit, crossing)
        self.settle()

    def upgrade(self, bit: int) -> None:
        """Upgrade a UV to a UV**."""
        self.pay(self.ground.upgrade, self.ground.upgrade_size)
        seat, figures = self.seat, self.ground.figures
        self.uv[seat] ^= bit
        self.upgraded[seat] |= bit
        self.points[seat] += figures.upgraded_points - figures.uv_points
        self.add_weight(seat, bit.bit_length() - 1)
        self.settle()

    def buy_card(self, left: int) -> None:
        """Buy one of `left` development cards."""
        self.pay(self.ground.card, self.ground.card_size)
        seat = self.seat
        kind = nth_card(self.pile, int(self.random() * left))
        unit = CARD_UNIT[kind]
        self.pile -= unit
        self.cards[seat] += unit
        self.bought += unit
        if kind == VICTORY:
            self.points[seat] += self.ground.figures.victory_points
            self.settle()

    def trade(self, give: int, rate: int, take: int) -> None:
        """Trade with the bank."""
        self.hands[self.seat] += (1 << LANE * take) - (rate << LANE * give)
        self.totals[self.seat] += 1 - rate
        self.bank += (rate << LANE * give) - (1 << LANE * take)

    def play_ancien(self) -> None:
        """Play an ancien; the robber must move next."""
        self._play(ANCIEN)
        seat, holder, figures = self.seat, self.oldest, self.ground.figures
        self.anciens[seat] += 1
        number = self.anciens[seat]
        self.back = self.stage
        self.step += 1
        self.stage = "robber"
        if holder != seat and number >= figures.oldest_from and (holder is None or number > self.anciens[holder]):
            self.oldest = seat
            self.points[seat] += figures.oldest_points
            if holder is not None:
                self.points[holder] -= figures.oldest_points
            self.settle()

    def play_roads(self) -> None:
        """Play road building; free CC follow."""
        self._play(ROADS)
        self.back, self.free_cc, self.stage = self.stage, FREE_CC, "roads"
        self.step += 1

    def pave_free(self, bit: int) -> None:
        """Build one of the free CC."""
        self.put_cc(self.seat, bit)
        self.free_cc -= 1
        if not (self.free_cc and self.can_pave()):
            self.stop_roads()
        self.settle()

    def can_pave(self) -> bool:
        """True if the active player has a CC and a place for it."""
        seat = self.seat
        return self.cc[seat].bit_count() < self.ground.figures.cc and bool(self.reach[seat] & ~self.taken)

    def stop_roads(self) -> None:
        """Return to the step in which the card was played."""
        self.free_cc = 0
        self.step += 1
        self.stage = self.back

    def play_discovery(self, cards: int, number: int) -> None:
        """Take cards from the bank."""
        self._play(DISCOVERY)
        self.hands[self.seat] += cards
        self.totals[self.seat] += number
        self.bank -= cards

    def play_monopoly(self, resource: int) -> None:
        """Take all cards of a resource."""
        self._play(MONOPOLY)
        lane, got = LANE * resource, 0
        for other in range(self.players):
            if other != self.seat:
                part = self.hands[other] >> lane & FULL
                self.hands[other] -= part << lane
                self.totals[other] -= part
                got += part
        self.hands[self.seat] += got << lane
        self.totals[self.seat] += got

    def _play(self, kind: int) -> None:
        self.cards[self.seat] -= CARD_UNIT[kind]
        self.played = True
