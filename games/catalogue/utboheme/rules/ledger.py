"""A mutable state, used inside one `apply` only; `close` makes the next state from it."""

from typing import Any

from msgspec import UnsetType

from games.catalogue.utboheme.rules.board import Layout, layout
from games.catalogue.utboheme.rules.resources import NONE, Cards, minus, plus
from games.catalogue.utboheme.rules.types import Figures, OnOffer, Options, Rate, RefusalOrder, Stage, State, in_act
from games.engine.types import Event, Outcome, Seat


class Ledger:
    """The values that one move changes, and its events. Fields are those of `State`, with lists instead of tuples by
    seat.
    """

    __slots__ = (
        "anciens", "back", "bank", "board", "bought", "building", "cards", "cc", "dice", "events", "figures", "first",
        "founded", "free_cc", "hands", "keep", "layout", "lengths", "longest", "made", "offers", "oldest", "options",
        "owing", "pile", "played", "rates", "refusals", "robber", "seat", "spot", "stage", "step", "turn", "upgraded",
        "uv", "winner",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        self.board = state.board
        self.layout: Layout = layout(state.board)
        self.figures: Figures = state.figures
        self.options: Options = state.options
        self.turn: int = state.turn
        self.step: int = state.step
        self.stage: Stage = state.stage
        self.back: Stage = state.back
        self.seat: Seat = state.seat
        self.first: Seat = state.first
        self.founded: int = state.founded
        self.spot: int = state.spot
        self.building: bool = state.building
        self.played: bool = state.played
        self.free_cc: int = state.free_cc
        self.dice: tuple[int, ...] = state.dice
        self.robber: int = state.robber
        self.cc: list[int] = list(state.cc)
        self.uv: list[int] = list(state.uv)
        self.upgraded: list[int] = list(state.upgraded)
        self.hands: list[Cards] = list(state.hands)
        self.bank: Cards = state.bank
        self.cards: list[Cards] = list(state.cards)
        self.bought: Cards = state.bought
        self.pile: Cards = state.pile
        self.anciens: list[int] = list(state.anciens)
        self.lengths: list[int] = list(state.lengths)
        self.longest: Seat | None = state.longest
        self.oldest: Seat | None = state.oldest
        self.owing: tuple[Seat, ...] = state.owing
        self.offers: tuple[OnOffer, ...] = state.offers
        self.made: tuple[int, ...] = state.made
        self.keep: tuple[Cards | None, ...] = state.keep
        self.rates: tuple[tuple[Rate, ...], ...] = state.rates
        self.winner: Seat | None = state.winner
        self.refusals: tuple[RefusalOrder | None, ...] | UnsetType = state.refusals
        self.events: list[Event] = []

    def close(self) -> State:
        """The next state."""
        return State(
            self.board, self.figures, self.options, self.turn, self.step, self.stage, self.back, self.seat, self.first,
            self.founded, self.spot, self.building, self.played, self.free_cc, self.dice, self.robber, tuple(self.cc),
            tuple(self.uv), tuple(self.upgraded), tuple(self.hands), self.bank, tuple(self.cards), self.bought,
            self.pile, tuple(self.anciens), tuple(self.lengths), self.longest, self.oldest, self.owing, self.offers,
            self.made, self.keep, self.rates, self.winner, self.refusals,
        )  # fmt: skip

    def outcome(self) -> Outcome:
        """The next state with the events of the move."""
        return Outcome(self.close(), tuple(self.events))

    def emit(self, event: Any) -> None:
        """Add an event."""
        self.events.append(event)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.hands)

    @property
    def trading(self) -> bool:
        allowed = self.figures.asides and self.options.player_trade and not self.building
        return allowed and in_act(self.stage, self.back)

    def enter(self, stage: Stage) -> None:
        """Enter another stage of the turn, with new prompts."""
        self.stage, self.step = stage, self.step + 1

    def occupied(self) -> int:
        """The crossings with a piece."""
        found = 0
        for one in self.uv:
            found |= one
        for one in self.upgraded:
            found |= one
        return found

    def pieces(self, seat: Seat) -> int:
        """The crossings with a piece of this seat."""
        return self.uv[seat] | self.upgraded[seat]

    def foreign(self, seat: Seat) -> int:
        """The crossings with a piece of another seat."""
        return self.occupied() & ~self.pieces(seat)

    def to_bank(self, seat: Seat, cards: Cards) -> None:
        """Move cards from a hand to the bank."""
        self.hands[seat] = minus(self.hands[seat], cards)
        self.bank = plus(self.bank, cards)

    def from_bank(self, seat: Seat, cards: Cards) -> None:
        """Move cards from the bank to a hand."""
        self.hands[seat] = plus(self.hands[seat], cards)
        self.bank = minus(self.bank, cards)

    def begin_turn(self, seat: Seat) -> None:
        """Clear the fields of a single turn."""
        self.turn, self.step, self.seat, self.stage, self.back = self.turn + 1, 0, seat, "roll", "roll"
        self.building = self.played = False
        self.free_cc, self.dice, self.bought = 0, (), NONE
        self.owing, self.offers, self.made = (), (), (0,) * self.players
