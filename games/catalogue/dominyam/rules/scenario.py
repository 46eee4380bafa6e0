"""The format of a scenario: the number of players, and the full places at the start. Read from a file and checked."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from games.catalogue.dominyam.rules.layout import PLACES, legal_pairs
from games.catalogue.dominyam.rules.moves import Place
from games.catalogue.dominyam.rules.types import FIRST_TURN, MOST_PLAYERS
from games.engine import codec
from games.engine.errors import Fault, fault, refuse
from games.engine.fields import label
from games.engine.types import Value


class Scenario(Value, frozen=True):
    """A scenario file. `places` are full at the start; the first turn's number is half of them."""

    format: Literal[1]
    id: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,23}$")]
    players: Annotated[int, Meta(ge=1, le=MOST_PLAYERS), label("Players")]
    places: Annotated[
        tuple[Annotated[Place, label("Number of a place")], ...],
        Meta(min_length=2, max_length=2 * FIRST_TURN),
        label(
            "Places with a domino", "By number along the path, in rising order; an even number of places.", by="value"
        ),
    ] = PLACES

    @property
    def turns(self) -> int:
        """The number of the first turn."""
        return len(self.places) // 2


def load(text: bytes | str) -> Scenario:
    """The scenario of a file's text. Raises ScenarioError with all faults."""
    scenario: Scenario = codec.read_scenario(text, Scenario)
    refuse(_faults(scenario))
    return scenario


def _faults(scenario: Scenario) -> Iterator[Fault]:
    if list(scenario.places) != sorted(set(scenario.places)):
        yield fault("places", "places are listed once, in rising order")
    if len(scenario.places) % 2:
        yield fault("places", "dominoes are eaten two at a time: an odd number cannot be eaten")
    if not legal_pairs(scenario.places):
        yield fault("places", "no two of these may be taken first")
    if scenario.players > scenario.turns:
        yield fault(
            "players",
            "%(meals)s meals are not enough for %(players)s players",
            meals=scenario.turns,
            players=scenario.players,
        )
