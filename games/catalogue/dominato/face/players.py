"""The players around the table, and the table in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.dominato import names
from games.catalogue.dominato.board import writes_balances
from games.catalogue.dominato.face.lying import touched
from games.catalogue.dominato.rules.turn import totals
from games.catalogue.dominato.rules.view import View
from games.ui.faces import RoleName, Scene


@dataclass(frozen=True)
class PlayerRow:
    """A player: tiles in hand, points of each finished game, and their sum with those that the facilitator brought."""

    seat: int
    role: RoleName
    holder: str
    me: bool
    tiles: int
    games: tuple[int, ...]
    total: int
    now: str
    awaited: bool
    brought: str | None = None
    """The points that the facilitator added or took off; None while there are none."""

    @property
    def tiles_words(self) -> str:
        """The words after the number of tiles."""
        return ngettext("tile in hand", "tiles in hand", self.tiles)


def rows(scene: Scene) -> tuple[PlayerRow, ...]:
    """The rows of the players, by seat."""
    view: View = scene.view
    sums = totals(view.done, len(view.counts), view.brought)
    asked = {prompt.seat: prompt for prompt in scene.prompts}
    return tuple(
        PlayerRow(
            seat=seat,
            role=role,
            holder=scene.names.get(seat, ""),
            me=seat == scene.seat,
            tiles=view.counts[seat],
            games=tuple(score.points[seat] for score in view.done),
            total=sums[seat],
            now=_now(asked[seat].kind) if seat in asked else "",
            awaited=seat in asked and not asked[seat].optional,
            brought=names.signed(view.brought[seat]) if view.brought else None,
        )
        for seat, role in enumerate(names.role_names(scene.scenario))
    )


def _now(kind: str) -> str:
    return {
        "play": _("lays"),
        "check": _("checks"),
        "claim": _("may check"),
        "give": _("gives a tile"),
    }[kind]


def tiles_in_words(view: View) -> list[str]:
    """The table for players who do not see it: each tile with its corner, in half squares from the first tile, and its
    neighbours.
    """
    lines = []
    for index, laid in enumerate(view.table):
        where = {"tile": names.tile(laid.a, laid.b), "x": names.signed(laid.x), "y": names.signed(laid.y)}
        text = _("%(tile)s: lying, at %(x)s across, %(y)s down")
        if laid.way == "V":
            text = _("%(tile)s: standing, first square on top, at %(x)s across, %(y)s down")
        said = text % where
        beside = touched(view, laid.x, laid.y, laid.way, index)
        if beside:
            said = _("%(tile)s, %(beside)s") % {"tile": said, "beside": beside}
        if laid.said is not None:
            said = _("%(tile)s. Said: %(balance)s") % {"tile": said, "balance": names.balance(laid.said)}
        elif writes_balances(view.options):
            said = _("%(tile)s. Balance: %(balance)s") % {"tile": said, "balance": names.balance(laid.balance)}
        lines.append(said)
    return lines
