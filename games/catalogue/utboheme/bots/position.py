"""A mutable position, which `kernel` changes by playing. Hands are packed (see `packed`); crossings and paths are
masks. The income of each number is computed when a piece is built or the robber moves, not when the dice are thrown.
"""

from collections.abc import Callable
from typing import Self

from games.catalogue.utboheme.bots.packed import HIGH, LANE, holds, pack, unpack
from games.catalogue.utboheme.rules.board import Layout, layout
from games.catalogue.utboheme.rules.places import free_crossings, reach
from games.catalogue.utboheme.rules.resources import Cards
from games.catalogue.utboheme.rules.scoring import points_of
from games.catalogue.utboheme.rules.topology import bits
from games.catalogue.utboheme.rules.types import Figures, Stage, State

CC, UV, UPGRADE, CARD = 1, 2, 4, 8
"""The purchases that a hand can pay for, as bits."""
PLAYED_KINDS = 0xFFFFFFFF
"""The lanes of the cards that are played: all except victory."""
Entry = tuple[int, tuple[int, ...], tuple[int, ...]]
Book = dict[int, Entry]


class Ground:
    """The constant data of a match: tables of the board, and books of the purchases that each hand can pay for."""

    __slots__ = (
        "books", "card", "card_size", "cc", "cc_size", "figures", "layout", "unit", "upgrade", "upgrade_size",
        "uv", "uv_size",
    )  # fmt: skip

    def __init__(self, table: Layout, figures: Figures) -> None:
        self.layout, self.figures = table, figures
        self.cc, self.uv = pack(figures.cc_cost), pack(figures.uv_cost)
        self.upgrade, self.card = pack(figures.upgrade_cost), pack(figures.card_cost)
        self.cc_size, self.uv_size = sum(figures.cc_cost), sum(figures.uv_cost)
        self.upgrade_size, self.card_size = sum(figures.upgrade_cost), sum(figures.card_cost)
        self.unit = tuple(1 << LANE * resource if resource >= 0 else 0 for resource in table.resource)
        self.books: dict[Cards, Book] = {}

    def book(self, pieces: int) -> Book:
        """The book for the bank rates of these pieces. By hand, it has the affordable purchases and the resources that
        the bank takes.
        """
        return self.books.setdefault(self.layout.rates(pieces), {})  # type: ignore[arg-type]

    def entry(self, hand: int, pieces: int) -> Entry:
        """Compute a line of the book."""
        pays = CC if holds(hand, self.cc) else 0
        pays |= UV if holds(hand, self.uv) else 0
        pays |= UPGRADE if holds(hand, self.upgrade) else 0
        pays |= CARD if holds(hand, self.card) else 0
        rates = self.layout.rates(pieces)
        return pays, tuple(give for give, held in enumerate(unpack(hand)) if held >= rates[give]), rates


_grounds: dict[tuple[Layout, Figures], Ground] = {}
MOST_GROUNDS = 64
ENDLESS = 1 << 60


def ground_of(state: State) -> Ground:
    """The constant data of a match, cached."""
    key = layout(state.board), state.figures
    if key not in _grounds:
        if len(_grounds) >= MOST_GROUNDS:
            _grounds.clear()
        _grounds[key] = Ground(*key)
    return _grounds[key]


LISTS = (
    "anciens", "books", "cards", "cc", "due", "ends", "hands", "harvest", "lengths", "owing", "points", "reach",
    "there", "totals", "upgraded", "uv", "weights",
)  # fmt: skip


class Position:
    """A mutable position for playouts. Fields are those of `State`; lists are by seat.
    `totals` are sizes of hands, `points` include hidden ones. `reach` are paths that the seat's CC may join, `ends` are
    crossings where its CC end. `open` are crossings at the required distance for a UV, `pieces` those with a piece.
    `harvest` is the income by number of the dice as (seat, cards, number of cards); `due` is its total. `weights` is
    the income of each seat by hexagon; `there` are the seats with a piece there, as bits. `books` are the purchases
    that hands can pay for.
    """

    __slots__ = (
        "anciens", "auto_roll", "back", "bank", "books", "bought", "building", "cards", "cc", "dice", "due", "ends",
        "first", "founded", "free_cc", "ground", "hands", "harvest", "last_turn", "layout", "lengths", "longest",
        "oldest", "open", "options", "owing", "pieces", "pile", "played", "players", "points", "random", "reach",
        "robber", "seat", "seats", "spot", "stage", "step", "strict", "taken", "there", "totals", "turn", "upgraded",
        "uv", "weights", "winner",
    )  # fmt: skip

    def __init__(self, state: State, random: Callable[[], float]) -> None:
        """Start from a position of the rules. `random` gives numbers from 0 to below 1, for all random events."""
        ground = ground_of(state)
        self.ground, self.layout, self.options, self.random = ground, ground.layout, state.options, random
        self._copy(state)
        self.hands = [pack(hand) for hand in state.hands]
        self.totals = [sum(hand) for hand in state.hands]
        self.bank, self.pile = pack(state.bank), pack(state.pile)
        self.cards = [pack(cards) for cards in state.cards]
        self.bought = pack(state.bought)
        self.points = [points_of(state, seat) for seat in range(state.players)]
        self.taken = 0
        for mask in state.cc:
            self.taken |= mask
        self.ends = [self._ends_of(mask) for mask in state.cc]
        self.pieces = 0
        for mask in (*state.uv, *state.upgraded):
            self.pieces |= mask
        self.open = free_crossings(self.layout, self.pieces)
        self.books = [ground.book(uv | upgraded) for uv, upgraded in zip(self.uv, self.upgraded, strict=True)]
        self.reach = [self.reach_of(seat) for seat in range(state.players)]
        self.harvest: list[list[tuple[int, int, int]]] = [[] for _ in range(13)]
        self.due = [0] * 13
        self.weights = [[0] * state.players for _ in state.board.land]
        self.there = [0] * len(state.board.land)
        self.seats = range(state.players)
        for seat, (uv, upgraded) in enumerate(zip(self.uv, self.upgraded, strict=True)):
            for crossing in (*bits(uv), *bits(upgraded), *bits(upgraded)):
                self.add_weight(seat, crossing)
        rounds = state.options.max_rounds
        self.last_turn = ENDLESS if rounds is None else rounds * state.players
        self.auto_roll = state.options.auto_roll
        self.strict = state.options.phases == "strict"

    def _copy(self, state: State) -> None:
        """Copy the fields that both classes hold in the same form."""
        self.players, self.turn, self.step = state.players, state.turn, state.step
        self.stage: Stage = state.stage
        self.back: Stage = state.back
        self.seat, self.first, self.founded, self.spot = state.seat, state.first, state.founded, state.spot
        self.building, self.played, self.free_cc = state.building, state.played, state.free_cc
        self.dice: tuple[int, ...] = state.dice
        self.robber = state.robber
        self.cc, self.uv, self.upgraded = list(state.cc), list(state.uv), list(state.upgraded)
        self.anciens, self.lengths = list(state.anciens), list(state.lengths)
        self.longest, self.oldest, self.winner = state.longest, state.oldest, state.winner
        self.owing = list(state.owing)

    def _ends_of(self, cc: int) -> int:
        found = 0
        for path in bits(cc):
            found |= self.layout.end_mask[path]
        return found

    def reach_of(self, seat: int) -> int:
        """Paths that a CC of this seat may join, free or not."""
        own = self.uv[seat] | self.upgraded[seat]
        return reach(self.layout, self.cc[seat], own, self.pieces & ~own)

    def reap(self, number: int) -> None:
        """Recompute the income of a number of the dice."""
        found: list[tuple[int, int, int]] = []
        unit, weights, robber = self.ground.unit, self.weights, self.robber
        due = 0
        serving = [(unit[hexagon], weights[hexagon]) for hexagon in self.layout.by_number[number] if hexagon != robber]
        for seat in self.seats:
            cards = count = 0
            for each, weight in serving:
                got = weight[seat]
                if got:
                    cards += got * each
                    count += got
            if count:
                found.append((seat, cards, count))
                due += cards
        self.harvest[number], self.due[number] = found, due

    def add_weight(self, seat: int, crossing: int) -> None:
        """Add one card to this seat's income from the hexagons at a crossing."""
        for hexagon in self.layout.hexagons_at[crossing]:
            weight = list(self.weights[hexagon])
            weight[seat] += 1
            self.weights[hexagon] = weight
            self.there[hexagon] |= 1 << seat
            self.reap(self.layout.token[hexagon])

    def income(self, number: int) -> None:
        """Pay the income of a throw that is not a seven."""
        due = self.due[number]
        if not due:
            return
        hands, totals = self.hands, self.totals
        if ((self.bank | HIGH) - due) & HIGH == HIGH:
            for seat, cards, count in self.harvest[number]:
                hands[seat] += cards
                totals[seat] += count
            self.bank -= due
        else:
            self._short_income(number)

    def _short_income(self, number: int) -> None:
        """Pay income with a short bank: a missing resource goes to nobody, or the rest to the only seat due."""
        for lane in range(0, 5 * LANE, LANE):
            parts = [(seat, cards >> lane & 0xFF) for seat, cards, _ in self.harvest[number] if cards >> lane & 0xFF]
            left = self.bank >> lane & 0xFF
            if sum(part for _, part in parts) > left:
                parts = [(parts[0][0], left)] if len(parts) == 1 else []
            for seat, part in parts:
                self.hands[seat] += part << lane
                self.totals[seat] += part
                self.bank -= part << lane

    def copy(self) -> Self:
        """A copy of the position. Items of its lists are only replaced, never changed, so shallow copies suffice."""
        other = object.__new__(type(self))
        for name in SIMPLE:
            setattr(other, name, getattr(self, name))
        for name in LISTS:
            setattr(other, name, getattr(self, name).copy())
        return other

    def state_like(self, state: State) -> State:
        """This position as a state of the rules; fields unknown to the kernel come from `state`."""
        names = (
            "turn",
            "step",
            "back",
            "seat",
            "first",
            "founded",
            "spot",
            "building",
            "played",
            "free_cc",
            "dice",
            "robber",
        )
        fields = {name: getattr(self, name) for name in (*names, "stage", "longest", "oldest", "winner")}
        lists = {name: tuple(getattr(self, name)) for name in ("cc", "uv", "upgraded", "anciens", "lengths", "owing")}
        known = {name: getattr(state, name) for name in state.__struct_fields__}
        return State(**{**known, **fields, **lists, **self._cards_apart()})

    def _cards_apart(self) -> dict[str, object]:
        return {
            "hands": tuple(unpack(hand) for hand in self.hands),
            "bank": unpack(self.bank),
            "cards": tuple(unpack(cards) for cards in self.cards),
            "bought": unpack(self.bought),
            "pile": unpack(self.pile),
        }


SIMPLE = tuple(name for name in Position.__slots__ if name not in LISTS)
