"""The set-up of Domego's first game: a pavilion in five activities, in which the learner is the architect."""

from pathlib import Path
from typing import Any, Final

from games.catalogue.domego.rules.moves import Accept, Offer
from games.catalogue.domego.rules.view import View
from games.engine.lesson import WAIT, Lesson
from games.engine.registry import read_text
from games.engine.types import Prompt

FEE: Final = 16
"""The owner's offer (k), which is also the most that the owner pays."""
ARCHITECT: Final = 1


def script(view: View, prompt: Prompt) -> Any:
    """The owner's moves: it waits for the learner's first price, repeats its own, and accepts any price up to that."""
    if prompt.kind != "negotiate":
        return None
    talk = next((each for each in view.talks if each.how == "open"), None)
    if talk is None or talk.payee_offer is None or talk.last == prompt.seat:
        return WAIT
    return Accept(talk.payee_offer) if talk.payee_offer <= FEE else Offer(FEE)


LESSON: Final = Lesson(
    scenario=read_text(Path(__file__).parent / "first_game.json"),
    seats=3,
    seat=ARCHITECT,
    seed=b"a garden pavilion 5",
    script=script,
)
