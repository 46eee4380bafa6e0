"""The moves with which a player answers a prompt."""

from typing import Annotated

from msgspec import Meta

from games.engine.types import Move

TileNumber = Annotated[int, Meta(ge=0, le=99)]


class Place(Move, frozen=True):
    """Lay a tile from the hand. `place` is the number of one of the table's free places (see `places`). `turned` 1
    swaps the two squares. `said` is the declared balance (with `say_first` only).
    """

    tile: TileNumber
    place: Annotated[int, Meta(ge=0, le=2000)]
    turned: Annotated[int, Meta(ge=0, le=1)] = 0
    said: Annotated[int, Meta(ge=-18, le=18)] | None = None


class Pass(Move, frozen=True):
    """Pass this turn."""


class Claim(Move, frozen=True):
    """Claim that the last placement is wrong."""


class Close(Move, frozen=True):
    """Accept the last placement, which does not have to be right."""


class Give(Move, frozen=True):
    """Give a tile to the player who was wrong."""

    tile: TileNumber


DominatoMove = Place | Pass | Claim | Close | Give
