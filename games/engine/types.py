"""Values that every game shares. All are frozen: a state is never changed, only replaced."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

Seat = int
"""Index of a seat at the table, 0 to n-1."""

Text = Annotated[str, msgspec.Meta(max_length=120, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
"""A short line without control characters, as a database can hold it."""


def snake(name: str) -> str:
    """`BreakOff` -> `break_off`: the tag `kind` of a move or an event in JSON."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of states, views, scenarios and options. Fields hold int, str, bool, None, enums, tuples and other Values
    only.
    """


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=snake):
    """Base of a game's moves: a seat's answer to a prompt. Ranges and lengths are in the field types."""


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind", tag=snake):
    """Base of a game's events: a fact that a move produced.

    `turn` is the game's own step (Domego: the activity). `seat` is the seat that the event is about (None: the
    table). `audience` are the seats that may know it while the match runs (None: everybody).
    """

    turn: int = 0
    seat: Seat | None = None
    audience: tuple[Seat, ...] | None = None


class Prompt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question to a seat that requires or allows an answer.

    `key` is unique per seat and stable while the prompt is open. `simultaneous` prompts commute with each other. An
    `optional` one may stay unanswered for ever, and may close and come back under its key. A `passive` one waits for
    another seat's action, though the seat may act again (its own offer is open). `minutes` is the time limit of the
    rules themselves, None if they set none. `params` are for forms and bots.
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
    """The whole numbers from `low` to `high`, both included, for `field` of a choice's move."""

    field: str
    low: int
    high: int


class Choice(msgspec.Struct, frozen=True):
    """Legal moves: `move` itself, and every move made from it by setting the fields of `spans` to numbers in their
    ranges. `free` fields may hold any value of their type: the rules do not read them.
    """

    move: Any
    spans: tuple[Span, ...] = ()
    free: tuple[str, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """The result of a move: the new state and the produced events, in order."""

    state: Any
    events: tuple[Any, ...] = ()


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A collective aim at the end of a match: `value` was reached of `target`. The game decides whether it is `met`."""

    name: str
    value: int
    target: int
    met: bool

    @property
    def missed_by(self) -> int:
        """The distance to the target; 0 if it is met."""
        return 0 if self.met else abs(self.value - self.target)


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a match: scores and ranks by seat (1 is best, equal scores share a rank), and the collective
    targets, if any.
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    targets: tuple[Target, ...] = ()


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One random result: `value` of `sides` equally likely ones, drawn for the event `label`."""

    label: str
    sides: int
    value: int


def places(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Ranks for scores if more is better; equal scores share the better rank."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
