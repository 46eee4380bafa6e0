"""What a player can answer to a prompt. Money is in thousands of dollars."""

from typing import Annotated, Literal

from msgspec import Meta

from games.engine.types import Move, Value
from games.master_builder.rules.scenario import CardId, Skill, WorkerId

Amount = Annotated[int, Meta(ge=0, le=1_000_000)]
Number = Annotated[int, Meta(ge=1, le=99)]
SeatIndex = Annotated[int, Meta(ge=0, le=3)]
LoanType = Literal["small", "large"]
Piece = Annotated[str, Meta(pattern=r"^[1-9][0-9]?/[a-z][a-z0-9_]{0,19}$", max_length=23)]
"""A section of a contract: `8/gable_1`."""


class Hire(Move, frozen=True):
    """Take the top worker of a stack."""

    skill: Skill


class Look(Move, frozen=True):
    """Pay the fee and see all workers of a stack, to take one of them."""

    skill: Skill


class Take(Move, frozen=True):
    """Take a worker of the stack that was paid for."""

    worker: WorkerId


class Fire(Move, frozen=True):
    """Send one of the own workers away."""

    worker: WorkerId


class Pass(Move, frozen=True):
    """Neither hire nor fire this time; in an auction: no longer bid for this contract."""


class Want(Value, frozen=True, omit_defaults=True):
    """A wish: hire a certain worker if on top, or the top one of a skill's stack; fire a certain worker; or pass."""

    do: Literal["hire", "fire", "pass"]
    worker: WorkerId | None = None
    skill: Skill | None = None


class Wish(Move, frozen=True):
    """What to do when the own turn to hire or fire comes: the first of these that is possible, each once. Replaces the
    list left before; an empty one takes it back.
    """

    wishes: Annotated[tuple[Want, ...], Meta(max_length=12)] = ()


class Nominate(Move, frozen=True):
    """Put a contract up for auction with an opening bid. For the `limit` see `Raise`."""

    contract: Number
    bid: Amount
    limit: Amount = 0


class Decline(Move, frozen=True):
    """Nominate no contract in this phase."""


class Raise(Move, frozen=True):
    """Bid more. With a `limit` of the bid or more, goes on raising up to it by ones without being asked, and passes
    beyond; a limit below the bid means none.
    """

    bid: Amount
    limit: Amount = 0


class SetLimit(Move, frozen=True):
    """Raise by ones up to `limit` whenever asked in this auction, and pass beyond; 0 takes an earlier limit back."""

    limit: Amount


class Buy(Move, frozen=True):
    """Take a contract at its minimum bid."""

    contract: Number


class PlayEvent(Move, frozen=True):
    """Play an event card from the hand."""

    event: CardId


class Choose(Move, frozen=True):
    """The workers whom an event is to touch: who stays away, who is dismissed, who gets the raise, who is paid for.

    In the order in which they were hired.
    """

    workers: Annotated[tuple[WorkerId, ...], Meta(max_length=99)] = ()


class Offer(Move, frozen=True):
    """Offer an own worker to another player for this round's construction."""

    worker: WorkerId
    to: SeatIndex
    price: Amount


class Answer(Move, frozen=True):
    """Reply to the standing price for a worker whom `renter` could rent: take it (`price` is the one that was seen),
    name another, or break off.
    """

    how: Literal["accept", "counter", "refuse"]
    worker: WorkerId
    renter: SeatIndex
    price: Amount = 0


class CloseTalks(Move, frozen=True):
    """Neither rent nor let any more workers in this round; what stands open is refused."""


class Build(Move, frozen=True):
    """The sections to build in this round, by contract number and in the order of the card.

    Who works on which is worked out so that least skill is wasted.
    """

    sections: Annotated[tuple[Piece, ...], Meta(max_length=99)] = ()


class Propose(Move, frozen=True):
    """Ask for the best plan before making one's own; only with the option `proposal`, once a round."""


class Borrow(Move, frozen=True):
    """Take an IOU towards the wages that are due."""

    loan: LoanType


class Repay(Move, frozen=True):
    """Give an IOU back."""

    loan: LoanType


MasterBuilderMove = (
    Hire | Look | Take | Fire | Pass | Wish | Nominate | Decline | Raise | SetLimit | Buy | PlayEvent | Choose | Offer
    | Answer | CloseTalks | Build | Propose | Borrow | Repay
)  # fmt: skip
