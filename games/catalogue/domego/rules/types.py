"""The state of a match, and its options."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from games.catalogue.domego.rules.moves import Allocate
from games.catalogue.domego.rules.sheet import Decks, Op, Sheet
from games.engine.types import Value


class Options(Value, frozen=True):
    """Switches of a match. `fixed_contracts` are "payer>payee" pairs that are not negotiated."""

    payments: Literal["upfront", "staged"] = "upfront"
    hidden_allocations: bool = False
    fixed_contracts: Annotated[tuple[str, ...], Meta(max_length=100)] = ()
    price_cap_percent: Annotated[int, Meta(ge=100, le=1000)] | None = None
    """The highest price, in percent of the contract's `high`."""
    price_floor_percent: Annotated[int, Meta(ge=0, le=100)] | None | UnsetType = UNSET
    """The lowest price, in percent of the contract's `low`. If unset, it is not stored, so that states of older matches
    remain identical.
    """
    negotiation_minutes: Annotated[int, Meta(ge=1, le=1440)] | None = None
    """Time limits that replace those of the scenario."""


class Firm(Value, frozen=True):
    """The possessions of a role, and its tokens."""

    money: int
    stock: int = 0
    bankruptcies: int = 0
    failed: int = 0


class Talk(Value, frozen=True):
    """A negotiation of the current activity. `price` and `how` are set when it is settled."""

    contract: int
    payer_offer: int | None = None
    payee_offer: int | None = None
    payer_offers: int = 0
    payee_offers: int = 0
    last: int | None = None
    """The seat that offered last."""
    price: int | None = None
    how: Literal["open", "agreed", "drawn", "fixed"] = "open"


class Waiting(Value, frozen=True):
    """An effect of a drawn card that works on a later activity."""

    card: str
    since: int
    op: Op
    amount: int
    activity: int
    role: int | None = None


Phase = Literal["special", "allocation", "over"]


class State(Value, frozen=True):
    """The complete state of a match. `firms` are as before the placements of the current activity."""

    sheet: Sheet
    decks: Decks
    options: Options
    turn: int
    """Number of the current activity; the last one when the match is over."""
    phase: Phase
    delay: int
    cost: int
    failures: int
    firms: tuple[Firm, ...]
    buyers: tuple[int, ...]
    """The roles with a pending purchase at the special price in this activity."""
    talks: tuple[Talk, ...]
    placed: tuple[Allocate | None, ...]
    """The placements, by line of the current activity sheet."""
    bankrupt: tuple[bool, ...]
    """By role: True if it went bankrupt in the current activity."""
    added: tuple[int, ...]
    """Cards added (negative: removed) by earlier cards, by activity."""
    waiting: tuple[Waiting, ...]
    prices: tuple[int | None, ...]
    """The settled prices, by contract; None before."""
    drawn: tuple[tuple[str, ...], ...]
    """The ids of the cards drawn, in order, by activity played."""
