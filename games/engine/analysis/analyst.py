"""The interface of a game's analyst: its measures, its decisions and their alternatives."""

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from games.engine.types import Prompt, Seat

Sizes = Sequence[tuple[str, int]]
"""The names of mistakes, "grave", "clear" and "small", each with its least loss in hundredths. The unit is a point of
the common result, which has 100, or a point of a game of rivals.
"""


class Measure(msgspec.Struct, frozen=True):
    """A figure of the whole table at the end; `low_is_good` says which way is better."""

    name: str
    low_is_good: bool = True


class Spotted(msgspec.Struct, frozen=True):
    """A decision found in a record: the move `number` that made it and the seat that it belongs to (the payer of a
    price). Its intent can be carried out in another position of the same `topic`. Before move `at` no part of it
    was done.
    """

    number: int
    at: int
    seat: Seat
    topic: str
    kind: str
    intent: Any


class Carried(msgspec.Struct, frozen=True):
    """The way to carry out an intent in a position: a legal move, or None to wait for another seat's part of it.
    `repairs` name the changes that the rules required.
    """

    move: Any | None
    repairs: tuple[str, ...] = ()


class Analyst(Protocol):
    """A game's part of the analysis. All of it is pure. A game with a common result judges its matches by the worth
    of its positions. A game of rivals whose chances can be computed has a `Reckoner`. A game whose moves name
    things by their number in a changing list has `again(before, state, move)` besides. It gives the move that does
    in `state` what the recorded one did in `before`, else None.
    """

    intent_type: Any
    """The type of intents, to read stored ones: a Struct or a union of tagged ones."""
    measures: Sequence[Measure]
    policy: str
    """The strength of the bot that continues wherever no decision was recorded."""
    sizes: Sizes
    """The least loss of each size of mistake, the greatest first."""

    def priced(self, options: Any) -> bool:
        """Do these options show the worth of choices during play? Then decisions are not judged by it."""

    def values(self, state: Any) -> tuple[int, ...]:
        """The current values of the measures, in their order."""

    def scores(self, state: Any) -> tuple[int, ...]:
        """The score of each seat if the match ended now."""

    def project(self, state: Any, judged_by: Any) -> int:
        """The share of the common aim that is reached, from 0 to 10,000; 0 for a game without one. `judged_by` is the
        aim that the class set, None for the usual one.
        """

    def reached(self, state: Any) -> bool:
        """Is the whole common aim reached?"""

    def judge(self, match: Any) -> Any:
        """A `Judgement` of a finished `Match`: the account of its result, and its decisions; None for rivals."""

    def turn(self, state: Any) -> int:
        """The current turn."""

    def topic(self, prompt: Prompt) -> str:
        """The subject of a prompt; the prompts of several seats may share one."""

    def topic_turn(self, topic: str) -> int:
        """The turn in which a topic comes up."""

    def spot(self, steps: Sequence[Any]) -> tuple[Spotted, ...]:
        """The decisions of a match, in order. A step has `number, seat, key, move, before` (the state before it)."""

    def carry_out(self, state: Any, prompt: Prompt, intent: Any) -> Carried:
        """The move by which an intent answers a prompt of its topic."""

    def alternatives(self, state: Any, spotted: Spotted) -> tuple[Any, ...]:
        """Other legal intents in the state before a decision, without the one that was made."""

    def bounds(self, state: Any, spotted: Spotted) -> tuple[int, int] | None:
        """The least and the greatest number that the decision allowed; None if the decision is not a number."""

    def numbered(self, spotted: Spotted, number: int) -> Any:
        """The intent of a decision that has `bounds`, with this number instead."""
