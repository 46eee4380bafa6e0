"""The format of a scenario file: contracts, workers, cards and amounts. Money is in whole thousands of dollars."""

from typing import Annotated, Literal

from msgspec import Meta

from games.engine import codec
from games.engine.errors import ScenarioError
from games.engine.types import Text, Value

Skill = Literal["A", "T", "F", "M"]
"""The skills by rank: apprentice, tradesman, foreman, master craftsman."""
SKILLS: tuple[Skill, ...] = ("A", "T", "F", "M")
Quirk = Literal["S", "D", "W", "N", "H"]
"""The quirks: sensitive, deceitful, weak, negligent, hot-headed."""
Part = Literal["side", "gable", "roof", "core", "face", "back"]

Money = Annotated[int, Meta(ge=0, le=10_000)]
Few = Annotated[int, Meta(ge=0, le=20)]
Key = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}$", max_length=40)]
SectionId = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,19}$", max_length=20)]
WorkerId = Annotated[str, Meta(pattern=r"^[ATFM][1-9][0-9]?$", max_length=3)]
"""An id that begins with the letter of the worker's skill."""
CardId = Annotated[str, Meta(pattern=r"^[A-Z][0-9]{1,3}$", max_length=4)]


class Section(Value, frozen=True, omit_defaults=True):
    """A section of a building: one or two workers, each of at least the required skill. `wall` is for city walls
    only.
    """

    id: SectionId
    part: Part
    needs: Annotated[tuple[Skill, ...], Meta(min_length=1, max_length=2)]
    wall: Annotated[int, Meta(ge=1, le=9)] = 0


class Contract(Value, frozen=True, cache_hash=True):
    """A contract card. `category` is for pictures only."""

    number: Annotated[int, Meta(ge=1, le=99)]
    key: Key
    kind: Literal["building", "wall"]
    category: Key
    payment: Money
    min_bid: Annotated[int, Meta(ge=1, le=10_000)]
    sections: Annotated[tuple[Section, ...], Meta(min_length=2, max_length=9)]


class Worker(Value, frozen=True, cache_hash=True):
    """A worker card."""

    id: WorkerId
    name: Text
    wage: Annotated[int, Meta(ge=1, le=100)]
    quirks: Annotated[tuple[Quirk, ...], Meta(max_length=5)]

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

    op: Literal["unavailable", "dismiss", "wage_delta", "raise_or_leave", "pay_or_unavailable"]
    quirks: tuple[Quirk, ...] = ()
    skills: tuple[Skill, ...] = ()
    count: Few = 0
    amount: Few = 0


class EventCard(Value, frozen=True):
    """An event card: its ops are carried out in order."""

    id: CardId
    key: Key
    ops: Annotated[tuple[Op, ...], Meta(min_length=1, max_length=5)]


class EconomyCard(Value, frozen=True):
    """An economy card with the number of contracts that it reveals with two, three and four players."""

    id: CardId
    key: Key
    reveal: tuple[Few, Few, Few]


class Loan(Value, frozen=True):
    """An IOU: its cash, the price of repayment before and after the contract deck is empty, and the number of IOUs."""

    cash: Annotated[int, Meta(ge=1, le=1000)]
    early: Annotated[int, Meta(ge=1, le=1000)]
    late: Annotated[int, Meta(ge=1, le=1000)]
    supply: Annotated[int, Meta(ge=0, le=1000)]


class Loans(Value, frozen=True):
    """The two types of IOU."""

    small: Loan
    large: Loan


class Name(Value, frozen=True):
    """A text in both languages."""

    en: Text
    fr: Text


class Scenario(Value, frozen=True):
    """A scenario file. `draft` workers are taken in round 1; later rounds have `goes` turns to hire or fire."""

    format: Literal[1]
    scenario: Key
    name: Name
    players: Annotated[tuple[Annotated[int, Meta(ge=2, le=4)], ...], Meta(min_length=1)]
    rounds: Annotated[int, Meta(ge=1, le=20)]
    start_money: Money
    wage_limit: Annotated[int, Meta(ge=1, le=1000)]
    draft: Annotated[int, Meta(ge=1, le=20)]
    goes: Annotated[int, Meta(ge=1, le=20)]
    first_reveal_extra: Annotated[int, Meta(ge=1, le=20)]
    removed_for_two: Few
    unsold_bonus: Few
    unfinished_section: Money
    look_fee: Few
    event_hand: Annotated[int, Meta(ge=1, le=5)]
    loans: Loans
    contracts: Annotated[tuple[Contract, ...], Meta(min_length=1, max_length=40)]
    workers: Annotated[tuple[Worker, ...], Meta(min_length=1, max_length=99)]
    events: Annotated[tuple[EventCard, ...], Meta(min_length=1, max_length=99)]
    economy: Annotated[tuple[EconomyCard, ...], Meta(max_length=99)]


def load(text: bytes | str) -> Scenario:
    """The scenario of a file's text. Raises ScenarioError with the path of the first fault."""
    scenario: Scenario = codec.read_scenario(text, Scenario)
    _check_cards(scenario)
    _check_amounts(scenario)
    return scenario


def _check_cards(scenario: Scenario) -> None:
    for index, contract in enumerate(scenario.contracts):
        path = f"contracts[{index}]"
        if contract.number != index + 1:
            raise ScenarioError(f"{path}.number", f"contracts are listed by number: {index + 1} is next")
        _check_sections(contract, f"{path}.sections")
    ids: dict[str, tuple[str, ...]] = {
        "workers": tuple(worker.id for worker in scenario.workers),
        "events": tuple(card.id for card in scenario.events),
        "economy": tuple(card.id for card in scenario.economy),
    }
    for name, listed in ids.items():
        for index, id_ in enumerate(listed):
            if id_ in listed[:index]:
                raise ScenarioError(f"{name}[{index}].id", f"{id_} is listed twice")


def _check_sections(contract: Contract, path: str) -> None:
    ids = [section.id for section in contract.sections]
    if len(set(ids)) != len(ids):
        raise ScenarioError(path, "two sections have the same id")
    if contract.kind == "building":
        parts = {section.part for section in contract.sections}
        if not {"side", "gable"} <= parts <= {"side", "gable", "roof"}:
            raise ScenarioError(path, "a building has sides, gables and roofs, and at least one side and one gable")
        if any(section.wall for section in contract.sections):
            raise ScenarioError(path, "only city walls have walls by number")
        return
    walls = sorted({section.wall for section in contract.sections})
    if walls != list(range(1, len(walls) + 1)):
        raise ScenarioError(path, "walls are numbered from 1")
    for wall in walls:
        pieces = {section.part for section in contract.sections if section.wall == wall}
        if "core" not in pieces or len(pieces) < 2 or not pieces <= {"core", "face", "back"}:
            raise ScenarioError(path, f"wall {wall} needs a core, and a face or a back")


def _check_amounts(scenario: Scenario) -> None:
    """Checks that each player can always have a crew and a contract in round 1."""
    players = scenario.players
    if list(players) != list(range(players[0], players[-1] + 1)):
        raise ScenarioError("players", "numbers of players follow each other")
    if len(scenario.workers) < players[-1] * scenario.draft:
        raise ScenarioError("workers", f"{players[-1]} players take {scenario.draft} each")
    for count in players:
        deck = len(scenario.contracts) - (scenario.removed_for_two if count == 2 else 0)
        if deck < count + scenario.first_reveal_extra:
            raise ScenarioError("contracts", f"{count + scenario.first_reveal_extra} are revealed, there are {deck}")
    if len(scenario.economy) < scenario.rounds - 1:
        raise ScenarioError("economy", f"{scenario.rounds - 1} cards are turned")
    sure = scenario.start_money - scenario.draft * scenario.look_fee
    for index, contract in enumerate(scenario.contracts):
        if contract.min_bid > sure:
            raise ScenarioError(f"contracts[{index}].min_bid", f"a player is sure to have {sure} only")
