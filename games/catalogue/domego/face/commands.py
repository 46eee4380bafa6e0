"""Decisions in text mode."""

from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.domego.rules.moves import Accept, Allocate, BreakOff, Buy, Offer
from games.engine.types import Choice, Prompt
from games.ui.faces import Scene


def command(scene: Scene, prompt: Prompt, choice: Choice) -> str:
    """A command such as `place 2 against risk`; the numbers are cubes, as on the sheet."""
    match choice.move:
        case Buy():
            return _("buy {quantity}")
        case Offer():
            return _("offer {price}")
        case Accept(price=price):
            return _("accept %(price)d") % {"price": price}
        case BreakOff():
            return _("break off")
        case Allocate():
            return _place(scene, prompt, choice.move)
    return ""


def _place(scene: Scene, prompt: Prompt, move: Any) -> str:
    activity = scene.view.sheet.activities[scene.view.turn - 1]
    part = next(each for each in activity.parts if each.role == prompt.seat)
    parts = []
    if move.risk_tier:
        parts.append(_("%(cubes)d against risk") % {"cubes": part.risk[move.risk_tier][0]})
    if move.delay_tier:
        parts.append(_("%(cubes)d against duration") % {"cubes": part.delay[move.delay_tier][0]})
    placed = _(" and ").join(parts) or _("what is required")
    return _("place %(what)s[ buying {buy}]") % {"what": placed}
