"""The table of Dominato: its regions, the card that asks, and the forms that answer."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.dominato import board
from games.catalogue.dominato.board import writes_balances
from games.catalogue.dominato.face import commands, deciding, hand, players
from games.catalogue.dominato.face.forms import form_for
from games.catalogue.dominato.face.lying import places_in_words
from games.catalogue.dominato.rules.view import View
from games.ui.expected import Figure
from games.ui.faces import Region, Scene, TablePart


def context(scene: Scene) -> dict[str, Any]:
    """The contents of the regions of the table page."""
    view: View = scene.view
    lays = any(prompt.kind == "play" for prompt in scene.own_prompts())
    layout = board.table(view, lit=lays)
    return {
        "layout": layout,
        "layout_places": places_in_words(view, tuple(target.number for target in layout.targets)),
        "layout_lines": players.tiles_in_words(view),
        "layout_lit": lays,
        "layout_tells": board.tells_places(view),
        "helper": writes_balances(view.options),
        "challenge": view.options.validation == "challenge",
        "own_tiles": hand.hand_tiles(view),
        "place_rows": players.rows(scene),
        "aside": view.aside,
    }


TABLE: Final = TablePart(
    regions=(
        Region("layout", "dominato/table.html", "card d-card", "top"),
        Region("tiles", "dominato/tiles.html", "card", "pair"),
        Region("players", "dominato/players.html", "card", "pair"),
    ),
    decides_on_drawing=True,
    scripts=("games/view.js", "games/near.js", "dominato/table.js", "dominato/speak.js"),
    styles=("dominato/table.css",),
    context=context,
    decision=deciding.card,
    form=form_for,
    command=commands.command,
    lists_commands=commands.lists_commands,
    expected_figures=lambda scene: (Figure("points", pgettext("pupil", "Your points"), note=_("few are good")),),
)
