"""Scenarios that do not load, in words."""

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from games.engine import registry
from games.engine.errors import Fault
from games.engine.lesson import FIRST_GAME
from games.engine.registry import Game, LeftOut

SHOWN: Final = 20
"""The number of faults that a refusal names."""


def fault_text(fault: Fault) -> str:
    """A fault without its place, in the current language."""
    return gettext(fault.text) % fault.params


def fault_words(fault: Fault) -> str:
    """A fault with its path, in the current language."""
    said = fault_text(fault)
    if fault.whose:
        said = _("%(whose)s: %(what)s") % {"whose": fault.whose, "what": said}
    return _("%(path)s: %(reason)s") % {"path": fault.path, "reason": said}


def refusal_words(faults: tuple[Fault, ...]) -> str:
    """The first faults, one a line, and the number of the others."""
    lines = [fault_words(fault) for fault in faults[:SHOWN]]
    more = len(faults) - SHOWN
    if more > 0:
        lines.append(ngettext("%(count)d more fault.", "%(count)d more faults.", more) % {"count": more})
    return "\n".join(lines)


def all_left_out() -> Iterable[tuple[Game, LeftOut]]:
    """Each scenario of this site that does not load, with its game."""
    return ((game, each) for game in registry.all_games() for each in game.left_out)


def none_left(game: Game, scenario: LeftOut) -> bool:
    """Has the game no scenario but such ones?"""
    return not game.scenarios and scenario.key != FIRST_GAME


def left_out_words(key: str, faults: int, *, alone: bool) -> str:
    """A sentence on a scenario by its name (`domego/classic`), and one more if its game has no other."""
    said = ngettext(
        "The scenario %(key)s is left out: %(count)d fault.",
        "The scenario %(key)s is left out: %(count)d faults.",
        faults,
    ) % {"key": key, "count": faults}
    if alone:
        said += " " + _("Its game has no other one, so it is not offered.")
    return said
