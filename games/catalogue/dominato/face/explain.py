"""A player's accounts in words: the games that add up to the points, and the changes on cards of news."""

from typing import Final

from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.catalogue.dominato import names
from games.catalogue.dominato.rules.accounts import ACCOUNTS, POINTS, TILES
from games.catalogue.dominato.rules.events import PointsBrought
from games.engine.ledger import Entry, Holder
from games.ui.faces import ExplainPart, Scene
from games.ui.ledger import Statement, Statements
from games.ui.nouns import named
from games.ui.seats import player_name


def _player(seat: Holder) -> dict[str, str]:
    return named(player=player_name(seat or 0))


def _points(scene: Scene, entry: Entry) -> str:
    event, seat = entry.event, entry.posting.holder
    if isinstance(event, PointsBrought):
        return _("%(title)s, from the facilitator") % {"title": names.brought_title(event)}
    if event.seat == seat:
        return _("won the game")
    tiles = names.tiles_left(event.left[seat])
    extra = event.points[seat] - event.left[seat]
    if extra:
        return _("%(tiles)s left, and %(extra)d more because a link won") % {"tiles": tiles, "extra": extra}
    return _("%(tiles)s left") % {"tiles": tiles}


def _tiles_changed(scene: Scene, seat: Holder) -> str:
    return _("Your tiles") if seat == scene.seat else _("Tiles %(of_player)s") % _player(seat)


def _points_changed(scene: Scene, seat: Holder) -> str:
    return pgettext("pupil", "Your points") if seat == scene.seat else _("Points %(of_player)s") % _player(seat)


STATEMENTS: Final = Statements(
    ACCOUNTS,
    {
        "points": Statement(
            account=POINTS,
            title=lambda scene, seat: _("Points %(of_player)s") % _player(seat),
            words=_points,
            explained_unit=gettext_lazy("points"),
            note=lambda scene, seat: format_html("{}", _("Points are tiles left in hand, so few are good.")),
            rule="rules#scoring",
            changed=_points_changed,
        ),
        "tiles": Statement(account=TILES, changed=_tiles_changed),
    },
)

EXPLAIN: Final = ExplainPart(number=STATEMENTS.explain, kinds=STATEMENTS.explain_kinds)
