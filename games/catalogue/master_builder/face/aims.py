"""The aim of a seat, and the reason for the end of a match, each in a sentence."""

from typing import Final

from django.utils.translation import gettext as _

from games.catalogue.master_builder import names
from games.catalogue.master_builder.rules.events import MatchEnded
from games.engine.types import Result
from games.ui.faces import Scene
from games.ui.sentences import phrase

ENDING_KINDS: Final = ("match_ended",)


def aim(scene: Scene) -> str:
    rounds = scene.view.last_round
    return _("The most money after %(rounds)d rounds, less open loans: contracts pay, wages cost.") % {"rounds": rounds}


def ending(scene: Scene, result: Result) -> str:
    """The parts of the best score in a sentence."""
    last = next(event for event in scene.record if isinstance(event, MatchEnded))
    if result.places.count(1) > 1:
        return phrase(_("Several have the same, most money: %(money)s."), money=names.k(max(result.scores)))
    best = result.places.index(1)
    words = {
        "cash": names.k(last.cash[best]),
        "unfinished": names.k(last.unfinished[best]),
        "debts": names.k(last.debts[best]),
    }
    text = _(
        "%(The_player)s has most: %(cash)s of cash, %(unfinished)s for unfinished contracts, less %(debts)s of loans."
    )
    return phrase(text, **words, **names.players_named(player=best))
