"""A bot that takes the greatest immediate gain."""

from games.catalogue.dominato.bots.base import ThinkingBot
from games.catalogue.dominato.rules.links import Link
from games.catalogue.dominato.rules.view import View
from games.engine.draws import Draws


class GreedyBot(ThinkingBot):
    """Lays a link of the highest order, with random ties; gives away any tile."""

    def choose(self, view: View, found: list[Link], draws: Draws, label: str) -> Link:
        highest = max(link.order for link in found)
        best = [link for link in found if link.order == highest]
        return best[draws.below(len(best), label)]

    def gift(self, view: View, draws: Draws, label: str) -> int:
        return view.hand[draws.below(len(view.hand), label)]
