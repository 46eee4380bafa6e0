"""What a player can do in a turn."""

from typing import Annotated

from msgspec import Meta

from games.engine.types import Move

DieNumber = Annotated[int, Meta(ge=1, le=5)]
Place = Annotated[int, Meta(ge=1, le=28)]
Face = Annotated[int, Meta(ge=1, le=6)]


class Reroll(Move, frozen=True):
    """Throw these dice again (numbers 1 to 5, rising). Without any the player keeps all and throws no more. Where
    chances are guessed, a throw is made with a meal in mind (`aim`), and its chance in percent (`guess`).
    """

    dice: Annotated[tuple[DieNumber, ...], Meta(max_length=5)] = ()
    aim: tuple[Place, Place] | None = None
    guess: Annotated[int, Meta(ge=0, le=100)] | None = None


class Eat(Move, frozen=True):
    """Take the dominoes of two places, the lower one first; the die that stays over shows `point`."""

    places: tuple[Place, Place]
    point: Face


class NoMeal(Move, frozen=True):
    """End the turn without eating."""


DominyamMove = Reroll | Eat | NoMeal
