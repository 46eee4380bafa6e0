"""What a seat does by standing instructions while its person is away. Pure: the same plan in the same position always
answers the same.
"""

from typing import Annotated, Any, Protocol

from msgspec import Meta

from games.engine.types import Prompt, Seat, Value

MOST_IN_A_ROW = 3
"""Moves that a plan makes for a seat before its person has to make one."""


class ByBot(Value, frozen=True):
    """The plan of games that have none of their own: a bot of this strength answers, or, where it is empty, what a
    passed deadline plays is played at once.
    """

    strength: Annotated[str, Meta(max_length=40, pattern=r"^[a-z0-9_]*\Z")]


class AwayRules(Protocol):
    """A game's own plans."""

    plan_type: Any
    """A Value: what can be said in advance."""

    def check(self, plan: Any, view: Any, seat: Seat) -> None:
        """Raises IllegalMove for what the rules would not allow as far as the seat can see now. `field` among its
        params names the part of the plan.
        """
        ...

    def answer(self, plan: Any, view: Any, prompt: Prompt) -> Any | None:
        """The move that the plan makes, None where it leaves the answer to the person. Always legal."""
        ...
