"""The aim of a seat, and the reason for the end of a match, each in a sentence."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.utboheme import names
from games.catalogue.utboheme.rules.view import View
from games.engine.types import Result
from games.ui.faces import Scene
from games.ui.seats import players_named
from games.ui.sentences import listed_with_and, phrase

ENDING_KINDS: Final = ()


def aim(scene: Scene) -> str:
    figures = scene.view.figures
    words = {"target": names.points(figures.target), "uv": figures.uv_points, "up": figures.upgraded_points}
    return _("Be the first with %(target)s: a UV brings %(uv)d, a UV** %(up)d.") % words


def ending(scene: Scene, result: Result) -> str:
    """The winner's points and their parts, as the reason for the end."""
    view: View = scene.view
    if result.places.count(1) > 1:
        return _("The last round is played.")
    best = result.places.index(1)
    uvs, ups = len(view.uv[best]), len(view.upgraded[best])
    parts = [ngettext("%(number)d UV", "%(number)d UV", uvs) % {"number": uvs}] if uvs else []
    parts += [ngettext("%(number)d UV**", "%(number)d UV**", ups) % {"number": ups}] if ups else []
    parts += [_("the longest cursus")] if view.longest == best else []
    parts += [_("the oldest ancien")] if view.oldest == best else []
    words = {"points": names.points(result.scores[best]), "parts": listed_with_and(parts)} | players_named(player=best)
    if view.winner is None:
        return phrase(_("The last round was played. %(The_player)s has most: %(points)s, with %(parts)s."), **words)
    return phrase(_("%(The_player)s was the first to reach the target: %(points)s, with %(parts)s."), **words)
