"""The moves with which a player answers a prompt. Money is in thousands of dollars."""

from typing import Annotated, Literal

from msgspec import Meta

from games.catalogue.master_builder.rules.scenario import CardId, Skill, WorkerId
from games.engine.types import Move, Value

Amount = Annotated[int, Meta(ge=0, le=1_000_000)]
Number = Annotated[int, Meta(ge=1, le=99)]
SeatIndex = Annotated[int, Meta(ge=0, le=3)]
LoanType = Literal["small", "large"]
Piece = Annotated[str, Meta(pattern=r"^[1-9][0-9]?/[a-z][a-z0-9_]{0,19}$", max_length=23)]
"""A section of a contract, for example `8/gable_1`."""


class Hire(Move, frozen=True):
    """Take the top worker of a stack."""

    skill: Skill


class Look(Move, frozen=True):
    """Pay the fee and see all workers of a stack, to take one of them."""

    skill: Skill


class Take(Move, frozen=True):
    """Take a worker of the stack whose fee was paid."""

    worker: WorkerId


class Fire(Move, frozen=True):
    """Fire one of the seat's workers."""

    worker: WorkerId


class Pass(Move, frozen=True):
    """In hiring: neither hire nor fire this time. In an auction: no longer bid for this contract."""


class Want(Value, frozen=True, omit_defaults=True):
    """A wish: hire a certain worker if on top, or the top one of a skill's stack; fire a certain worker; or pass."""

    do: Literal["hire", "fire", "pass"]
    worker: WorkerId | None = None
    skill: Skill | None = None


class Wish(Move, frozen=True):
    """Wishes for the seat's next turns to hire or fire: the first possible one is played, each once. The list replaces
    the earlier one; an empty list withdraws it.
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
    """Raise the bid. With a `limit` of the bid or more, later raises by one follow automatically up to it, then a pass.
    A limit below the bid means none.
    """

    bid: Amount
    limit: Amount = 0


class SetLimit(Move, frozen=True):
    """Raise by one automatically up to `limit` in this auction, then pass; 0 withdraws an earlier limit."""

    limit: Amount


class Buy(Move, frozen=True):
    """Take a contract at its minimum bid."""

    contract: Number


class PlayEvent(Move, frozen=True):
    """Play an event card from the hand."""

    event: CardId


class Choose(Move, frozen=True):
    """The workers whom an event affects, in the order of hiring: absent, dismissed, given a raise, or paid for."""

    workers: Annotated[tuple[WorkerId, ...], Meta(max_length=99)] = ()


class Offer(Move, frozen=True):
    """Offer one of the seat's workers to another player for this round's construction."""

    worker: WorkerId
    to: SeatIndex
    price: Amount


class Answer(Move, frozen=True):
    """Answer the current price for a worker whom `renter` could rent: accept it (`price` is the one shown), counter, or
    break off.
    """

    how: Literal["accept", "counter", "refuse"]
    worker: WorkerId
    renter: SeatIndex
    price: Amount = 0


class CloseTalks(Move, frozen=True):
    """Neither rent nor let any more workers in this round; open offers are refused."""


class Build(Move, frozen=True):
    """The sections to build in this round, by contract number and in the order of the card. The rules assign the
    workers so that least skill is wasted.
    """

    sections: Annotated[tuple[Piece, ...], Meta(max_length=99)] = ()


class Propose(Move, frozen=True):
    """Ask for the best plan before making a plan; only with the option `proposal`, once a round."""


class Borrow(Move, frozen=True):
    """Take an IOU for the wages that are due."""

    loan: LoanType


class Repay(Move, frozen=True):
    """Repay an IOU."""

    loan: LoanType


MasterBuilderMove = (
    Hire | Look | Take | Fire | Pass | Wish | Nominate | Decline | Raise | SetLimit | Buy | PlayEvent | Choose | Offer
    | Answer | CloseTalks | Build | Propose | Borrow | Repay
)  # fmt: skip
