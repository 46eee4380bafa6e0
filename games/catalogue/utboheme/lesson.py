"""The set-up of the first game of Les colons de l'UTBohème: an island for two, and an opponent who trades."""

from pathlib import Path
from typing import Any, Final

from games.catalogue.utboheme.rules.moves import AcceptOffer, EndTurn
from games.catalogue.utboheme.rules.view import View
from games.engine.lesson import Lesson
from games.engine.registry import texts
from games.engine.types import Prompt

LEARNER: Final = 0


def script(view: View, prompt: Prompt) -> Any:
    """The opponent's moves: it accepts every possible trade, and otherwise only ends its turns."""
    if prompt.kind == "answer":
        return AcceptOffer()
    return EndTurn() if prompt.kind == "act" else None


LESSON: Final = Lesson(
    scenario=texts(Path(__file__).parent / "scenarios").get("two", ""),
    seats=2,
    seat=LEARNER,
    seed=b"an island for two 25",
    script=script,
)
