"""The format of a scenario file: the tiles, and the number for each player."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from games.engine import codec
from games.engine.errors import Fault, fault, refuse
from games.engine.fields import label
from games.engine.types import Text, Value

Points = Annotated[int, Meta(ge=-9, le=9)]
"""The points of a square: red ones are positive, green ones negative."""


class Tile(Value, frozen=True):
    """A tile of two squares."""

    id: Annotated[str, Meta(pattern=r"^[A-Z][0-9]{1,3}$", max_length=4), label("Tile")]
    a: Annotated[Points, label("First square", "", "points")]
    b: Annotated[Points, label("Second square", "", "points")]

    @property
    def balance(self) -> int:
        """The surplus of red points; negative for green ones."""
        return self.a + self.b


class Name(Value, frozen=True):
    """A text in both languages."""

    en: Annotated[Text, label("English")]
    fr: Annotated[Text, label("French")]


class Scenario(Value, frozen=True):
    """A scenario file. `hand` tiles are dealt to each of `players`; the others are set aside unseen."""

    schema_version: Annotated[int, Meta(ge=1, le=1)]
    game: Text
    name: Annotated[Name, label("Name")]
    players: Annotated[int, Meta(ge=2, le=4), label("Players")]
    hand: Annotated[int, Meta(ge=1, le=50), label("Tiles in each hand", "The others are set aside unseen.", "tiles")]
    triple_bonus_points: Annotated[
        int, Meta(ge=0, le=1000), label("A win by a link of 3 or 4", "Each of the others gets them.", "points")
    ]
    tiles: Annotated[
        tuple[Tile, ...],
        Meta(min_length=2, max_length=100),
        label("Tiles", "Above 0: red points. Below 0: green points. Each tile occurs once.", by="id"),
    ]


def load(text: bytes | str) -> Scenario:
    """The scenario of a file's text. Raises ScenarioError with all faults."""
    scenario: Scenario = codec.read_scenario(text, Scenario)
    refuse(_faults(scenario))
    return scenario


def _faults(scenario: Scenario) -> Iterator[Fault]:
    if scenario.game != "dominato":
        yield fault("game", "this is a scenario of another game")
    needed = scenario.players * scenario.hand
    if needed > len(scenario.tiles):
        yield fault("hand", "%(needed)s tiles are dealt, there are %(tiles)s", needed=needed, tiles=len(scenario.tiles))
    ids: set[str] = set()
    pairs: set[tuple[int, int]] = set()
    for index, tile in enumerate(scenario.tiles):
        pair = (min(tile.a, tile.b), max(tile.a, tile.b))
        if tile.id in ids or pair in pairs:
            yield fault(f"tiles[{index}]", "each tile occurs once")
        ids.add(tile.id)
        pairs.add(pair)
