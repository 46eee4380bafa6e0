"""The moves of a player in a turn."""

from typing import Annotated

from msgspec import Meta

from games.engine.types import Move

DieNumber = Annotated[int, Meta(ge=1, le=5)]
Place = Annotated[int, Meta(ge=1, le=28)]
Face = Annotated[int, Meta(ge=1, le=6)]


class Reroll(Move, frozen=True):
    """Throw these dice again (numbers 1 to 5, ascending). With none, the player keeps all dice and throws no more. If
    chances are guessed, a throw names the meal aimed at (`aim`) and its chance in percent (`guess`).
    """

    dice: Annotated[tuple[DieNumber, ...], Meta(max_length=5)] = ()
    aim: tuple[Place, Place] | None = None
    guess: Annotated[int, Meta(ge=0, le=100)] | None = None


class Eat(Move, frozen=True):
    """Eat the dominoes of two places, the lower one first; the die left over shows `point`."""

    places: tuple[Place, Place]
    point: Face


class NoMeal(Move, frozen=True):
    """End the turn without eating."""


DominyamMove = Reroll | Eat | NoMeal
