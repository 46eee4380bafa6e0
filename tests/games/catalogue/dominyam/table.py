"""A position of Dominyam for a test: `dominyam(turn=14, dice=(6, 6, 3, 3, 5), lying={1: (6, 6)})`, then moves."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from games.catalogue.dominyam.rules.dominoes import DOMINOES, Domino, sorted_halves
from games.catalogue.dominyam.rules.moves import DominyamMove, Eat, NoMeal, Reroll
from games.catalogue.dominyam.rules.prompts import key_of
from games.catalogue.dominyam.rules.rules import RULES
from games.catalogue.dominyam.rules.table import best_sum
from games.catalogue.dominyam.rules.types import Options, State
from games.engine.errors import IllegalMove
from games.engine.facilitation import Brought, played

ALL = tuple(range(1, 29))


class ChosenDice:
    """Throws in the order of a list; then sixes."""

    def __init__(self, faces: Sequence[int] = ()) -> None:
        self.faces = list(faces)

    def below(self, sides: int, label: str) -> int:
        return self.faces.pop(0) - 1 if self.faces and "die" in label else sides - 1


class Table:
    """A position, with the events of the last move."""

    def __init__(self, state: State, events: tuple[Any, ...] = ()) -> None:
        self.state, self.events = state, events

    def play(self, move: DominyamMove, then: Sequence[int] = ()) -> "Table":
        """Play a move of the active seat; `then` are the faces of the next throw."""
        outcome = RULES.apply(self.state, self.state.seat, key_of(self.state), move, ChosenDice(then))
        return Table(outcome.state, outcome.events)

    def eat(self, first: int, second: int, point: int) -> "Table":
        return self.play(Eat((first, second), point))

    def reroll(self, *dice: int, then: Sequence[int] = ()) -> "Table":
        return self.play(Reroll(dice), then)

    def no_meal(self) -> "Table":
        return self.play(NoMeal())

    def bring(self, event: str, amount: int, to: int | None = None) -> "Table":
        """The facilitator brings an event, to a seat or to the table."""
        outcome = played(RULES, self.state, None, "event-1", Brought(event, amount, to), ChosenDice())
        return Table(outcome.state, outcome.events)

    @property
    def meals(self) -> list[tuple[int, int, int]]:
        choices = RULES.choices(self.state, self.state.seat, key_of(self.state))
        return [(*choice.move.places, choice.move.point) for choice in choices if isinstance(choice.move, Eat)]


def laid(lying: Mapping[int, Domino]) -> tuple[Domino, ...]:
    """All dominoes by place: the given ones at their places, the others in order."""
    named = {sorted_halves(domino) for domino in lying.values()}
    others = iter(domino for domino in DOMINOES if domino not in named)
    return tuple(lying.get(place) or next(others) for place in ALL)


def dominyam(
    *,
    turn: int,
    dice: tuple[int, ...] = (1, 1, 1, 1, 1),
    lying: Mapping[int, Domino] | None = None,
    left: Sequence[int] = ALL,
    players: int = 2,
    roll: int = 1,
    idle: int = 0,
    hands: tuple[tuple[int, ...], ...] = (),
    points: tuple[int, ...] = (),
    **options: Any,
) -> Table:
    """The position: seat 0 is active and has thrown `roll` times."""
    dominoes = laid(lying or {})
    state = State(
        options=Options(**options), dominoes=dominoes, left=tuple(left), turn=turn, attempt=1, seat=0,
        target=min(turn, best_sum(dominoes, tuple(left))), roll=roll, rolls_left=3 - roll, dice=dice, idle=idle,
        hands=hands or ((),) * players, points=points or (0,) * players,
    )  # fmt: skip
    return Table(state)


@contextmanager
def raises_illegal(code: str, **params: Any) -> Iterator[None]:
    with pytest.raises(IllegalMove) as caught:
        yield
    assert (caught.value.code, caught.value.params) == (code, params)
