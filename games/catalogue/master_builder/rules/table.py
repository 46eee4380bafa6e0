"""A mutable state, used inside one `apply` only; `close` makes the next state from it."""

from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from games.catalogue.master_builder.rules.events import Hired, Left, WhyLeft
from games.catalogue.master_builder.rules.piles import turned, with_under, without
from games.catalogue.master_builder.rules.scenario import SKILLS, rank_of
from games.catalogue.master_builder.rules.types import (
    Employee,
    Fate,
    Firm,
    Hiring,
    Lot,
    Market,
    Options,
    Phase,
    Pile,
    Rental,
    Sheet,
    State,
    Talks,
    turn_order,
)
from games.engine.draws import Draws
from games.engine.types import Event, Outcome, Seat


class Table:
    """The parts of a state that one move changes, and the move's events."""

    __slots__ = (
        "bank", "deck", "deck_left", "draws", "economy", "events", "fate", "firms", "first", "happened", "hiring",
        "last_round", "lots", "market", "options", "owing", "phase", "plans", "proposed", "rentals", "round",
        "sheet", "stacks", "talks",
    )  # fmt: skip

    def __init__(self, state: State, draws: Draws) -> None:
        self.draws = draws
        self.sheet: Sheet = state.sheet
        self.options: Options = state.options
        self.round: int = state.round
        self.last_round: int = state.last_round
        self.phase: Phase = state.phase
        self.first: Seat = state.first
        self.bank: int = state.bank
        self.firms: list[Firm] = list(state.firms)
        self.stacks: list[Pile] = list(state.stacks)
        self.deck: tuple[int, ...] = state.deck
        self.deck_left: int = state.deck_left
        self.economy: tuple[str, ...] = state.economy
        self.events: Pile = state.events
        self.lots: tuple[Lot, ...] = state.lots
        self.hiring: Hiring = state.hiring
        self.market: Market = state.market
        self.fate: Fate = state.fate
        self.talks: Talks = state.talks
        self.rentals: tuple[Rental, ...] = state.rentals
        self.plans: list[tuple[str, ...] | None] = list(state.plans)
        self.owing: tuple[Seat, ...] = state.owing
        self.proposed: tuple[Seat, ...] | UnsetType = state.proposed
        self.happened: list[Event] = []

    def state(self) -> State:
        """The state so far."""
        return State(
            self.sheet, self.options, self.round, self.last_round, self.phase, self.first, self.bank,
            tuple(self.firms), tuple(self.stacks), self.deck, self.deck_left, self.economy, self.events, self.lots,
            self.hiring, self.market, self.fate, self.talks, self.rentals, tuple(self.plans), self.owing,
            self.proposed or UNSET,
        )  # fmt: skip

    def close(self) -> Outcome:
        """The next state, with the events of the move."""
        return Outcome(self.state(), tuple(self.happened))

    def emit(self, event: Event) -> None:
        """Add an event."""
        self.happened.append(event)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.firms)

    @property
    def order(self) -> tuple[Seat, ...]:
        """Seats in turn order."""
        return turn_order(self.first, len(self.firms))

    def change(self, seat: Seat, **fields: Any) -> None:
        """Replace some fields of a player's firm."""
        self.firms[seat] = replace(self.firms[seat], **fields)

    def pay(self, seat: Seat, amount: int) -> None:
        """Move money from a player to the bank (negative: from the bank)."""
        self.change(seat, cash=self.firms[seat].cash - amount)
        self.bank += amount

    def hire(self, seat: Seat, worker: str) -> None:
        """Hire a worker whose place in the stack is known; the next card of the stack becomes visible."""
        rank = rank_of(worker)
        wage = self.sheet.worker(worker).wage
        self.change(seat, crew=(*self.firms[seat].crew, Employee(worker, wage)))
        self._turn(rank, without(self.stacks[rank - 1], worker))
        self.emit(Hired(turn=self.round, seat=seat, worker=worker, wage=wage, wages=self.firms[seat].wages,
                        top=self.top(rank)))  # fmt: skip

    def let_go(self, seat: Seat, worker: str, why: WhyLeft) -> None:
        """Remove a worker from a player's crew to the bottom of the stack; a raise is lost."""
        rank = rank_of(worker)
        self.change(seat, crew=tuple(each for each in self.firms[seat].crew if each.worker != worker))
        self._turn(rank, with_under(self.stacks[rank - 1], worker))
        self.emit(Left(turn=self.round, seat=seat, worker=worker, why=why, wages=self.firms[seat].wages,
                       top=self.top(rank)))  # fmt: skip

    def _turn(self, rank: int, pile: Pile) -> None:
        self.stacks[rank - 1] = turned(pile, f"workers-{SKILLS[rank - 1]}", self.draws)

    def top(self, rank: int) -> str | None:
        """The visible worker of a stack."""
        seen = self.stacks[rank - 1].seen
        return seen[0] if seen else None
