"""Decisions in text mode."""

from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.dominato.names import tile
from games.catalogue.dominato.rules.moves import Claim, Close, Give, Pass, Place
from games.engine.types import Choice, Prompt
from games.ui.faces import Scene


def command(scene: Scene, prompt: Prompt, choice: Choice) -> str:
    """A command such as `lay 3 -2 at 12`: the squares of the tile in their final order, and the number of the place."""
    match choice.move:
        case Place():
            return _lay(scene, choice)
        case Pass():
            return _("pass")
        case Claim():
            return _("claim an error")
        case Close():
            return _("no error")
        case Give(tile=number):
            return _("give %(tile)s") % {"tile": _squares(scene, number)}
    return ""


def lists_commands(scene: Scene) -> bool:
    """True only if the table highlights the suitable places."""
    options = scene.view.options
    return bool(options.helper) and options.validation == "auto"


def _lay(scene: Scene, choice: Choice) -> str:
    move: Any = choice.move
    said = _("[ saying {said}]") if any(span.field == "said" for span in choice.spans) else ""
    if any(span.field == "place" for span in choice.spans):
        return _("lay %(tile)s at {place+1}[ turned {turned}]") % {"tile": _squares(scene, move.tile)} + said
    squares = {"tile": _squares(scene, move.tile, turned=bool(move.turned)), "place": move.place + 1}
    return _("lay %(tile)s at %(place)d") % squares + said


def _squares(scene: Scene, number: int, *, turned: bool = False) -> str:
    found = scene.view.deck.tiles[number]
    return tile(found.b, found.a) if turned else tile(found.a, found.b)
