"""What the thinking bots share: they never lay a wrong tile, and see every error of the others."""

from typing import Any

from games.dominato.rules.links import Link, links
from games.dominato.rules.moves import Claim, Close, DominatoMove, Give, Pass, Place
from games.dominato.rules.places import is_right
from games.dominato.rules.view import View
from games.engine.bots import SeatBot
from games.engine.draws import Draws
from games.engine.types import Prompt


class ThinkingBot(SeatBot):
    """Claims what is wrong, closes what is right; subclasses choose placements and gifts."""

    def move(self, view: Any, prompt: Prompt, draws: Draws) -> DominatoMove | None:
        label = f"{prompt.key}/{prompt.seat}"
        if prompt.kind == "give":
            return Give(self.gift(view, draws, label))
        if self._sees_error(view, prompt.seat):
            return Claim()
        if prompt.kind in ("claim", "check"):
            return Close()
        found = list(links(view.deck, view.table, view.hand, view.options))
        if not found:
            return Pass()
        best = self.choose(view, found, draws, label)
        return Place(best.tile, best.place, best.turned)

    def _sees_error(self, view: View, seat: int) -> bool:
        window = view.window
        if window is None or window.seat == seat or seat in window.closed:
            return False
        return not is_right(view.table)

    def choose(self, view: View, found: list[Link], draws: Draws, label: str) -> Link:
        """One of the right placements."""
        raise NotImplementedError

    def gift(self, view: View, draws: Draws, label: str) -> int:
        """The tile to hand to a player who was wrong."""
        raise NotImplementedError
