"""Facts of a match. `turn` is the round, `seat` the player it is about. Money is in thousands of dollars.

Applied in order they give every purse, crew, building and loan: see `games.master_builder.facts`.
"""

from typing import Literal

from games.engine.types import Event
from games.master_builder.rules.moves import LoanType, Want
from games.master_builder.rules.scenario import Skill

HowWon = Literal["auction", "last", "forced"]
WhyLeft = Literal["fired", "dismissed", "no_raise"]


class MatchBegun(Event, frozen=True):
    """`seat` begins. `tops` are the workers on the stacks, apprentices first."""

    players: int
    cash: int
    contracts: int
    tops: tuple[str | None, ...]


class RoundBegun(Event, frozen=True):
    """`seat` has the mallet."""


class EventsDealt(Event, frozen=True):
    """Event cards that `seat` now holds in addition; only this seat may know."""

    events: tuple[str, ...]


class WishesLeft(Event, frozen=True):
    """What `seat` wants done when its turn to hire or fire comes; only this seat may know."""

    wishes: tuple[Want, ...]


class StackPaid(Event, frozen=True):
    """`seat` pays to look through a stack of `workers`."""

    skill: Skill
    fee: int
    workers: int


class StackSeen(Event, frozen=True):
    """The workers of a stack from the top, as `seat` alone has seen them."""

    skill: Skill
    workers: tuple[str, ...]


class Hired(Event, frozen=True):
    """A worker enters the service of `seat`, whose wages are now `wages`. `top`: the next on the stack."""

    worker: str
    wage: int
    wages: int
    top: str | None


class Left(Event, frozen=True):
    """A worker leaves and goes under the stack: fired, dismissed by an event, or for want of a raise."""

    worker: str
    why: WhyLeft
    wages: int
    top: str | None


class HirePassed(Event, frozen=True):
    """`seat` neither hires nor fires this time; `forced` where nothing else was possible."""

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
    """How far `seat` wants to go for a contract without being asked; only this seat may know."""

    contract: int
    limit: int


class Raised(Event, frozen=True):
    """`seat` bids more."""

    contract: int
    bid: int


class BidPassed(Event, frozen=True):
    """`seat` no longer bids for this contract."""

    contract: int


class Declined(Event, frozen=True):
    """`seat` nominates nothing more in this phase."""


class Won(Event, frozen=True):
    """`seat` gets a contract for `price` and the `bonus` that lay on it: in an auction, as the last one without a
    contract, or because everybody must have one.
    """

    contract: int
    price: int
    bonus: int
    how: HowWon


class Unsold(Event, frozen=True):
    """Nobody bought a contract: it stays with `bonus` on it, or `gone`."""

    contract: int
    bonus: int
    gone: bool


class NoMoreContracts(Event, frozen=True):
    """Every contract is sold or gone; the match ends after round `last_round`."""

    last_round: int


class EventTurned(Event, frozen=True):
    """The `number`th event of the round, turned or, from the hand, played by `seat`."""

    event: str
    number: int
    from_hand: bool = False


class MadeUnavailable(Event, frozen=True):
    """Workers of `seat` who do not work in this round. `chosen`: by the owner."""

    workers: tuple[str, ...]
    chosen: bool


class WagesRaised(Event, frozen=True):
    """Workers of `seat` whose wage rises for good by `amount` each. `granted`: so that they stay."""

    workers: tuple[str, ...]
    amount: int
    wages: int
    granted: bool


class PaidOff(Event, frozen=True):
    """`seat` pays `amount` in all so that these workers work."""

    workers: tuple[str, ...]
    amount: int


class Offered(Event, frozen=True):
    """`seat` names a price for a worker of `owner` who would work for `renter`. `first`: it opens the talk."""

    worker: str
    owner: int
    renter: int
    price: int
    first: bool


class OfferRefused(Event, frozen=True):
    """`seat` breaks a talk off, or closing its talks did, or somebody else got the worker."""

    worker: str
    owner: int
    renter: int


class Rented(Event, frozen=True):
    """`seat` takes the standing price: the worker works for `renter` in this round, who pays `owner`."""

    worker: str
    owner: int
    renter: int
    price: int


class TalksClosed(Event, frozen=True):
    """`seat` neither lets nor rents any more in this round."""


class PlanConfirmed(Event, frozen=True):
    """`seat` has decided what to build. `forced` where nothing could be built."""

    forced: bool = False


class PlanKept(Event, frozen=True):
    """The sections that `seat` alone knows it will build."""

    sections: tuple[str, ...]


class ProposalAsked(Event, frozen=True):
    """`seat` has asked for the best plan before making its own; only this seat may know while it plans."""


class Work(Event, frozen=True):
    """`seat` builds a section of a contract with these workers."""

    contract: int
    section: str
    workers: tuple[str, ...]


class Idle(Event, frozen=True):
    """Workers of `seat` who were free to work and built nothing. Rented ones are their renter's."""

    workers: tuple[str, ...]


class Finished(Event, frozen=True):
    """A contract of `seat` is fulfilled: the bank pays."""

    contract: int
    payment: int


class Borrowed(Event, frozen=True):
    """`seat` takes an IOU towards its wages."""

    loan: LoanType
    amount: int


class Repaid(Event, frozen=True):
    """`seat` gives an IOU back."""

    loan: LoanType
    amount: int
    late: bool


class WagesPaid(Event, frozen=True):
    """`seat` pays its crew `amount`, which may be less than the wages where these are over the limit."""

    amount: int
    cash: int


class MatchEnded(Event, frozen=True):
    """By seat: cash, what unfinished contracts still bring, what open loans cost, and the score."""

    cash: tuple[int, ...]
    unfinished: tuple[int, ...]
    debts: tuple[int, ...]
    scores: tuple[int, ...]


MasterBuilderEvent = (
    MatchBegun | RoundBegun | EventsDealt | WishesLeft | StackPaid | StackSeen | Hired | Left | HirePassed
    | EconomyTurned | Revealed | Nominated | LimitLeft | Raised | BidPassed | Declined | Won | Unsold | NoMoreContracts
    | EventTurned | MadeUnavailable | WagesRaised | PaidOff | Offered | OfferRefused | Rented | TalksClosed
    | PlanConfirmed | PlanKept | ProposalAsked | Work | Idle | Finished | Borrowed | Repaid | WagesPaid | MatchEnded
)  # fmt: skip
