"""Players without a person."""

from typing import Any, Protocol

from games.engine.choices import pick
from games.engine.draws import Draws
from games.engine.rules import Rules
from games.engine.types import Prompt


class Bot(Protocol):
    """A way to play. Bots keep nothing between calls."""

    def answer(self, state: Any, prompt: Prompt, draws: Draws) -> Any | None:
        """The move that answers `prompt`; None waits for the others."""
        ...


class SeatBot:
    """Base of bots that think: they get their seat's view and nothing else, so they cannot peek."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def answer(self, state: Any, prompt: Prompt, draws: Draws) -> Any | None:
        return self.move(self.rules.view(state, prompt.seat), prompt, draws)

    def move(self, view: Any, prompt: Prompt, draws: Draws) -> Any | None:
        """The move for a prompt of the seat whose view this is; None waits for the others."""
        raise NotImplementedError


class RandomBot:
    """Any legal move, also the foolish ones. For tests and as the floor of comparisons. Leaves optional
    prompts alone.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def answer(self, state: Any, prompt: Prompt, draws: Draws) -> Any | None:
        if prompt.optional:
            return None
        return pick(self.rules.choices(state, prompt.seat, prompt.key), draws, f"{prompt.key}/{prompt.seat}")


class DefaultBot:
    """Plays what a passed deadline plays: the absent student."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def answer(self, state: Any, prompt: Prompt, draws: Draws) -> Any | None:
        return None if prompt.optional else self.rules.default(state, prompt.seat, prompt.key)
