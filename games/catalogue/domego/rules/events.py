"""Events of a match. `turn` is the activity, `seat` the role concerned. Applied in order to the start money, they give
every purse, stock, token and counter: see `games.catalogue.domego.facts`.
"""

from typing import Literal

from games.catalogue.domego.rules.sheet import Goals, Op
from games.engine.types import Event


class ActivityBegun(Event, frozen=True):
    """An activity sheet is revealed: `added` cards come on top of its `slots`."""

    days: int
    slots: int
    added: int


class InstalmentPaid(Event, frozen=True):
    """Part `part` of `parts` of a staged price, from `seat`; `by_bank` of the amount is paid by the bank."""

    payee: int
    part: int
    parts: int
    amount: int
    by_bank: int


class Bought(Event, frozen=True):
    """Cubes taken at the special price. Money and stock are those afterwards."""

    quantity: int
    paid: int
    money: int
    stock: int


class Offered(Event, frozen=True):
    """`seat` offers a price; `before` is its earlier one."""

    payer: int
    payee: int
    price: int
    before: int | None
    note: str


class Agreed(Event, frozen=True):
    """`seat` accepts the other side's price."""

    payer: int
    payee: int
    price: int


class BrokenOff(Event, frozen=True):
    """`seat` ends a negotiation, or its deadline passes: payer and payee each take a failed-negotiation token."""

    payer: int
    payee: int


class ContractDrawn(Event, frozen=True):
    """The standard contract that decides a failed negotiation."""

    payer: int
    payee: int
    price: int
    which: Literal["low", "high"]


class ContractFixed(Event, frozen=True):
    """A contract that is not negotiated in this match."""

    payer: int
    payee: int
    price: int


class Paid(Event, frozen=True):
    """The price of a contract, from `seat`; `by_bank` of the amount is paid by the bank because the payer could not."""

    payee: int
    amount: int
    by_bank: int


class Bankrupt(Event, frozen=True):
    """`seat` loses its possessions and goes on as a new firm that holds `amount`. `payer` gives the amount, except
    `by_bank`, which the bank gives. The bank gives all of it if nobody engaged the role.
    """

    cause: Literal["required", "contract", "instalment", "card", "replacement"]
    lost_money: int
    lost_stock: int
    payer: int | None
    amount: int
    by_bank: int


class Placed(Event, frozen=True):
    """`seat` puts cubes on the sheet, which replace its earlier placement. They are paid when the activity resolves."""

    required: int
    cubes: int
    buy: int
    risk_tier: int
    delay_tier: int
    fewer_cards: int
    fewer_days: int


class Allocated(Event, frozen=True):
    """The placement of `seat`, paid after the last role has placed: `bought` cubes for `paid` k, `cubes` spent.
    `revealed` means that the other roles could not see it before.
    """

    required: int
    cubes: int
    bought: int
    paid: int
    risk_tier: int
    delay_tier: int
    fewer_cards: int
    fewer_days: int
    money: int
    stock: int
    revealed: bool = False


class CardsDue(Event, frozen=True):
    """The number of cards to draw: slots and added cards less the reductions."""

    slots: int
    added: int
    reduced: int
    cards: int


class CardDrawn(Event, frozen=True):
    """The `number`th card of this activity."""

    card: str
    number: int


class EffectApplied(Event, frozen=True):
    """An effect of a card drawn in activity `since`. `cubes` and `k` are given by `seat` (negative k is received).
    `bought` of the cubes cost the full price, `paid` k. `how` is `done`, `unpaid` (nothing is taken, bankruptcy
    follows) or `void` (the role is already bankrupt here).
    """

    card: str
    since: int
    op: Op
    amount: int
    how: Literal["done", "unpaid", "void"] = "done"
    cubes: int = 0
    bought: int = 0
    paid: int = 0
    k: int = 0


class EffectDeferred(Event, frozen=True):
    """An effect on a later activity. The cards of `risk` are added to that activity at once."""

    card: str
    op: Op
    amount: int
    activity: int


class ActivityEnded(Event, frozen=True):
    """The balance. Days are base less saved days plus those of cards, 0 at least. Cost is placed cubes plus cubes and k
    paid to risks.
    """

    base_days: int
    fewer_days: int
    card_days: int
    days: int
    placed: int
    card_cubes: int
    card_k: int
    cost: int
    cards: int
    before: Goals
    after: Goals


class GameEnded(Event, frozen=True):
    """The match ends with the last balance. Money and scores are by seat."""

    money: tuple[int, ...]
    scores: tuple[int, ...]


DomegoEvent = (
    ActivityBegun
    | InstalmentPaid
    | Bought
    | Offered
    | Agreed
    | BrokenOff
    | ContractDrawn
    | ContractFixed
    | Paid
    | Bankrupt
    | Placed
    | Allocated
    | CardsDue
    | CardDrawn
    | EffectApplied
    | EffectDeferred
    | ActivityEnded
    | GameEnded
)
