"""Events of a match. `turn` is the round, `seat` the player concerned. Money is in thousands of dollars. Applied in
order they give every purse, crew, building and loan: see `games.catalogue.master_builder.facts`.
"""

from typing import Literal

from msgspec import UNSET, UnsetType

from games.catalogue.master_builder.rules.moves import LoanType, Want
from games.catalogue.master_builder.rules.scenario import Skill
from games.engine.types import Event

HowWon = Literal["auction", "last", "forced"]
WhyLeft = Literal["fired", "dismissed", "no_raise"]


class MatchBegun(Event, frozen=True):
    """The match begins with `seat`. `tops` are the workers on the stacks, apprentices first."""

    players: int
    cash: int
    contracts: int
    tops: tuple[str | None, ...]


class RoundBegun(Event, frozen=True):
    """A round begins; `seat` has the mallet and is the first player."""


class EventsDealt(Event, frozen=True):
    """Additional event cards in the hand of `seat`; only this seat sees the event."""

    events: tuple[str, ...]


class WishesLeft(Event, frozen=True):
    """The wishes of `seat` for its next turn to hire or fire; only this seat sees them."""

    wishes: tuple[Want, ...]


class StackPaid(Event, frozen=True):
    """`seat` pays to look through a stack of `workers`."""

    skill: Skill
    fee: int
    workers: int


class StackSeen(Event, frozen=True):
    """The workers of a stack from the top; only `seat` sees them."""

    skill: Skill
    workers: tuple[str, ...]


class Hired(Event, frozen=True):
    """`seat` hires a worker; its wages are now `wages`. `top` is the next worker on the stack."""

    worker: str
    wage: int
    wages: int
    top: str | None


class Left(Event, frozen=True):
    """A worker leaves and goes under the stack: fired, dismissed by an event, or refused a raise."""

    worker: str
    why: WhyLeft
    wages: int
    top: str | None


class HirePassed(Event, frozen=True):
    """`seat` neither hires nor fires this time; `forced` if nothing else was possible."""

    forced: bool = False


class EconomyTurned(Event, frozen=True):
    """The economy card of the round."""

    card: str
    reveal: int


class Revealed(Event, frozen=True):
    """New contracts on offer; `left` are in the deck."""

    contracts: tuple[int, ...]
    left: int


class Nominated(Event, frozen=True):
    """`seat` puts a contract up for auction with its opening bid."""

    contract: int
    bid: int


class LimitLeft(Event, frozen=True):
    """The limit up to which `seat` bids for a contract automatically; only this seat sees it."""

    contract: int
    limit: int


class Raised(Event, frozen=True):
    """`seat` raises the bid."""

    contract: int
    bid: int


class BidPassed(Event, frozen=True):
    """`seat` no longer bids for this contract."""

    contract: int


class Declined(Event, frozen=True):
    """`seat` nominates nothing more in this phase."""


class Won(Event, frozen=True):
    """`seat` gets a contract for `price`, with the `bonus` on its card. `how`: in an auction, as the last seat without
    a contract, or because everybody must have one.
    """

    contract: int
    price: int
    bonus: int
    how: HowWon


class Unsold(Event, frozen=True):
    """Nobody bought a contract: it remains with `bonus` on it, or is `gone`."""

    contract: int
    bonus: int
    gone: bool


class NoMoreContracts(Event, frozen=True):
    """Every contract is sold or gone; the match ends after round `last_round`."""

    last_round: int


class EventTurned(Event, frozen=True):
    """The `number`th event of the round, turned from the deck, or played by `seat` from the hand."""

    event: str
    number: int
    from_hand: bool = False


class MadeUnavailable(Event, frozen=True):
    """Workers of `seat` who do not work in this round. `chosen` means by their owner. `brought` is the event of the
    facilitator that caused it, unset for an event card.
    """

    workers: tuple[str, ...]
    chosen: bool
    brought: str | UnsetType = UNSET


class WagesRaised(Event, frozen=True):
    """Workers of `seat` whose wage rises permanently by `amount` each. `granted` means that they stay for it. `brought`
    is the event of the facilitator that caused it, unset for an event card.
    """

    workers: tuple[str, ...]
    amount: int
    wages: int
    granted: bool
    brought: str | UnsetType = UNSET


class PaidOff(Event, frozen=True):
    """`seat` pays `amount` in all for the work of these workers."""

    workers: tuple[str, ...]
    amount: int


class MoneyBrought(Event, frozen=True):
    """`seat` receives `amount` from the bank because of an `event` of the facilitator; it pays a negative amount."""

    event: str
    amount: int


class Offered(Event, frozen=True):
    """`seat` offers a price for a worker of `owner` who would work for `renter`. `first` means that it opens the
    negotiation.
    """

    worker: str
    owner: int
    renter: int
    price: int
    first: bool


class OfferRefused(Event, frozen=True):
    """A negotiation ends without a rental: `seat` breaks it off or closes its talks, or another player got the
    worker.
    """

    worker: str
    owner: int
    renter: int


class Rented(Event, frozen=True):
    """`seat` accepts the current price: the worker works for `renter` in this round, who pays `owner`."""

    worker: str
    owner: int
    renter: int
    price: int


class TalksClosed(Event, frozen=True):
    """`seat` neither lets nor rents any more workers in this round."""


class PlanConfirmed(Event, frozen=True):
    """`seat` has decided on its plan. `forced` if nothing could be built."""

    forced: bool = False


class PlanKept(Event, frozen=True):
    """The planned sections of `seat`; only this seat sees them."""

    sections: tuple[str, ...]


class ProposalAsked(Event, frozen=True):
    """`seat` has asked for the best plan before making its own; during planning only this seat sees it."""


class Work(Event, frozen=True):
    """`seat` builds a section of a contract with these workers."""

    contract: int
    section: str
    workers: tuple[str, ...]


class Idle(Event, frozen=True):
    """Available workers of `seat` who built nothing. Rented ones count for their renter."""

    workers: tuple[str, ...]


class Finished(Event, frozen=True):
    """`seat` finishes a contract, and the bank pays."""

    contract: int
    payment: int


class Borrowed(Event, frozen=True):
    """`seat` takes an IOU for its wages."""

    loan: LoanType
    amount: int


class Repaid(Event, frozen=True):
    """`seat` repays an IOU."""

    loan: LoanType
    amount: int
    late: bool


class WagesPaid(Event, frozen=True):
    """`seat` pays its crew `amount`, which is less than the wages if they exceed the limit."""

    amount: int
    cash: int


class MatchEnded(Event, frozen=True):
    """The end, by seat: cash, payments for unfinished contracts, the cost of open loans, and the score."""

    cash: tuple[int, ...]
    unfinished: tuple[int, ...]
    debts: tuple[int, ...]
    scores: tuple[int, ...]


MasterBuilderEvent = (
    MatchBegun | RoundBegun | EventsDealt | WishesLeft | StackPaid | StackSeen | Hired | Left | HirePassed
    | EconomyTurned | Revealed | Nominated | LimitLeft | Raised | BidPassed | Declined | Won | Unsold | NoMoreContracts
    | EventTurned | MadeUnavailable | WagesRaised | PaidOff | MoneyBrought | Offered | OfferRefused | Rented
    | TalksClosed | PlanConfirmed | PlanKept | ProposalAsked | Work | Idle | Finished | Borrowed | Repaid | WagesPaid
    | MatchEnded
)  # fmt: skip
