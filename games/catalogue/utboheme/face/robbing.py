"""The possible victims of the robber, from visible information."""

from games.catalogue.utboheme.rules.board import layout
from games.catalogue.utboheme.rules.view import View


def neighbours_at(view: View, hexagon: int) -> list[int]:
    """The seats with a piece at a hexagon, without the active player."""
    around = set(layout(view.board).touching[hexagon])
    return [
        seat
        for seat in range(len(view.hand_counts))
        if seat != view.seat and around & {*view.uv[seat], *view.upgraded[seat]}
    ]


def victims_at(view: View, hexagon: int) -> list[int]:
    """The seats with a piece at a hexagon and a card, without the active player."""
    return [seat for seat in neighbours_at(view, hexagon) if view.hand_counts[seat]]
