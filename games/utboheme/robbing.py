"""Whom the active player can rob, as far as the table shows it."""

from games.utboheme.rules.board import layout
from games.utboheme.rules.view import View


def neighbours_at(view: View, hexagon: int) -> list[int]:
    """Seats with a piece at a hexagon, but for the active player."""
    around = set(layout(view.board).touching[hexagon])
    return [
        seat
        for seat in range(len(view.hand_counts))
        if seat != view.seat and around & {*view.uv[seat], *view.upgraded[seat]}
    ]


def victims_at(view: View, hexagon: int) -> list[int]:
    """Those of them that hold a card."""
    return [seat for seat in neighbours_at(view, hexagon) if view.hand_counts[seat]]
