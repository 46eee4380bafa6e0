"""Predictions of a class: the end of the present turn."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from games.catalogue.dominyam.rules.events import Eaten, TurnBegun, WentWithout
from games.catalogue.dominyam.rules.types import step_of
from games.catalogue.dominyam.rules.view import View
from games.ui.faces import Scene
from games.ui.learning import NOTHING, Predictable

PREDICTION_KINDS: Final = ("turn_begun", "eaten", "went_without", "game_ended")


def predictables(scene: Scene) -> tuple[Predictable, ...]:
    """The turn of the player whose dice lie on the table. The rules give no odds: the player decides what to
    keep.
    """
    view: View = scene.view
    if view.ended is not None:
        return ()
    options = (
        _("with a meal"),
        _("without a meal, although the dice allow one"),
        _("without a meal, as the dice allow none"),
    )
    return (Predictable(f"turn-{step_of(view.turn)}-{view.attempt}", _("How does the present turn end?"), options),)


def predicted(_scenario: Any, key: str, events: Sequence[Any]) -> int | None:
    """The option by which the turn of the key ended."""
    turn, attempt = map(int, key.split("-")[1:])
    begun = [
        number
        for number, event in enumerate(events)
        if isinstance(event, TurnBegun) and (event.turn, event.attempt) == (turn, attempt)
    ]
    for event in events[begun[0] + 1 :] if begun else ():
        if isinstance(event, Eaten):
            return 0
        if isinstance(event, WentWithout):
            return 1 if event.could else 2
        return NOTHING
    return None
