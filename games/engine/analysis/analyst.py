"""What a game tells its analyst: what is measured, what was decided, and what else could have been."""

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from games.engine.analysis.accounts import ResultAccount
from games.engine.types import Prompt, Seat

Sizes = Sequence[tuple[str, int]]
"""The names of mistakes, "grave", "clear" and "small", each with the least loss that makes one: in hundredths of what
decisions are judged by (of a point of the common result, which has 100, or of a point of a game of rivals).
"""


class Measure(msgspec.Struct, frozen=True):
    """A figure of the whole table at the end; `low_is_good` says which way is better."""

    name: str
    low_is_good: bool = True


class Spotted(msgspec.Struct, frozen=True):
    """A decision found in a record: the move `number` that made it, who it belongs to (the payer of a price), and what
    was meant, in a form that can be carried out in another position of the same `topic`. Before move `at` nothing of
    it was done yet.
    """

    number: int
    at: int
    seat: Seat
    topic: str
    kind: str
    intent: Any


class Carried(msgspec.Struct, frozen=True):
    """How an intent is carried out in a position: a legal move, None to wait for another seat's part of it. `repairs`
    name what had to be changed for the rules to allow it.
    """

    move: Any | None
    repairs: tuple[str, ...] = ()


class Analyst(Protocol):
    """A game's part of the analysis. All of it is pure. One with a common result draws up its account, and its
    decisions are played out; one of rivals whose chances can be worked out is a `Reckoner` besides, and judges by what
    it says. One whose moves name things by their number in a list that changes has `again` besides: `again(before,
    state, move)` is the move that does in `state` what a recorded one did in `before`, None where nothing does.
    """

    intent_type: Any
    """What intents are, for reading stored ones: a Struct or a union of tagged ones."""
    measures: Sequence[Measure]
    policy: str
    """The strength of the bot that plays on where nobody decided."""
    sizes: Sizes
    """From which loss on a decision is a mistake, the greatest first."""

    def priced(self, options: Any) -> bool:
        """Do these options show what choices are worth while people decide? Then nobody is judged by them."""

    def values(self, state: Any) -> tuple[int, ...]:
        """The measures now, in their order."""

    def scores(self, state: Any) -> tuple[int, ...]:
        """What each seat would score now."""

    def project(self, state: Any, judged_by: Any) -> int:
        """What the table has reached of what it is asked to reach together, from 0 to 10,000, judged as its class is:
        `judged_by` is what the site says of that, None for the usual way. 0 for a game without a common aim.
        """

    def reached(self, state: Any) -> bool:
        """Is all of the common aim met?"""

    def account(self, match: Any) -> ResultAccount | None:
        """What chance brought to the result of a finished `Match`, and what decisions gave away; None for rivals."""

    def turn(self, state: Any) -> int:
        """The turn that is being played."""

    def topic(self, prompt: Prompt) -> str:
        """What a prompt is about; the prompts of several seats may share a topic."""

    def topic_turn(self, topic: str) -> int:
        """The turn in which a topic comes up."""

    def spot(self, steps: Sequence[Any]) -> tuple[Spotted, ...]:
        """The decisions of a match, in order. A step has `number, seat, key, move, before` (the state before it)."""

    def carry_out(self, state: Any, prompt: Prompt, intent: Any) -> Carried:
        """The move by which an intent answers a prompt of its topic."""

    def alternatives(self, state: Any, spotted: Spotted) -> tuple[Any, ...]:
        """Other intents that are legal in the state before a decision, the one that was made not among them."""

    def bounds(self, state: Any, spotted: Spotted) -> tuple[int, int] | None:
        """The least and the greatest number that the decision could have been; None for one that is no number."""

    def numbered(self, spotted: Spotted, number: int) -> Any:
        """The intent of a decision that has `bounds`, with another number."""
