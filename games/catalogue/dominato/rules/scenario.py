"""The format of a scenario file: the tiles, and the number for each player."""

from typing import Annotated

from msgspec import Meta

from games.engine import codec
from games.engine.errors import ScenarioError
from games.engine.types import Text, Value

Points = Annotated[int, Meta(ge=-9, le=9)]
"""The points of a square: red ones are positive, green ones negative."""


class Tile(Value, frozen=True):
    """A tile of two squares."""

    id: Annotated[str, Meta(pattern=r"^[A-Z][0-9]{1,3}$", max_length=4)]
    a: Points
    b: Points

    @property
    def balance(self) -> int:
        """The surplus of red points; negative for green ones."""
        return self.a + self.b


class Name(Value, frozen=True):
    """A text in both languages."""

    en: Text
    fr: Text


class Scenario(Value, frozen=True):
    """A scenario file. `hand` tiles are dealt to each of `players`; the others are set aside unseen."""

    schema_version: Annotated[int, Meta(ge=1, le=1)]
    game: Text
    name: Name
    players: Annotated[int, Meta(ge=2, le=4)]
    hand: Annotated[int, Meta(ge=1, le=50)]
    triple_bonus_points: Annotated[int, Meta(ge=0, le=1000)]
    tiles: Annotated[tuple[Tile, ...], Meta(min_length=2, max_length=100)]


def load(text: bytes | str) -> Scenario:
    """The scenario of a file's text. Raises ScenarioError with the path of the first fault."""
    scenario: Scenario = codec.read_scenario(text, Scenario)
    _check(scenario)
    return scenario


def _check(scenario: Scenario) -> None:
    if scenario.game != "dominato":
        raise ScenarioError("game", "this is a scenario of another game")
    needed = scenario.players * scenario.hand
    if needed > len(scenario.tiles):
        raise ScenarioError("hand", f"{needed} tiles are dealt, there are {len(scenario.tiles)}")
    ids: set[str] = set()
    pairs: set[tuple[int, int]] = set()
    for index, tile in enumerate(scenario.tiles):
        pair = (min(tile.a, tile.b), max(tile.a, tile.b))
        if tile.id in ids or pair in pairs:
            raise ScenarioError(f"tiles[{index}]", "each tile occurs once")
        ids.add(tile.id)
        pairs.add(pair)
