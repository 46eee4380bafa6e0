"""The aim of a seat, and the reason for the end of a match, each in a sentence."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.catalogue.dominato.rules.events import GameEnded
from games.engine.types import Result
from games.ui.faces import Scene
from games.ui.seats import player_name, players_named
from games.ui.sentences import listed_with_and, phrase

ENDING_KINDS: Final = ("game_ended",)


def aim(scene: Scene) -> str:
    return pgettext("pupil", "Be the first without a tile. Each tile left costs a point; the fewest points win.")


def ending(scene: Scene, result: Result) -> str:
    """The player with the fewest points, and the games that decided it. Points that the facilitator brought may let
    another player than the winner of the only game have the fewest.
    """
    best = [seat for seat, place in enumerate(result.places) if place == 1]
    games = [event for event in scene.record if isinstance(event, GameEnded)]
    points = min(result.scores)
    if len(best) > 1:
        words = {"players": listed_with_and([player_name(seat) for seat in best]), "points": points}
        return phrase(_("%(players)s have the fewest points: %(points)s each."), **words)
    winner = players_named(player=best[0])
    if len(games) != 1 or games[0].seat not in (None, best[0]):
        wins = sum(event.seat == best[0] for event in games)
        told = ngettext(
            "%(The_player)s has the fewest points, %(points)s, and won %(wins)s game of %(games)s.",
            "%(The_player)s has the fewest points, %(points)s, and won %(wins)s games of %(games)s.",
            wins,
        )
        return phrase(told, **winner, points=points, wins=wins, games=len(games))
    how = {
        "out": _("%(The_player)s won: no tile was left."),
        "link": _("%(The_player)s won by a link of three or more."),
        "blocked": _("Nobody could go on; %(the_player)s has the fewest points."),
    }
    return phrase(how[games[0].how], **winner)
