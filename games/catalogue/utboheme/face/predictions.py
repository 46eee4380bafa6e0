"""Predictions of a class: the sum of the dice of the next turn, in three ranges or as a number."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from games.catalogue.utboheme.rules.events import Rolled
from games.ui.faces import Scene
from games.ui.learning import Predictable

PREDICTION_KINDS: Final = ("rolled",)
ODDS: Final = (10, 16, 10)
"""Of 36 throws of two dice: sums of 2 to 5, of 6 to 8, of 9 to 12."""
BOUNDS: Final = (5, 8)
SUMS: Final = range(2, 13)
WAYS: Final = tuple(6 - abs(total - 7) for total in SUMS)
"""Of 36 throws of two dice, those with each sum."""


def predictables(scene: Scene) -> tuple[Predictable, ...]:
    """The dice that are thrown next: those of this turn if nobody has thrown yet."""
    view = scene.view
    if view.stage == "over":
        return ()
    turn = view.turn if view.stage == "roll" else view.turn + 1
    options = (_("2 to 5"), _("6 to 8"), _("9 to 12"))
    return (
        Predictable(f"roll-{turn}", _("What do the next dice show together?"), options, ODDS),
        Predictable(f"sum-{turn}", _("Which number do the next dice show together?"), tuple(map(str, SUMS)), WAYS),
    )


def predicted(_scenario: Any, key: str, events: Sequence[Any]) -> int | None:
    """The option with the sum of the dice in the turn of the key."""
    turn = int(key.rpartition("-")[2])
    total = next((sum(event.dice) for event in events if isinstance(event, Rolled) and event.turn == turn), None)
    if total is None:
        return None
    return SUMS.index(total) if key.startswith("sum") else sum(total > bound for bound in BOUNDS)
