"""The moves with which a role answers a prompt. Amounts are in k, quantities in cubes."""

from typing import Annotated

from msgspec import Meta

from games.engine.types import Move, Text

Amount = Annotated[int, Meta(ge=0, le=1_000_000)]
Tier = Annotated[int, Meta(ge=0, le=20)]


class Buy(Move, frozen=True):
    """Take cubes at the special price, once in the game."""

    quantity: Amount


class Offer(Move, frozen=True):
    """Offer a price, which replaces this side's earlier one."""

    price: Amount
    note: Text = ""


class Accept(Move, frozen=True):
    """Accept the other side's current offer; `price` is the one that was shown."""

    price: Amount


class BreakOff(Move, frozen=True):
    """End a negotiation without a price."""


class Allocate(Move, frozen=True):
    """Place the required cubes and up to two tiers, after buying cubes at the full price. Tier 0 is none, 1
    the first.
    """

    buy: Amount = 0
    risk_tier: Tier = 0
    delay_tier: Tier = 0


DomegoMove = Buy | Offer | Accept | BreakOff | Allocate
