"""The format of a scenario: the number of players, and the full places at the start. Read from a file and checked."""

from typing import Annotated, Literal

from msgspec import Meta

from games.catalogue.dominyam.rules.layout import PLACES, legal_pairs
from games.catalogue.dominyam.rules.moves import Place
from games.catalogue.dominyam.rules.types import FIRST_TURN, MOST_PLAYERS
from games.engine import codec
from games.engine.errors import ScenarioError
from games.engine.types import Value


class Scenario(Value, frozen=True):
    """A scenario file. `places` are full at the start; the first turn's number is half of them."""

    format: Literal[1]
    id: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,23}$")]
    players: Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
    places: Annotated[tuple[Place, ...], Meta(min_length=2, max_length=2 * FIRST_TURN)] = PLACES

    @property
    def turns(self) -> int:
        """The number of the first turn."""
        return len(self.places) // 2


def load(text: bytes | str) -> Scenario:
    """The scenario of a file's text. Raises ScenarioError with the path of the first fault."""
    scenario: Scenario = codec.read_scenario(text, Scenario)
    if list(scenario.places) != sorted(set(scenario.places)):
        raise ScenarioError("places", "places are listed once, in rising order")
    if len(scenario.places) % 2:
        raise ScenarioError("places", "dominoes are eaten two at a time: an odd number cannot be eaten")
    if not legal_pairs(scenario.places):
        raise ScenarioError("places", "no two of these may be taken first")
    if scenario.players > scenario.turns:
        raise ScenarioError("players", f"{scenario.turns} meals are not enough for {scenario.players} players")
    return scenario
