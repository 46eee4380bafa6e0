"""Bots: players without a person."""

from typing import Any, Protocol

from games.engine.choices import pick
from games.engine.draws import Draws
from games.engine.rules import Rules
from games.engine.types import Prompt


class Bot(Protocol):
    """A strategy that plays. Bots keep no state between calls."""

    def answer(self, state: Any, prompt: Prompt, draws: Draws) -> Any | None:
        """The move that answers `prompt`; None to wait for other seats."""
        ...


class SeatBot:
    """Base of bots that choose by their seat's view. They get nothing else, so they cannot use hidden information."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def answer(self, state: Any, prompt: Prompt, draws: Draws) -> Any | None:
        return self.move(self.rules.view(state, prompt.seat), prompt, draws)

    def move(self, view: Any, prompt: Prompt, draws: Draws) -> Any | None:
        """The move for a prompt of the seat whose view this is; None to wait for other seats."""
        raise NotImplementedError


class RandomBot:
    """Plays a random legal move. It is for tests and the lower end of comparisons. Optional prompts
    stay unanswered.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def answer(self, state: Any, prompt: Prompt, draws: Draws) -> Any | None:
        if prompt.optional:
            return None
        return pick(self.rules.choices(state, prompt.seat, prompt.key), draws, f"{prompt.key}/{prompt.seat}")


class DefaultBot:
    """Plays the rules' default, as a passed deadline does: the absent student."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def answer(self, state: Any, prompt: Prompt, draws: Draws) -> Any | None:
        return None if prompt.optional else self.rules.default(state, prompt.seat, prompt.key)
