"""Each game: its end, its final table, and its turns."""

from typing import Any

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.catalogue.dominato import names
from games.catalogue.dominato.board import drawn, view_box
from games.catalogue.dominato.facts.tables import Facts, GamePlayed, StepPlayed
from games.ui.faces import RoleName
from games.ui.nouns import named
from games.ui.seats import player_name


def game_rows(facts: Facts, roles: tuple[RoleName, ...]) -> list[dict[str, Any]]:
    """The games in order. `chart` is the name of a game's chart."""
    return [
        {
            "number": game.number,
            "ending": _ending(game),
            "points": ", ".join(f"{role.name} {points}" for role, points in zip(roles, game.points, strict=False)),
            "started": named(player=roles[game.starter]),
            "box": view_box(game.table),
            "tiles": [drawn(replace(laid, said=None), helper=True) for laid in game.table],
            "alt": _("The table at the end of game %(game)d, with %(tiles)s")
            % {"game": game.number, "tiles": names.tiles_left(len(game.table))},
            "chart": f"hands-{game.number}",
            "steps": [_step(step, roles) for step in game.turns],
        }
        for game in facts.games
    ]


def _ending(game: GamePlayed) -> str:
    winner = named(player="" if game.winner is None else player_name(game.winner))
    if game.how is None:
        return _("It was not played to its end.")
    if game.how == "out":
        return _("%(The_player)s had no tile left.") % winner
    if game.how == "link":
        return _("%(The_player)s made a link of three or more.") % winner
    return _("Nobody could go on.")


def _step(step: StepPlayed, roles: tuple[RoleName, ...]) -> dict[str, Any]:
    """A line of the log: the tile laid, and the number of possible placements."""
    what = _("passed")
    if step.laid is not None:
        what = names.tile(step.laid.a, step.laid.b)
    notes = []
    if step.is_wrong:
        notes.append(_("wrong, taken back") if step.taken_back else _("wrong, not seen"))
    false = [roles[claim.seat].name for claim in step.claims if not claim.upheld]
    if false:
        notes.append(_("claimed in vain: %(players)s") % {"players": ", ".join(false)})
    return {
        "step": step.step,
        "role": roles[step.seat],
        "what": what,
        "link": names.link_name(step.order) if step.laid is not None else "",
        "options": step.options,
        "best": step.best,
        "notes": ", ".join(notes),
    }
