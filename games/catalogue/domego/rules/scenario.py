"""The format of a scenario file: one struct per JSON object. The game's README explains their meaning."""

from typing import Annotated, Literal

from msgspec import Meta, field

from games.engine.types import Value

Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_-]{0,23}$")]
CardId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,24}$")]
Count = Annotated[int, Meta(ge=0, le=999)]
Positive = Annotated[int, Meta(ge=1, le=999)]
Signed = Annotated[int, Meta(ge=-999, le=999)]
Money = Annotated[int, Meta(ge=0, le=100_000)]
Percent = Annotated[int, Meta(ge=1, le=100)]
Line = Annotated[str, Meta(max_length=120)]
Paragraph = Annotated[str, Meta(max_length=2000)]


class Words(Value, frozen=True):
    """A text in the languages of the site; empty if there is none."""

    en: Paragraph = ""
    fr: Paragraph = ""


NO_WORDS = Words()


class Targets(Value, frozen=True):
    """The project succeeds at or under these values."""

    cost: Count
    delay: Annotated[int, Meta(ge=0, le=99_999)]
    failures: Count


class Prices(Value, frozen=True):
    """Prices of a cube in k: once as a special action, and at any time."""

    special_action: Positive
    any_time: Positive


class Penalties(Value, frozen=True):
    """Points lost for a token."""

    bankruptcy: Count
    failed_negotiation: Count


class Replacement(Value, frozen=True):
    """The k that a payer gives to the replacement of a bankrupt firm, for the later activities."""

    per_required_resource: Count
    per_activity: Count


class NegotiationMinutes(Value, frozen=True):
    """Time limits by the number of payees that a payer negotiates with in one activity."""

    one_payee: Positive
    several_payees: Positive


class ObjectiveText(Value, frozen=True, omit_defaults=True):
    """One objective: a metric, and exactly one of the four ways to get points for it."""

    metric: Literal["delay", "cost", "failures", "delay_and_cost", "profit"]
    per_unit_under_target: Positive | None = None
    flat_if_target_met: Positive | None = None
    flat_if_both_targets_met: Positive | None = None
    points_per_k: Positive | None = None
    baseline: Money | None = None


class RoleText(Value, frozen=True, omit_defaults=True):
    """An actor. `gender` is that of its French name; empty: masculine."""

    id: Id
    name: Words
    start_money: Money
    engaged_by: Id | None
    objectives: Annotated[tuple[ObjectiveText, ...], Meta(max_length=8)]
    short: Words = NO_WORDS
    letter: Words = NO_WORDS
    purpose: Words = NO_WORDS
    colour: Line = ""
    gender: Literal["", "m", "f"] = ""


class ContractText(Value, frozen=True):
    """A standard contract, in k."""

    payer: Id
    payee: Id
    low: Money
    high: Money

    @property
    def pair(self) -> str:
        """The contract's name, `payer>payee`."""
        return f"{self.payer}>{self.payee}"


TierText = tuple[Positive, Positive]


class PartText(Value, frozen=True):
    """The possible placements of a role in an activity. Tiers are [cubes, gain], as totals."""

    role: Id
    required: Count
    risk: Annotated[tuple[TierText, ...], Meta(max_length=20)]
    delay: Annotated[tuple[TierText, ...], Meta(max_length=20)]


class ActivityText(Value, frozen=True):
    """An activity. `special` lists "buy:ROLE" and "negotiate:PAYER>PAYEE"."""

    number: Positive
    name: Words
    base_days: Count
    risk_slots: Annotated[int, Meta(ge=0, le=99)]
    participants: Annotated[tuple[PartText, ...], Meta(max_length=12)]
    special: Annotated[tuple[str, ...], Meta(max_length=40)]
    summary: Words = NO_WORDS


class EffectText(Value, frozen=True, omit_defaults=True):
    """An effect. The required fields depend on `op`; without `activity` it changes the card's own activity."""

    op: Literal["resources", "money", "delay", "risk"]
    role: Id | None = None
    amount: Signed | None = None
    days: Signed | None = None
    cards: Annotated[int, Meta(ge=-99, le=99)] | None = None
    activity: Positive | None = None


class CardText(Value, frozen=True):
    """A risk card of one activity."""

    id: CardId
    activity: Positive
    title: Words
    effects: Annotated[tuple[EffectText, ...], Meta(max_length=12)]
    text: Words = NO_WORDS


class Scenario(Value, frozen=True):
    """A whole scenario file."""

    scenario: Id
    targets: Targets
    prices: Prices
    penalties: Penalties
    owner_subsidy: Money
    replacement: Replacement
    negotiation_minutes: NegotiationMinutes
    roles: Annotated[tuple[RoleText, ...], Meta(min_length=1, max_length=12)]
    standard_contracts: Annotated[tuple[ContractText, ...], Meta(max_length=40)]
    activities: Annotated[tuple[ActivityText, ...], Meta(min_length=1, max_length=40)]
    risk_cards: Annotated[tuple[CardText, ...], Meta(max_length=999)]
    staged_payments: dict[str, dict[str, Percent]] = field(default_factory=dict)
    format: Literal[1] = 1
    name: Words = NO_WORDS
    summary: Words = NO_WORDS
