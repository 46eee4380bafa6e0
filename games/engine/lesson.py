"""A lesson: a small match with fixed luck, in which scripted bots create the situations to learn from."""

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
"""The strength that names the scripted bot of a lesson. People cannot choose it."""


class Waits(Enum):
    """A script's answer that makes its bot wait until the learner has acted."""

    WAIT = "wait"


WAIT: Final = Waits.WAIT
Script = Callable[[Any, Prompt], Any]
"""From a seat's view and a prompt of that seat: the move that the lesson needs, `WAIT`, or None if any move will do."""


FIRST_GAME: Final = "first_game"
"""The key of a lesson's scenario."""


class Lesson(msgspec.Struct, frozen=True):
    """The set-up of a lesson: the text of its scenario (empty if the shipped one that it is made from cannot be read),
    options as JSON text, the number of `seats` and the learner's
    `seat`. All lessons of a game share one `seed`.
    """

    scenario: str
    seats: int
    seat: int
    seed: bytes
    script: Script
    options: str = "{}"


class ScriptedBot:
    """Plays the script's moves. The bot `usual` answers if the script has no move or the rules refuse it."""

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
    """Would the rules accept this move now? The move is tried with throw-away luck."""
    try:
        rules.apply(state, prompt.seat, prompt.key, move, LabelledDraws(b"tried"))
    except RulesError:
        return False
    return True
