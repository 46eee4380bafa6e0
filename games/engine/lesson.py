"""A lesson: a small match with known luck, in which bots do what is to be learned from."""

from collections.abc import Callable
from enum import Enum
from typing import Any, Final

import msgspec

from games.engine.bots import Bot
from games.engine.draws import Draws, LabelledDraws
from games.engine.errors import RulesError
from games.engine.rules import Rules
from games.engine.types import Prompt

LESSON: Final = "lesson"
"""Strength of the bot of a lesson's script; nobody chooses it."""


class Waits(Enum):
    """What a script says of a prompt where the bot says nothing before the learner has spoken."""

    WAIT = "wait"


WAIT: Final = Waits.WAIT
Script = Callable[[Any, Prompt], Any]
"""From a seat's view and a prompt of that seat: the move that the lesson needs, `WAIT`, or None where it needs none."""


class Lesson(msgspec.Struct, frozen=True):
    """What a lesson is played with: the text of its scenario, options as JSON text, how many `seats`, which `seat` the
    learner has, and the seed that every lesson of the game has in common.
    """

    scenario: str
    seats: int
    seat: int
    seed: bytes
    script: Script
    options: str = "{}"


class ScriptedBot:
    """Plays what the script says, and as `usual` where it says nothing or the rules do not allow it (any more)."""

    def __init__(self, rules: Rules, script: Script, usual: Bot) -> None:
        self.rules, self.script, self.usual = rules, script, usual

    def answer(self, state: Any, prompt: Prompt, draws: Draws) -> Any | None:
        """See `Bot.answer`. The script sees what the seat sees."""
        said = self.script(self.rules.view(state, prompt.seat), prompt)
        if said is WAIT:
            return None
        if said is not None and allowed(self.rules, state, prompt, said):
            return said
        return self.usual.answer(state, prompt, draws)


def allowed(rules: Rules, state: Any, prompt: Prompt, move: Any) -> bool:
    """Would the rules take this move now? Tried with luck that is thrown away."""
    try:
        rules.apply(state, prompt.seat, prompt.key, move, LabelledDraws(b"tried"))
    except RulesError:
        return False
    return True
