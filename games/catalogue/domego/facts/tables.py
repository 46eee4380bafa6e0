"""Tables of a debrief: frozen values that survive JSON. Money in k, time in days, moments in ISO 8601."""

from typing import Literal

from games.catalogue.domego.rules.scoring import Points
from games.catalogue.domego.rules.sheet import Goals, Op
from games.engine.types import Target, Value


class OfferMade(Value, frozen=True):
    """A price named in a negotiation."""

    seat: int
    price: int
    note: str
    at: str
    by: str


class Instalment(Value, frozen=True):
    """A part of a staged price. The bank pays `by_bank` of it, which the payer lacked."""

    activity: int
    amount: int
    by_bank: int
    at: str


class ContractMade(Value, frozen=True):
    """The way in which a contract came about, compared with its standard range."""

    payer: int
    payee: int
    low: int
    high: int
    activity: int
    how: Literal["open", "agreed", "drawn", "fixed"]
    price: int | None = None
    paid: int = 0
    by_bank: int = 0
    settled_by: int | None = None
    """The seat that accepted or broke off."""
    by: str = ""
    """The author of that seat's move: player, bot, deadline and so on."""
    at: str = ""
    offers: tuple[OfferMade, ...] = ()
    instalments: tuple[Instalment, ...] = ()


class CardEffect(Value, frozen=True):
    """The effect of a card now, or later if `activity` is later than the one in which it was drawn."""

    op: Op
    amount: int
    activity: int
    seat: int | None
    how: Literal["done", "unpaid", "void", "deferred"]
    cubes: int = 0
    bought: int = 0
    paid: int = 0
    k: int = 0


class CardSeen(Value, frozen=True):
    """A card with its effects in this activity. `since` is the activity in which it was drawn."""

    card: str
    since: int
    effects: tuple[CardEffect, ...] = ()


class RoleTurn(Value, frozen=True):
    """A role in an activity. Money, stock and tokens are those when the activity ended."""

    seat: int
    money: int
    stock: int
    bought_low: int = 0
    takes_part: bool = False
    required: int = 0
    placed: int = 0
    risk_tier: int = 0
    delay_tier: int = 0
    fewer_cards: int = 0
    fewer_days: int = 0
    bought_high: int = 0
    forced: int = 0
    """Cubes bought at the full price to pay for risks."""
    risk_cubes: int = 0
    risk_k: int = 0
    received_k: int = 0
    bankruptcies: int = 0
    placements: int = 0
    """The number of placements; more than one if the role changed its mind."""
    placed_at: str = ""
    placed_by: str = ""


class ActivityPlayed(Value, frozen=True):
    """An activity compared with its sheet. `plan` is the project so far with base days, required cubes and no cards
    drawn.
    """

    number: int
    base_days: int
    slots: int
    added: int
    begun_at: str
    ended_at: str
    fewer_cards: int
    cards: int
    fewer_days: int
    card_days: int
    days: int
    required: int
    placed: int
    risk_cubes: int
    risk_k: int
    cost: int
    before: Goals
    after: Goals
    plan: Goals
    roles: tuple[RoleTurn, ...]
    drawn: tuple[CardSeen, ...]
    due: tuple[CardSeen, ...]
    """Effects of earlier cards that were waiting for this activity."""
    brought: tuple[CardSeen, ...] = ()
    """The facilitator's events, with those effects of earlier ones that were waiting for this activity."""


class BankruptcySeen(Value, frozen=True):
    """A bankruptcy token and its cause. `card` is the risk card that caused it, if any."""

    activity: int
    seat: int
    cause: Literal["required", "contract", "instalment", "card", "replacement"]
    card: str
    lost_money: int
    lost_stock: int
    payer: int | None
    amount: int
    by_bank: int
    at: str


class RoleResult(Value, frozen=True):
    """A role over the whole match. `points` are those of the end, or of the moment while the match runs."""

    seat: int
    id: str
    start_money: int
    money: int
    stock: int
    bought_low: int
    bought_high: int
    forced: int
    required: int
    placed: int
    risk_cubes: int
    risk_k: int
    contract_paid: int
    contract_received: int
    bankruptcies: int
    failed: int
    points: Points
    place: int


class Facts(Value, frozen=True):
    """The whole debrief. Activities are those that have ended."""

    finished: bool
    reached: Goals
    targets: tuple[Target, ...]
    activities: tuple[ActivityPlayed, ...]
    contracts: tuple[ContractMade, ...]
    bankruptcies: tuple[BankruptcySeen, ...]
    roles: tuple[RoleResult, ...]
