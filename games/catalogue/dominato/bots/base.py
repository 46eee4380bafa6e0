"""The common part of the thinking bots. They lay right tiles and see others' errors, except for the rates of the
options `bots_err` and `bots_overlook`.
"""

from typing import Any, Final

from games.catalogue.dominato.bots.erring import slip
from games.catalogue.dominato.rules.links import Link, links
from games.catalogue.dominato.rules.moves import Claim, Close, DominatoMove, Give, Pass, Place
from games.catalogue.dominato.rules.places import is_right
from games.catalogue.dominato.rules.types import WIN_ORDER
from games.catalogue.dominato.rules.view import View
from games.engine.bots import SeatBot
from games.engine.draws import Draws
from games.engine.types import Prompt

PERCENT: Final = 100


class ThinkingBot(SeatBot):
    """Claims wrong tiles and accepts right ones; subclasses choose placements and gifts."""

    def move(self, view: Any, prompt: Prompt, draws: Draws) -> DominatoMove | None:
        label = f"{prompt.key}/{prompt.seat}"
        if prompt.kind == "give":
            return Give(self.gift(view, draws, label))
        if self._sees_error(view, prompt.seat, draws):
            return Claim()
        if prompt.kind in ("claim", "check"):
            return Close()
        if self._happens(view.options.bots_err, view, draws, f"{label}/errs"):
            wrong = slip(view, draws, label)
            if wrong is not None:
                return wrong
        found = list(links(view.deck, view.table, view.hand, view.options))
        if not found:
            return Pass()
        best = self.choose(view, found, draws, label)
        said = view.deck.tiles[best.tile].balance if view.options.say_first else None
        return Place(best.tile, best.place, best.turned, said)

    def _sees_error(self, view: View, seat: int, draws: Draws) -> bool:
        """The answer for a tile is the same each time. A winning tile is always examined, so that wrong tiles on
        purpose cannot win.
        """
        window = view.window
        if window is None or window.seat == seat or seat in window.closed or is_right(view.table):
            return False
        if window.order >= WIN_ORDER or not view.counts[window.seat]:
            return True
        label = f"game-{view.game}/step-{window.step}/{seat}/overlooks"
        return not self._happens(view.options.bots_overlook, view, draws, label)

    def _happens(self, percent: Any, view: View, draws: Draws, label: str) -> bool:
        """True at random at this rate; without challenges bots make no errors."""
        if not percent or view.options.validation != "challenge":
            return False
        return draws.below(PERCENT, label) < percent

    def choose(self, view: View, found: list[Link], draws: Draws, label: str) -> Link:
        """One of the right placements."""
        raise NotImplementedError

    def gift(self, view: View, draws: Draws, label: str) -> int:
        """The tile to give to a player who was wrong."""
        raise NotImplementedError
