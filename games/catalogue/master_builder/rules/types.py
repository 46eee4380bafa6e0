"""The state of a match, and its options. Money is in thousands of dollars."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Final, Literal, cast

from msgspec import UNSET, Meta, UnsetType

from games.catalogue.master_builder.rules.moves import LoanType, Want
from games.catalogue.master_builder.rules.scenario import Contract, EventCard, Loan, Loans, Skill, Worker
from games.engine.types import Seat, Value

LOAN_TYPES: Final[tuple[LoanType, LoanType]] = ("small", "large")

Phase = Literal["hire", "contracts", "events", "rent", "plan", "wages", "over"]


class Options(Value, frozen=True):
    """Switches of a match: the four variants, and the first player (None: drawn). Switches that were added later may be
    unset, so that older matches keep the same text and hash.
    """

    choose_worker: bool = False
    """For a fee, a player may look through a stack and take any worker of it."""
    selective_events: bool = False
    """Players hold events; the first player chooses which one happens."""
    rent_workers: bool = False
    """Players may rent workers to each other before they build."""
    extra_events: bool = False
    """Two events a round."""
    first_player: Annotated[int, Meta(ge=0, le=3)] | None = None
    refill_events: bool | UnsetType = UNSET
    """With events in the hand: True if a played card is replaced by a drawn one. Unset means True, as in older
    matches.
    """
    proposal: bool | UnsetType = UNSET
    """A player may ask for the best plan before planning. Sections built in such a round count half in the plan
    quality.
    """

    @property
    def refills(self) -> bool:
        """True if a played event card is replaced."""
        return self.refill_events is not False


class Sheet(Value, frozen=True, cache_hash=True):
    """The scenario's part of the state, see `Scenario`. `first_reveal` contracts are revealed on top of the number of
    players; `reveals` are pairs (economy card, contracts that it reveals).
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
    """A pile of cards: `seen` on top, in order, known to some seat or to all. `unseen` cards have no drawn order yet
    and are in the order of the scenario. `back` are those put underneath.
    """

    seen: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    back: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.seen) + len(self.unseen) + len(self.back)


class Employee(Value, frozen=True):
    """A worker of a player. `down` means face down: the worker does not work in this round."""

    worker: str
    wage: int
    down: bool = False


class Site(Value, frozen=True):
    """A contract that a player owns. Bit i of `standing` means that section i of the card is built."""

    contract: int
    standing: int = 0


class Firm(Value, frozen=True):
    """The possessions of a player. `crew` is in the order of hiring, `sites` in the order of buying; `small` and
    `large` count open IOUs. Only the player sees `events` and `wishes`.
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
        """The sum of the wages, even above the limit that is paid."""
        return sum(employee.wage for employee in self.crew)

    def open_loans(self, loan: LoanType) -> int:
        """The number of open IOUs of a type."""
        return self.small if loan == "small" else self.large


class Lot(Value, frozen=True):
    """A contract on offer. `waited` means that it was unsold in the last round and has a bonus."""

    contract: int
    waited: bool = False


class Auction(Value, frozen=True):
    """An auction: `leader` has bid `price`, `asked` is next to raise or pass. `still` are the seats that have not
    passed, clockwise from the nominator. `limits` are by seat, 0 for none.
    """

    contract: int
    leader: Seat
    price: int
    still: tuple[Seat, ...]
    asked: Seat
    limits: tuple[int, ...]


class Hiring(Value, frozen=True):
    """Phase 1: turn number `go` of each player, and the player at index `at` of the turn order (from 0). `looking` is
    the paid stack.
    """

    go: int = 1
    at: int = 0
    looking: Skill | None = None


class Market(Value, frozen=True):
    """Phase 2. `number` is that of the current or the next auction."""

    number: int = 1
    declined: tuple[Seat, ...] = ()
    auction: Auction | None = None

    @property
    def running(self) -> Auction:
        """The current auction; call it only while one is running."""
        return cast(Auction, self.auction)


class Fate(Value, frozen=True):
    """Phase 3: the `card`th event of the round ("": not turned yet), the index of its op, and the player as in
    `Hiring`.
    """

    card: int = 1
    event: str = ""
    from_hand: bool = False
    op: int = 0
    at: int = 0


class Talk(Value, frozen=True):
    """An offer of a worker of `owner` to `renter`; `by` made the current price."""

    worker: str
    owner: Seat
    renter: Seat
    price: int
    by: Seat


class Talks(Value, frozen=True):
    """The rentals of phase 4: seats that have closed, open negotiations, and failed pairs (worker, renter)."""

    closed: tuple[Seat, ...] = ()
    open: tuple[Talk, ...] = ()
    failed: tuple[tuple[str, Seat], ...] = ()


class Rental(Value, frozen=True):
    """A worker of `owner` who works for `renter` in this round's construction."""

    worker: str
    owner: Seat
    renter: Seat


class State(Value, frozen=True, cache_hash=True):
    """The complete state of a match."""

    sheet: Sheet
    options: Options
    round: int
    last_round: int
    phase: Phase
    first: Seat
    """The player with the mallet."""
    bank: int
    """The bank's receipts less its payments since the start."""
    firms: tuple[Firm, ...]
    stacks: tuple[Pile, ...]
    """The stacks of workers by rank, apprentices first."""
    deck: tuple[int, ...]
    """The contracts that were never revealed, including those left out of the match."""
    deck_left: int
    """The number of contracts of the deck that can still be revealed."""
    economy: tuple[str, ...]
    """The economy cards that were not turned."""
    events: Pile
    lots: tuple[Lot, ...]
    hiring: Hiring
    market: Market
    fate: Fate
    talks: Talks
    rentals: tuple[Rental, ...]
    plans: tuple[tuple[str, ...] | None, ...]
    """In phase "plan": the sections of the confirmed plans, by seat."""
    owing: tuple[Seat, ...]
    """In phase "wages": the seats that have not paid yet, in turn order."""
    proposed: tuple[Seat, ...] | UnsetType = UNSET
    """In phase "plan", with the option `proposal`: the seats that have asked for the best plan."""

    @property
    def players(self) -> int:
        """The number of players."""
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
