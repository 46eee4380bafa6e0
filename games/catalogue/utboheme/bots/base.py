"""The common part of all bots: the moves among which they choose, without hidden information."""

from typing import Any

from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.view import View
from games.engine.bots import SeatBot
from games.engine.draws import Draws
from games.engine.types import Prompt


class TableBot(SeatBot):
    """Gets its seat's view and its listed moves. Offers and plans are not listed, and it gives no standing orders."""

    def answer(self, state: Any, prompt: Prompt, draws: Draws) -> Any | None:
        if prompt.optional or (prompt.kind == "act" and prompt.passive):
            return None
        listed = [choice.move for choice in self.rules.choices(state, prompt.seat, prompt.key)]
        moves = [move for move in listed if not isinstance(move, m.Offer | m.Plan)]
        return self.choose(self.rules.view(state, prompt.seat), prompt, moves, draws)

    def choose(self, view: View, prompt: Prompt, moves: list[Any], draws: Draws) -> Any | None:
        """One of the moves, an offer, or None to wait."""
        raise NotImplementedError


def one_of(moves: list[Any], draws: Draws, label: str) -> Any:
    """A random one of these."""
    return moves[draws.below(len(moves), label)]
