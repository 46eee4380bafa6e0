"""Values that every game shares. All are frozen: a state is never changed, only replaced."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

Seat = int
"""Index of a place at the table, 0 to n-1."""

Text = Annotated[str, msgspec.Meta(max_length=120, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
"""A short line that a database can hold: no control characters."""


def snake(name: str) -> str:
    """`BreakOff` -> `break_off`: the `kind` under which a move or an event travels."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of states, views, scenarios and options. Fields hold int, str, bool, None, enums, tuples and other Values
    only.
    """


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=snake):
    """Base of a game's moves: what a seat answers to a prompt. Ranges and lengths are in the field types."""


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind", tag=snake):
    """Base of a game's events: a fact that a move produced.

    `turn` is the game's own step (Domego: the activity), `seat` whom it is about (None: the table), `audience` the
    seats that
    may know it while the match runs (None: everybody).
    """

    turn: int = 0
    seat: Seat | None = None
    audience: tuple[Seat, ...] | None = None


class Prompt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer that a seat owes.

    `key` is unique per seat and stable while the answer is owed. `simultaneous` prompts commute with each other. An
    `optional` one may stay unanswered for ever, and may close and come back under its key; a `passive` one waits for
    somebody else's word first, though the seat may act again (its own offer stands). `minutes` is the time limit of the
    rules themselves, None where they set none. `params` are for forms and bots.
    """

    key: str
    seat: Seat
    kind: str
    simultaneous: bool = False
    optional: bool = False
    passive: bool = False
    minutes: int | None = None
    params: Mapping[str, int | str] = msgspec.field(default_factory=dict)


class Span(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole numbers from `low` to `high`, both included, that `field` of a choice's move may take."""

    field: str
    low: int
    high: int


class Choice(msgspec.Struct, frozen=True):
    """Legal moves: `move` itself, and every move made from it by setting the fields of `spans` to numbers in their
    ranges. `free` fields may hold anything that their type allows: texts that the rules do not read.
    """

    move: Any
    spans: tuple[Span, ...] = ()
    free: tuple[str, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """What a move leads to: the new state and the facts it produced, in order."""

    state: Any
    events: tuple[Any, ...] = ()


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A collective aim at the end of a match: `value` reached against `target`; `met` is decided by the game."""

    name: str
    value: int
    target: int
    met: bool


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match ended: scores and places (1 is best, equal scores share a place) by seat, and the collective targets
    if the game has any.
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    targets: tuple[Target, ...] = ()


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One random result: `value` of `sides` equally likely ones, drawn for the event that `label` names."""

    label: str
    sides: int
    value: int


def places(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Places for scores where more is better; equal scores share the better place."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
