"""The explanation of a player's points."""

from typing import Final

from django.utils.html import format_html
from django.utils.translation import gettext as _

from games.catalogue.dominato import names
from games.catalogue.dominato.rules.events import GameEnded
from games.ui.faces import ExplainPart, Explanation, Scene, Term
from games.ui.nouns import named
from games.ui.seats import player_name, seat_of

PREFIX = "points-"


def explain_kinds(what: str) -> tuple[str, ...]:
    return ("game_ended",) if what.startswith(PREFIX) else ()


def explain(scene: Scene, what: str) -> Explanation | None:
    """The terms of the points, one for each game."""
    asked = seat_of(what, scene.scenario.players, "points")
    if asked is None:
        return None
    seat = asked[1]
    terms = tuple(
        Term(_describe_game_end(event, seat), event.points[seat], event.turn, (place,))
        for place, event in enumerate(scene.record)
        if isinstance(event, GameEnded)
    )
    return Explanation(
        title=_("Points %(of_player)s") % named(player=player_name(seat)),
        terms=terms,
        total=sum(term.amount for term in terms),
        unit=_("points"),
        note=format_html("{}", _("Points are tiles left in hand, so few are good.")),
        rule="rules#scoring",
    )


def _describe_game_end(event: GameEnded, seat: int) -> str:
    if event.seat == seat:
        return _("won the game")
    tiles = names.tiles_left(event.left[seat])
    extra = event.points[seat] - event.left[seat]
    if extra:
        return _("%(tiles)s left, and %(extra)d more because a link won") % {"tiles": tiles, "extra": extra}
    return _("%(tiles)s left") % {"tiles": tiles}


EXPLAIN: Final = ExplainPart(number=explain, kinds=explain_kinds)
