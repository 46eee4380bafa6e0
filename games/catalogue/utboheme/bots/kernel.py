"""A second, fast implementation of the rules: whole games for bots and comparisons, without events. It has no offers
between players and no standing orders. A test plays a thousand games with it and with `rules`, and compares each state.
"""

from collections.abc import Callable

from games.catalogue.utboheme.bots.acting import FULL, Acting
from games.catalogue.utboheme.bots.packed import HIGH, LANES, ONES, nth_bit, nth_part, size, ways
from games.catalogue.utboheme.bots.position import CARD, CC, PLAYED_KINDS, UPGRADE, UV
from games.catalogue.utboheme.rules.cards import DISCOVERED

Step = tuple[int, int]
"""The number of legal moves, and the index of the one that was played; (1, 0) if there was no choice."""
FORCED: Step = (1, 0)
NO_BUILDS = NO_CARDS = (0, 0, 0, 0)
WITH_NOBODY = tuple(1 + seats.bit_count() for seats in range(16))
"""The possible victims, including nobody, by a set of seats."""


class Kernel(Acting):
    """Plays a random legal move, with equal chances. Moves are counted in the order of `rules.choices`, without offers
    and plans. Random numbers are drawn in the order of use, and none for a single choice.
    """

    __slots__ = ()

    def run(self, most: int = 1 << 30) -> int:
        """Play to the end, or this number of moves; the result is the number of moves."""
        moves, steps = 0, self._steps()
        while moves < most and self.stage != "over":
            steps[self.stage]()
            moves += 1
        return moves

    def _steps(self) -> dict[str, Callable[[], Step]]:
        places = dict.fromkeys(("found", "pave", "roads"), self._place)
        return {"act": self._act, "roll": self._roll, "robber": self._robber, "discard": self._discard, **places}

    def random_step(self) -> Step:
        """Play one random move."""
        return self._steps()[self.stage]()

    def _place(self) -> Step:
        """Place a piece, while founding or with road building."""
        stage = self.stage
        if stage == "found":
            places, put = self.open, self.found_uv
        elif stage == "pave":
            places, put = self.layout.paths_at[self.spot] & ~self.taken, self.found_cc
        else:
            places, put = self.reach[self.seat] & ~self.taken, self.pave_free
        count = places.bit_count() + (stage == "roads")
        index = int(self.random() * count) if count > 1 else 0
        if stage == "roads" and index == count - 1:
            self.stop_roads()
        else:
            put(nth_bit(places, index))
        return count, index

    def _roll(self) -> Step:
        cards = self.playable() if self.cards[self.seat] else 0
        if not cards:
            self.roll()
            return FORCED
        counts = self._card_counts(cards)
        count = 1 + sum(counts)
        index = int(self.random() * count) if count > 1 else 0
        if index:
            self._play_card(index - 1, counts)
        else:
            self.roll()
        return count, index

    def _discard(self) -> Step:
        seat = self.owing[0]
        hand, number = self.hands[seat], self.totals[seat] // 2
        count = ways(hand, number)
        index = int(self.random() * count) if count > 1 else 0
        self.discard(seat, nth_part(hand, number, index), number)
        return count, index

    def _robber(self) -> Step:
        """Move the robber to another hexagon, with nobody or with a player there who holds cards."""
        rich = 0
        for seat in self.seats:
            if self.totals[seat] and seat != self.seat:
                rich |= 1 << seat
        counts = [WITH_NOBODY[seats & rich] for seats in self.there]
        counts[self.robber] = 0
        count = sum(counts)
        chosen = index = int(self.random() * count)
        hexagon = 0
        while chosen >= counts[hexagon]:
            chosen -= counts[hexagon]
            hexagon += 1
        victim = nth_bit(self.there[hexagon] & rich, chosen - 1).bit_length() - 1 if chosen else -1
        self.move_robber(hexagon, victim)
        return count, index

    def playable(self) -> int:
        """The kinds of cards that the active player may play, packed."""
        cards = self.cards[self.seat]
        if not cards or self.played:
            return 0
        return (cards if self.options.play_same_turn else cards - self.bought) & PLAYED_KINDS

    def _card_counts(self, cards: int) -> tuple[int, int, int, int]:
        """The number of ways to play each kind of card."""
        roads = 1 if cards & 0xFF00 and self.can_pave() else 0
        discovery = 0
        if cards & 0xFF0000 and self.bank:
            discovery = ways(self.bank, min(DISCOVERED, size(self.bank)))
        return (1 if cards & FULL else 0), roads, discovery, (5 if cards >> 24 else 0)

    def _play_card(self, index: int, counts: tuple[int, int, int, int]) -> None:
        ancien, roads, discovery, _ = counts
        if index < ancien:
            self.play_ancien()
        elif index < ancien + roads:
            self.play_roads()
        elif index < ancien + roads + discovery:
            number = min(DISCOVERED, size(self.bank))
            self.play_discovery(nth_part(self.bank, number, index - ancien - roads), number)
        else:
            self.play_monopoly(index - ancien - roads - discovery)

    def _act(self) -> Step:
        """Play a move of the turn. Usually nothing can be paid for and no card played, so the turn ends."""
        seat = self.seat
        hand = self.hands[seat]
        found = self.books[seat].get(hand)
        if found is None:
            found = self.books[seat][hand] = self.ground.entry(hand, self.uv[seat] | self.upgraded[seat])
        pays, gives, rates = found
        if self.building:
            gives = ()
        cards = self.playable() if self.cards[seat] else 0
        if not pays and not gives and not cards:
            self.begin((seat + 1) % self.players)
            return FORCED
        return self._choose(pays, gives, rates, cards)

    def _choose(self, pays: int, gives: tuple[int, ...], rates: tuple[int, ...], cards: int) -> Step:
        """Choose among purchases, cards, trades, and the end of the turn."""
        count, builds, counts, takes = 1, NO_BUILDS, NO_CARDS, ALL_OTHERS
        if pays:
            builds = self._builds(self.seat, pays)
            cc, uv, upgrade, pile = builds
            count += cc.bit_count() + uv.bit_count() + upgrade.bit_count() + (pile > 0)
        before_cards = count
        if cards:
            counts = self._card_counts(cards)
            count += sum(counts)
        before_trades = count
        if gives:
            takes = self._takes()
            for give in gives:
                count += len(takes[give])
        index = int(self.random() * count) if count > 1 else 0
        if index < before_cards:
            self._build(index, builds)
        elif index < before_trades:
            self._play_card(index - before_cards, counts)
        else:
            self._trade(index - before_trades, gives, rates, takes)
        return count, index

    def _builds(self, seat: int, pays: int) -> tuple[int, int, int, int]:
        """The paths for a CC, the crossings for a UV and for a UV**, and the number of cards to buy."""
        figures = self.ground.figures
        cc = uv = upgrade = card = 0
        if pays & CC and self.cc[seat].bit_count() < figures.cc:
            cc = self.reach[seat] & ~self.taken
        if pays & UV and self.uv[seat].bit_count() < figures.uv:
            uv = self.ends[seat] & self.open
        if pays & UPGRADE and self.upgraded[seat].bit_count() < figures.upgraded:
            upgrade = self.uv[seat]
        if pays & CARD:
            card = size(self.pile)
        return cc, uv, upgrade, card

    def _build(self, index: int, builds: tuple[int, int, int, int]) -> None:
        if not index:
            self.begin((self.seat + 1) % self.players)
            return
        cc, uv, upgrade, pile = builds
        index -= 1
        if index < cc.bit_count():
            self.build_cc(nth_bit(cc, index))
            return
        index -= cc.bit_count()
        if index < uv.bit_count():
            self.build_uv(nth_bit(uv, index))
            return
        index -= uv.bit_count()
        if index < upgrade.bit_count():
            self.upgrade(nth_bit(upgrade, index))
        else:
            self.buy_card(pile)

    def _takes(self) -> tuple[tuple[int, ...], ...]:
        """The resources that the bank can give, by the resource given for them."""
        if not (self.bank - ONES) & HIGH:
            return ALL_OTHERS
        there = [lane for lane, shift in enumerate(LANES) if self.bank >> shift & FULL]
        return tuple(tuple(take for take in there if take != give) for give in range(5))

    def _trade(
        self, index: int, gives: tuple[int, ...], rates: tuple[int, ...], takes: tuple[tuple[int, ...], ...]
    ) -> None:
        for give in gives:
            if index < len(takes[give]):
                self.trade(give, rates[give], takes[give][index])
                return
            index -= len(takes[give])


ALL_OTHERS = tuple(tuple(take for take in range(5) if take != give) for give in range(5))
