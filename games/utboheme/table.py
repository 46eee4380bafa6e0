"""What the regions of the table page show."""

from typing import Any

from games.engine.types import Prompt
from games.kit.faces import Scene
from games.utboheme import hand, names, orders, trading
from games.utboheme.board import PIPS, drawing
from games.utboheme.rules.view import View
from games.utboheme.targets import targets

ON_THE_ISLAND = ("found_uv", "found_cc", "roads", "robber", "act")


def table(scene: Scene) -> dict[str, Any]:
    """The island, trade, the own cards, the players, the own standing orders."""
    view: View = scene.view
    return {
        "island": drawing(view),
        "targets": targets(view, _placing(scene)),
        "dice": [{"pips": PIPS[die]} for die in view.dice],
        "dice_sum": sum(view.dice),
        "trade": trading.region(scene),
        "own_held": hand.held(view, scene.seat) if scene.seat is not None else (),
        "own_cards": hand.card_rows(view),
        "hand_points": names.points(view.own_points) if scene.seat is not None else "",
        "cost_rows": hand.cost_rows(view, scene.seat),
        "player_rows": hand.player_rows(scene),
        "target_points": view.figures.target,
        "hand_limit": view.figures.hand_limit,
        "bank_words": hand.bank_words(view),
        "pile_left": view.pile,
        "orders": orders.region(scene),
        "left_out": () if scene.seat in scene.mine else ("orders",),
    }


def _placing(scene: Scene) -> Prompt | None:
    """The open question that is answered on the island."""
    return next((prompt for prompt in scene.own_prompts() if prompt.kind in ON_THE_ISLAND), None)
