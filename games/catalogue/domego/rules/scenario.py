"""The format of a scenario file: one struct per JSON object. The game's README explains their meaning."""

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

from msgspec import Meta, field

from games.engine.fields import label
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

    en: Annotated[Paragraph, label("English")] = ""
    fr: Annotated[Paragraph, label("French")] = ""


NO_WORDS = Words()


class Targets(Value, frozen=True):
    """The project succeeds at or under these values."""

    cost: Annotated[Count, label("Cost at most", "Cubes placed and money lost to cards, of all roles together.", "k")]
    delay: Annotated[int, Meta(ge=0, le=99_999), label("Duration at most", "Base days and delays.", "days")]
    failures: Annotated[Count, label("Failures at most", "Risk cards drawn, good ones too.", "cards")]


class Prices(Value, frozen=True):
    """Prices of a cube in k: once as a special action, and at any time."""

    special_action: Annotated[Positive, label("A cube as a special action", "", "k")]
    any_time: Annotated[Positive, label("A cube at any time", "", "k")]


class Penalties(Value, frozen=True):
    """Points lost for a token."""

    bankruptcy: Annotated[Count, label("Going bankrupt", "", "points")]
    failed_negotiation: Annotated[Count, label("A negotiation without agreement", "Both sides lose them.", "points")]


class Replacement(Value, frozen=True):
    """The k that a payer gives to the replacement of a bankrupt firm, for the later activities."""

    per_required_resource: Annotated[Count, label("For each required cube", "", "k")]
    per_activity: Annotated[Count, label("For each activity", "", "k")]


class NegotiationMinutes(Value, frozen=True):
    """Time limits by the number of payees that a payer negotiates with in one activity."""

    one_payee: Annotated[Positive, label("With one firm", "", "min")]
    several_payees: Annotated[Positive, label("With several firms at once", "", "min")]


class ObjectiveText(Value, frozen=True, omit_defaults=True):
    """One objective: a metric, and exactly one of the four ways to get points for it."""

    metric: Annotated[
        Literal["delay", "cost", "failures", "delay_and_cost", "profit"],
        label(
            "Points for",
            names={
                "delay": "Duration",
                "cost": "Cost",
                "failures": "Failures",
                "delay_and_cost": "Duration and cost",
                "profit": "Profit",
            },
        ),
    ]
    per_unit_under_target: Annotated[Positive | None, label("For each unit under the target", "", "points")] = None
    flat_if_target_met: Annotated[Positive | None, label("If the target is met", "", "points")] = None
    flat_if_both_targets_met: Annotated[Positive | None, label("If both targets are met", "", "points")] = None
    points_per_k: Annotated[Positive | None, label("For each k of profit", "", "points")] = None
    baseline: Annotated[Money | None, label("Money that is no profit", "Empty: the money at the start.", "k")] = None


class RoleText(Value, frozen=True, omit_defaults=True):
    """An actor. `gender` is that of its French name; empty: masculine."""

    id: Annotated[Id, label("Short name in files")]
    name: Annotated[Words, label("Name")]
    start_money: Annotated[Money, label("Money at the start", "", "k")]
    engaged_by: Annotated[Id | None, label("Engaged by", "Nobody: the owner.", refers="roles")]
    objectives: Annotated[tuple[ObjectiveText, ...], Meta(max_length=8), label("Objectives")]
    short: Annotated[Words, label("Name on narrow screens")] = NO_WORDS
    letter: Annotated[Words, label("Letter of its mark")] = NO_WORDS
    purpose: Annotated[Words, label("Purpose of the role", "Two or three sentences on the role sheet.", long=True)] = (
        NO_WORDS
    )
    colour: Annotated[Line, label("Colour", "blue, green, yellow, black, red or purple.")] = ""
    gender: Annotated[
        Literal["", "m", "f"], label("Gender of its French name", names={"m": "masculine", "f": "feminine"})
    ] = ""


class ContractText(Value, frozen=True):
    """A standard contract, in k."""

    payer: Annotated[Id, label("Pays", refers="roles")]
    payee: Annotated[Id, label("Is paid", refers="roles")]
    low: Annotated[Money, label("Standard price from", "", "k")]
    high: Annotated[Money, label("Standard price to", "", "k")]

    @property
    def pair(self) -> str:
        """The contract's name, `payer>payee`."""
        return f"{self.payer}>{self.payee}"


Cubes = Annotated[Positive, label("Cubes", "", "cubes")]
RiskTier = tuple[Cubes, Annotated[Positive, label("Cards spared", "", "cards spared")]]
DelayTier = tuple[Cubes, Annotated[Positive, label("Days spared", "", "days spared")]]


class PartText(Value, frozen=True):
    """The possible placements of a role in an activity. Tiers are [cubes, gain], as totals."""

    role: Annotated[Id, label("Role", refers="roles")]
    required: Annotated[Count, label("Required", "", "cubes")]
    risk: Annotated[tuple[RiskTier, ...], Meta(max_length=20), label("Against risk")]
    delay: Annotated[tuple[DelayTier, ...], Meta(max_length=20), label("Against delay")]


class ActivityText(Value, frozen=True):
    """An activity. `special` lists "buy:ROLE" and "negotiate:PAYER>PAYEE"."""

    number: Annotated[Positive, label("Number")]
    name: Annotated[Words, label("Name")]
    base_days: Annotated[Count, label("Base duration", "", "days")]
    risk_slots: Annotated[int, Meta(ge=0, le=99), label("Risk slots", "", "cards")]
    participants: Annotated[tuple[PartText, ...], Meta(max_length=12), label("Roles that place cubes", by="role")]
    special: Annotated[
        tuple[Annotated[str, label("Action", refers="roles")], ...],
        Meta(max_length=40),
        label("Special actions", "Buying cubes at the special price, negotiating a contract."),
    ]
    summary: Annotated[Words, label("Summary", long=True)] = NO_WORDS


class EffectText(Value, frozen=True, omit_defaults=True):
    """An effect. The required fields depend on `op`; without `activity` it changes the card's own activity."""

    op: Annotated[
        Literal["resources", "money", "delay", "risk"],
        label(
            "Effect on", names={"resources": "Cubes", "money": "Money", "delay": "Duration", "risk": "Cards to draw"}
        ),
    ]
    role: Annotated[Id | None, label("Role", "For cubes and money.", refers="roles")] = None
    amount: Annotated[Signed | None, label("Cubes or k", "Cubes to give; k received, below 0: paid.")] = None
    days: Annotated[Signed | None, label("Days", "", "days")] = None
    cards: Annotated[Annotated[int, Meta(ge=-99, le=99)] | None, label("Cards", "", "cards")] = None
    activity: Annotated[Positive | None, label("Activity", "Empty: the card's own.", refers="activities")] = None


class CardText(Value, frozen=True):
    """A risk card of one activity."""

    id: Annotated[CardId, label("Card number")]
    activity: Annotated[Positive, label("Activity", refers="activities")]
    title: Annotated[Words, label("Title")]
    effects: Annotated[
        tuple[EffectText, ...], Meta(max_length=12), label("Effects", "Without any, the card is only a failure.")
    ]
    text: Annotated[Words, label("Text", long=True)] = NO_WORDS


class Scenario(Value, frozen=True):
    """A whole scenario file."""

    scenario: Id
    targets: Annotated[Targets, label("Targets")]
    prices: Annotated[Prices, label("Prices of cubes")]
    penalties: Annotated[Penalties, label("Points lost")]
    owner_subsidy: Annotated[Money, label("Help for a bankrupt owner", "Once; bankrupt again, it stays so.", "k")]
    replacement: Annotated[Replacement, label("Price of the replacement of a bankrupt firm")]
    negotiation_minutes: Annotated[NegotiationMinutes, label("Minutes of a negotiation")]
    roles: Annotated[tuple[RoleText, ...], Meta(min_length=1, max_length=12), label("Roles", by="id")]
    standard_contracts: Annotated[tuple[ContractText, ...], Meta(max_length=40), label("Contracts", by="payer payee")]
    activities: Annotated[tuple[ActivityText, ...], Meta(min_length=1, max_length=40), label("Activities", by="number")]
    risk_cards: Annotated[tuple[CardText, ...], Meta(max_length=999), label("Risk cards", by="id")]
    staged_payments: Annotated[
        dict[
            Annotated[str, label("Contract", refers="standard_contracts roles")],
            dict[
                Annotated[str, label("Activity", refers="activities")],
                Annotated[Percent, label("Share", "", "%")],
            ],
        ],
        label("Staged payments", "The share of its price that each contract is paid after an activity."),
    ] = field(default_factory=dict)
    format: Literal[1] = 1
    name: Annotated[Words, label("Name")] = NO_WORDS
    summary: Annotated[Words, label("Summary", long=True)] = NO_WORDS


COUNTS: Mapping[str, Callable[[Scenario], int]] = {
    "roles": lambda scenario: len(scenario.roles),
    "activities": lambda scenario: len(scenario.activities),
    "base_days": lambda scenario: sum(each.base_days for each in scenario.activities),
    "slots": lambda scenario: sum(each.risk_slots for each in scenario.activities),
    "required": lambda scenario: sum(part.required for each in scenario.activities for part in each.participants),
    "delay": lambda scenario: scenario.targets.delay,
    "cost": lambda scenario: scenario.targets.cost,
    "failures": lambda scenario: scenario.targets.failures,
}
"""Numbers of a project for texts: days, cubes, cards."""
