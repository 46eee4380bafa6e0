"""Predictions of a class: the winner of the present game."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from games.catalogue.dominato.rules.events import GameBegun, GameEnded
from games.catalogue.dominato.rules.view import View
from games.ui.faces import Scene
from games.ui.learning import Predictable

PREDICTION_KINDS: Final = ("game_begun", "game_ended")


def predictables(scene: Scene) -> tuple[Predictable, ...]:
    """The end of the present game. The rules give no odds."""
    view: View = scene.view
    if view.phase == "over":
        return ()
    options = (_("the player who began"), _("another player"), _("nobody: all are blocked"))
    return (Predictable(f"game-{view.game}", _("Who wins the present game?"), options),)


def predicted(_scenario: Any, key: str, events: Sequence[Any]) -> int | None:
    """The option of the winner of the key's game."""
    game = int(key.rpartition("-")[2])
    began = next((event.seat for event in events if isinstance(event, GameBegun) and event.turn == game), None)
    end = next((event for event in events if isinstance(event, GameEnded) and event.turn == game), None)
    if end is None:
        return None
    if end.seat is None:
        return 2
    return 0 if end.seat == began else 1
