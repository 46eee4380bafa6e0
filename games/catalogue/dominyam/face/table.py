"""The table of Dominyam: its regions, the card that asks, and the forms that answer."""

from typing import Any, Final

from games.catalogue.dominyam import names
from games.catalogue.dominyam.face import board, commands, deciding, hands
from games.catalogue.dominyam.face.facilitation import points_brought
from games.catalogue.dominyam.face.forms import form_for
from games.catalogue.dominyam.rules.table import best_sum
from games.catalogue.dominyam.rules.view import View
from games.ui.faces import Region, Scene, TablePart
from games.ui.nouns import named


def context(scene: Scene) -> dict[str, Any]:
    """The contents of the regions of the table page."""
    view: View = scene.view
    shown = scene.seat if scene.seat is not None else view.seat
    return {
        "spiral_width": board.WIDTH,
        "spiral_height": board.HEIGHT,
        "tiles": board.tiles(view),
        "links": board.links(view),
        "spiral_description": board.description(view),
        "pair_rows": board.pair_rows(view),
        "target_words": board.target_words(view, best_sum(view.dominoes, view.left)) if view.ended is None else "",
        "places_left": len(view.left),
        "dice_of_now": view.dice,
        "player_rows": hands.player_rows(scene),
        "won": hands.won(scene) if view.ended is not None else (),
        "hand": hands.hand_of(view, shown, points_brought(scene.record)[shown]),
        "hand_role": names.role_names(scene.scenario)[shown],
        "hand_named": named(role=names.role_names(scene.scenario)[shown]),
    }


TABLE: Final = TablePart(
    regions=(
        Region("spiral", "dominyam/spiral.html", "card y-card", "top"),
        Region("hand", "dominyam/hand.html", "card", "pair"),
        Region("players", "dominyam/players.html", "card", "pair"),
    ),
    decides_on_drawing=True,
    scripts=("dominyam/dice.js",),
    styles=("dominyam/spiral.css",),
    context=context,
    # Guesses are at most two in a turn. The facilitator brings few points.
    record_kinds=("guessed", "points_brought"),
    decision=deciding.card,
    form=form_for,
    command=commands.command,
)
