"""What a player can answer to a prompt."""

from typing import Annotated

from msgspec import Meta

from games.engine.types import Move

TileNumber = Annotated[int, Meta(ge=0, le=99)]


class Place(Move, frozen=True):
    """Lay a tile of the own hand. `place` is the number of one of the table's free places (see `places`), `turned` 1
    swaps the two squares, `said` is the balance that the player says it has (with `say_first`, and only then).
    """

    tile: TileNumber
    place: Annotated[int, Meta(ge=0, le=2000)]
    turned: Annotated[int, Meta(ge=0, le=1)] = 0
    said: Annotated[int, Meta(ge=-18, le=18)] | None = None


class Pass(Move, frozen=True):
    """Play nothing in this turn."""


class Claim(Move, frozen=True):
    """Say that the last placement is wrong."""


class Close(Move, frozen=True):
    """Say that the last placement is right, or at least not claim an error."""


class Give(Move, frozen=True):
    """Hand a tile to the player who was wrong."""

    tile: TileNumber


DominatoMove = Place | Pass | Claim | Close | Give
