"""State of a match, and the options it is played with. Money is in thousands of dollars."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Final, Literal, cast

from msgspec import UNSET, Meta, UnsetType

from games.engine.types import Seat, Value
from games.master_builder.rules.moves import LoanType, Want
from games.master_builder.rules.scenario import Contract, EventCard, Loan, Loans, Skill, Worker

LOAN_TYPES: Final[tuple[LoanType, LoanType]] = ("small", "large")

Phase = Literal["hire", "contracts", "events", "rent", "plan", "wages", "over"]


class Options(Value, frozen=True):
    """Switches of a match: the four variants, and who begins (None: drawn). Those that came later are unset where
    nothing was said of them: what was recorded before them has the same text, and so the same hash.
    """

    choose_worker: bool = False
    """For a fee one may look through a stack and take any worker of it."""
    selective_events: bool = False
    """Players hold events; the first player chooses which one happens."""
    rent_workers: bool = False
    """Players may rent workers to each other before they build."""
    extra_events: bool = False
    """Two events a round."""
    first_player: Annotated[int, Meta(ge=0, le=3)] | None = None
    refill_events: bool | UnsetType = UNSET
    """With events in the hand: is a played one replaced by a drawn one? Unset: yes, as in every match before this."""
    proposal: bool | UnsetType = UNSET
    """Who plans may ask for the best plan beforehand; what is built in such a round counts half as an own plan."""

    @property
    def refills(self) -> bool:
        """Is a played event replaced?"""
        return self.refill_events is not False


class Sheet(Value, frozen=True, cache_hash=True):
    """The scenario's part of the state, see `Scenario`. `first_reveal` contracts are revealed on top of the players'
    number; `reveals` are (economy card, contracts that it reveals).
    """

    rounds: int
    wage_limit: int
    draft: int
    goes: int
    first_reveal: int
    unsold_bonus: int
    unfinished_section: int
    look_fee: int
    loans: Loans
    contracts: tuple[Contract, ...]
    workers: tuple[Worker, ...]
    events: tuple[EventCard, ...]
    reveals: tuple[tuple[str, int], ...]

    def contract(self, number: int) -> Contract:
        """A contract by number."""
        return self.contracts[number - 1]

    def worker(self, id_: str) -> Worker:
        """A worker by id."""
        return _by_id(self.workers)[id_]

    def event(self, id_: str) -> EventCard:
        """An event card by id."""
        return next(card for card in self.events if card.id == id_)

    def loan(self, loan: LoanType) -> Loan:
        """The terms of a type of IOU."""
        return self.loans.small if loan == "small" else self.loans.large


class Pile(Value, frozen=True):
    """Cards on top of each other: `seen` on top, in order, known to some seat or to all; `unseen`, whose order has not
    been drawn yet, in the order of the scenario; and `back`, those that were put underneath.
    """

    seen: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    back: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.seen) + len(self.unseen) + len(self.back)


class Employee(Value, frozen=True):
    """A worker in a player's service. `down`: face down, does not work in this round."""

    worker: str
    wage: int
    down: bool = False


class Site(Value, frozen=True):
    """A contract that a player owns. Bit i of `standing` says that section i of the card is built."""

    contract: int
    standing: int = 0


class Firm(Value, frozen=True):
    """What a player has. `crew` is in the order of hiring, `sites` in the order of buying, `small` and `large` count
    open IOUs; `events` and `wishes` are for the player's own eyes.
    """

    cash: int
    crew: tuple[Employee, ...] = ()
    sites: tuple[Site, ...] = ()
    small: int = 0
    large: int = 0
    events: tuple[str, ...] = ()
    wishes: tuple[Want, ...] = ()

    @property
    def wages(self) -> int:
        """The sum of the wages, also where it is above what is ever due."""
        return sum(employee.wage for employee in self.crew)

    def open_loans(self, loan: LoanType) -> int:
        """How many IOUs of a type are open."""
        return self.small if loan == "small" else self.large


class Lot(Value, frozen=True):
    """A contract on offer. One that has `waited` a round already lies there with money on it."""

    contract: int
    waited: bool = False


class Auction(Value, frozen=True):
    """A contract under the hammer: `leader` has bid `price`, `asked` is next to raise or pass.

    `still` are the seats that have not passed, clockwise from the nominator. `limits` are by seat, 0 for none.
    """

    contract: int
    leader: Seat
    price: int
    still: tuple[Seat, ...]
    asked: Seat
    limits: tuple[int, ...]


class Hiring(Value, frozen=True):
    """Phase 1: the `go`th time round, the `at`th player in turn order (from 0). `looking`: the stack paid for."""

    go: int = 1
    at: int = 0
    looking: Skill | None = None


class Market(Value, frozen=True):
    """Phase 2. `number` is that of the auction that runs or comes next."""

    number: int = 1
    declined: tuple[Seat, ...] = ()
    auction: Auction | None = None

    @property
    def running(self) -> Auction:
        """The auction; only where it is sure that one runs."""
        return cast(Auction, self.auction)


class Fate(Value, frozen=True):
    """Phase 3: the `card`th event of the round ("": not turned yet), its op by index, the player as in `Hiring`."""

    card: int = 1
    event: str = ""
    from_hand: bool = False
    op: int = 0
    at: int = 0


class Talk(Value, frozen=True):
    """A worker of `owner` offered to `renter`: `by` named the standing price."""

    worker: str
    owner: Seat
    renter: Seat
    price: int
    by: Seat


class Talks(Value, frozen=True):
    """Rentals of phase 4: who has closed, what stands open, and (worker, renter) that came to nothing."""

    closed: tuple[Seat, ...] = ()
    open: tuple[Talk, ...] = ()
    failed: tuple[tuple[str, Seat], ...] = ()


class Rental(Value, frozen=True):
    """A worker of `owner` who works for `renter` in this round's construction."""

    worker: str
    owner: Seat
    renter: Seat


class State(Value, frozen=True, cache_hash=True):
    """Everything that decides how a match goes on."""

    sheet: Sheet
    options: Options
    round: int
    last_round: int
    phase: Phase
    first: Seat
    """The player with the mallet."""
    bank: int
    """What the bank has taken in, less what it has given out since the start."""
    firms: tuple[Firm, ...]
    stacks: tuple[Pile, ...]
    """By rank: apprentices first."""
    deck: tuple[int, ...]
    """Contracts that were never revealed, those left out of the match included."""
    deck_left: int
    """How many of them can still be revealed."""
    economy: tuple[str, ...]
    """Economy cards that were not turned."""
    events: Pile
    lots: tuple[Lot, ...]
    hiring: Hiring
    market: Market
    fate: Fate
    talks: Talks
    rentals: tuple[Rental, ...]
    plans: tuple[tuple[str, ...] | None, ...]
    """By seat, in phase "plan": the sections of a confirmed plan."""
    owing: tuple[Seat, ...]
    """In phase "wages": who has not paid yet, in turn order."""
    proposed: tuple[Seat, ...] | UnsetType = UNSET
    """In phase "plan": who has asked for the best plan, with the option `proposal`."""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.firms)

    @property
    def order(self) -> tuple[Seat, ...]:
        """Seats in turn order."""
        return turn_order(self.first, len(self.firms))


@lru_cache(8)
def _by_id(workers: tuple[Worker, ...]) -> Mapping[str, Worker]:
    return {worker.id: worker for worker in workers}


@lru_cache(16)
def turn_order(first: Seat, players: int) -> tuple[Seat, ...]:
    """Seats in turn order from the first player."""
    return tuple((first + ahead) % players for ahead in range(players))
