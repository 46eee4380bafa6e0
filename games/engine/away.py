"""Standing plans: they answer for a seat while its person is away. Pure: the same plan in the same position always
gives the same answer.
"""

from typing import Annotated, Any, Protocol

from msgspec import Meta

from games.engine.types import Prompt, Seat, Value

MOST_IN_A_ROW = 3
"""Moves that a plan makes for a seat before its person has to make one."""


class ByBot(Value, frozen=True):
    """The plan of games without plans of their own: a bot of this strength answers. If the strength is empty, the
    default move is played at once.
    """

    strength: Annotated[str, Meta(max_length=40, pattern=r"^[a-z0-9_]*\Z")]


class AwayRules(Protocol):
    """A game's own plans."""

    plan_type: Any
    """The Value type of plans."""

    def check(self, plan: Any, view: Any, seat: Seat) -> None:
        """Raises IllegalMove if the rules would refuse the plan, as far as the seat can see now. `field` among its
        params names the part of the plan.
        """
        ...

    def answer(self, plan: Any, view: Any, prompt: Prompt) -> Any | None:
        """The plan's move, always legal; None if the person must answer."""
        ...
