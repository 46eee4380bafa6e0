"""The format of a scenario file: contracts, workers, cards and amounts. Money is in whole thousands of dollars."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Literal

from msgspec import Meta

from games.engine import codec
from games.engine.errors import Fault, fault, refuse
from games.engine.fields import label
from games.engine.types import Text, Value

Skill = Literal["A", "T", "F", "M"]
"""The skills by rank: apprentice, tradesman, foreman, master craftsman."""
SKILLS: tuple[Skill, ...] = ("A", "T", "F", "M")
SkillChoice = Annotated[
    Skill, label("Skill", names={"A": "apprentice", "T": "tradesman", "F": "foreman", "M": "master craftsman"})
]
"""A skill in a list of a scenario."""
Quirk = Literal["S", "D", "W", "N", "H"]
"""The quirks: sensitive, deceitful, weak, negligent, hot-headed."""
QuirkChoice = Annotated[
    Quirk,
    label("Quirk", names={"S": "sensitive", "D": "deceitful", "W": "weak", "N": "negligent", "H": "hot-headed"}),
]
"""A quirk in a list of a scenario."""
Part = Literal["side", "gable", "roof", "core", "face", "back"]

Money = Annotated[int, Meta(ge=0, le=10_000)]
Few = Annotated[int, Meta(ge=0, le=20)]
Key = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}$", max_length=40)]
SectionId = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,19}$", max_length=20)]
WorkerId = Annotated[str, Meta(pattern=r"^[ATFM][1-9][0-9]?$", max_length=3)]
"""An id that begins with the letter of the worker's skill."""
CardId = Annotated[str, Meta(pattern=r"^[A-Z][0-9]{1,3}$", max_length=4)]
CARD_ID = label("Card", "A capital letter and a number.")
CARD_NAME = label("Name", "The game knows its own cards. Another name is shown as it is: new_bridge as “New bridge”.")


class Section(Value, frozen=True, omit_defaults=True):
    """A section of a building: one or two workers, each of at least the required skill. `wall` is for city walls
    only.
    """

    id: Annotated[SectionId, label("Short name in files", "Such as side_1; each once in a contract.")]
    part: Annotated[
        Part,
        label(
            "Type of section",
            names={
                "side": "side wall",
                "gable": "gable",
                "roof": "roof",
                "core": "core of a wall",
                "face": "face of a wall",
                "back": "back of a wall",
            },
        ),
    ]
    needs: Annotated[
        tuple[SkillChoice, ...],
        Meta(min_length=1, max_length=2),
        label("Workers needed", "One or two, each of at least this skill."),
    ]
    wall: Annotated[int, Meta(ge=0, le=9), label("Number of the wall", "Of a city wall; 0 for a building.")] = 0


class Contract(Value, frozen=True, cache_hash=True):
    """A contract card. `category` is for pictures only."""

    number: Annotated[int, Meta(ge=1, le=99), label("Number")]
    key: Annotated[Key, CARD_NAME]
    kind: Annotated[Literal["building", "wall"], label("Kind", names={"building": "building", "wall": "city wall"})]
    category: Annotated[Key, label("Picture", "For a new name: city_wall, gate, house, tower or town_hall.")]
    payment: Annotated[Money, label("Payment", "Once all sections stand.", "k")]
    min_bid: Annotated[int, Meta(ge=1, le=10_000), label("Minimum bid", "", "k")]
    sections: Annotated[tuple[Section, ...], Meta(min_length=2, max_length=9), label("Sections", by="id")]


class Worker(Value, frozen=True, cache_hash=True):
    """A worker card."""

    id: Annotated[
        WorkerId,
        label("Card", "A letter and a number. A: apprentice, T: tradesman, F: foreman, M: master craftsman."),
    ]
    name: Annotated[Text, label("Name")]
    wage: Annotated[int, Meta(ge=1, le=100), label("Wage", "", "k a round")]
    quirks: Annotated[tuple[QuirkChoice, ...], Meta(max_length=5), label("Quirks")]

    @property
    def skill(self) -> Skill:
        """The worker's skill."""
        return skill_of(self.id)


def skill_of(worker: str) -> Skill:
    """The skill of a worker by id."""
    return SKILLS["ATFM".index(worker[0])]


def rank_of(worker: str) -> int:
    """The rank of a worker by id or of a skill: 1 for an apprentice to 4 for a master craftsman."""
    return 1 + "ATFM".index(worker[0])


class Op(Value, frozen=True, omit_defaults=True):
    """One effect of an event on each player's matching workers. A worker matches with one of `quirks` (any, if empty)
    and one of `skills` (any, if empty). `count` is the number that the owner chooses, or 0 for all. `amount` is a
    raise, or a price for each.
    """

    op: Annotated[
        Literal["unavailable", "dismiss", "wage_delta", "raise_or_leave", "pay_or_unavailable"],
        label(
            "Effect",
            names={
                "unavailable": "away in this round",
                "dismiss": "dismissal",
                "wage_delta": "dearer from now on",
                "raise_or_leave": "a raise or they leave",
                "pay_or_unavailable": "pay or they are away",
            },
        ),
    ]
    quirks: Annotated[tuple[QuirkChoice, ...], label("Workers with a quirk", "Without any: all.")] = ()
    skills: Annotated[tuple[SkillChoice, ...], label("Workers of a skill", "Without any: all.")] = ()
    count: Annotated[Few, label("Workers of each player", "0: all that fit.", "workers")] = 0
    amount: Annotated[Few, label("Raise or price", "For each worker.", "k")] = 0


class EventCard(Value, frozen=True):
    """An event card: its ops are carried out in order."""

    id: Annotated[CardId, CARD_ID]
    key: Annotated[Key, CARD_NAME]
    ops: Annotated[tuple[Op, ...], Meta(min_length=1, max_length=5), label("Effects", "In this order.")]


class EconomyCard(Value, frozen=True):
    """An economy card with the number of contracts that it reveals with two, three and four players."""

    id: Annotated[CardId, CARD_ID]
    key: Annotated[Key, CARD_NAME]
    reveal: Annotated[
        tuple[
            Annotated[Few, label("with 2 players", "", "with 2 players")],
            Annotated[Few, label("with 3 players", "", "with 3 players")],
            Annotated[Few, label("with 4 players", "", "with 4 players")],
        ],
        label("New contracts"),
    ]


class Loan(Value, frozen=True):
    """An IOU: its cash, the price of repayment before and after the contract deck is empty, and the number of IOUs."""

    cash: Annotated[int, Meta(ge=1, le=1000), label("Brings", "", "k")]
    early: Annotated[int, Meta(ge=1, le=1000), label("To give back", "", "k")]
    late: Annotated[int, Meta(ge=1, le=1000), label("Once the contract deck is empty", "", "k")]
    supply: Annotated[int, Meta(ge=0, le=1000), label("Number in the bank", "", "loans")]


class Loans(Value, frozen=True):
    """The two types of IOU."""

    small: Annotated[Loan, label("Small loan")]
    large: Annotated[Loan, label("Large loan")]


class Name(Value, frozen=True):
    """A text in both languages."""

    en: Annotated[Text, label("English")]
    fr: Annotated[Text, label("French")]


class Scenario(Value, frozen=True):
    """A scenario file. `draft` workers are taken in round 1; later rounds have `goes` turns to hire or fire."""

    format: Literal[1]
    scenario: Key
    name: Annotated[Name, label("Name")]
    players: Annotated[
        tuple[Annotated[int, Meta(ge=2, le=4), label("Players")], ...],
        Meta(min_length=1),
        label("Numbers of players", "From 2 to 4, in rising order.", by="value"),
    ]
    rounds: Annotated[int, Meta(ge=1, le=20), label("Length", "", "rounds")]
    start_money: Annotated[Money, label("Money at the start", "", "k")]
    wage_limit: Annotated[int, Meta(ge=1, le=1000), label("Wages of a crew at most", "Nobody hires past them.", "k")]
    draft: Annotated[int, Meta(ge=1, le=20), label("Workers taken in round 1", "By each player.", "workers")]
    goes: Annotated[int, Meta(ge=1, le=20), label("Turns to hire or fire", "In each later round.", "turns")]
    first_reveal_extra: Annotated[
        int, Meta(ge=1, le=20), label("First contracts", "More than there are players.", "contracts")
    ]
    removed_for_two: Annotated[Few, label("Left out with two players", "", "contracts")]
    unsold_bonus: Annotated[Few, label("Bonus on an unsold contract", "For the buyer in the next round.", "k")]
    unfinished_section: Annotated[Money, label("Deduction for a missing section", "From the payment, at the end.", "k")]
    look_fee: Annotated[Few, label("Looking through a stack", "With the variant “Choose a worker”.", "k")]
    event_hand: Annotated[
        int, Meta(ge=1, le=5), label("Events in each hand", "With the variant “Events in the hand”.", "cards")
    ]
    loans: Annotated[Loans, label("Loans")]
    contracts: Annotated[tuple[Contract, ...], Meta(min_length=1, max_length=40), label("Contracts", by="number")]
    workers: Annotated[tuple[Worker, ...], Meta(min_length=1, max_length=99), label("Workers", by="id")]
    events: Annotated[tuple[EventCard, ...], Meta(min_length=1, max_length=99), label("Events", by="id")]
    economy: Annotated[tuple[EconomyCard, ...], Meta(max_length=99), label("Economy", by="id")]


COUNTS: Mapping[str, Callable[[Scenario], int]] = {
    "rounds": lambda scenario: scenario.rounds,
    "draft": lambda scenario: scenario.draft,
    "goes": lambda scenario: scenario.goes,
}
"""Numbers of a scenario for texts."""


def load(text: bytes | str) -> Scenario:
    """The scenario of a file's text. Raises ScenarioError with all faults."""
    scenario: Scenario = codec.read_scenario(text, Scenario)
    refuse((*_card_faults(scenario), *_amount_faults(scenario)))
    return scenario


def _card_faults(scenario: Scenario) -> Iterator[Fault]:
    for index, contract in enumerate(scenario.contracts):
        path = f"contracts[{index}]"
        if contract.number != index + 1:
            yield fault(f"{path}.number", "contracts are listed by number: %(next)s is next", next=index + 1)
        yield from _section_faults(contract, f"{path}.sections")
    ids: dict[str, tuple[str, ...]] = {
        "workers": tuple(worker.id for worker in scenario.workers),
        "events": tuple(card.id for card in scenario.events),
        "economy": tuple(card.id for card in scenario.economy),
    }
    for name, listed in ids.items():
        for index, id_ in enumerate(listed):
            if id_ in listed[:index]:
                yield fault(f"{name}[{index}].id", "%(id)s is listed twice", id=id_)


def _section_faults(contract: Contract, path: str) -> Iterator[Fault]:
    ids = [section.id for section in contract.sections]
    if len(set(ids)) != len(ids):
        yield fault(path, "two sections have the same id")
    if contract.kind == "building":
        parts = {section.part for section in contract.sections}
        if not {"side", "gable"} <= parts <= {"side", "gable", "roof"}:
            yield fault(path, "a building has sides, gables and roofs, and at least one side and one gable")
        if any(section.wall for section in contract.sections):
            yield fault(path, "only city walls have walls by number")
        return
    walls = sorted({section.wall for section in contract.sections})
    if walls != list(range(1, len(walls) + 1)):
        yield fault(path, "walls are numbered from 1")
    for wall in walls:
        pieces = {section.part for section in contract.sections if section.wall == wall}
        if "core" not in pieces or len(pieces) < 2 or not pieces <= {"core", "face", "back"}:
            yield fault(path, "wall %(wall)s needs a core, and a face or a back", wall=wall)


def _amount_faults(scenario: Scenario) -> Iterator[Fault]:
    """Checks that each player can always have a crew and a contract in round 1."""
    players = scenario.players
    if list(players) != list(range(players[0], players[-1] + 1)):
        yield fault("players", "numbers of players follow each other")
    if len(scenario.workers) < players[-1] * scenario.draft:
        yield fault("workers", "%(players)s players take %(draft)s each", players=players[-1], draft=scenario.draft)
    for count in players:
        deck = len(scenario.contracts) - (scenario.removed_for_two if count == 2 else 0)
        if deck < count + scenario.first_reveal_extra:
            yield fault(
                "contracts",
                "%(revealed)s are revealed, there are %(deck)s",
                revealed=count + scenario.first_reveal_extra,
                deck=deck,
            )
    if len(scenario.economy) < scenario.rounds - 1:
        yield fault("economy", "%(cards)s cards are turned", cards=scenario.rounds - 1)
    sure = scenario.start_money - scenario.draft * scenario.look_fee
    for index, contract in enumerate(scenario.contracts):
        if contract.min_bid > sure:
            yield fault(f"contracts[{index}].min_bid", "a player is sure to have %(sure)s only", sure=sure)
