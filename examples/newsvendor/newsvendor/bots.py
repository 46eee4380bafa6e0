"""Bots, weakest first."""

from collections.abc import Callable, Mapping
from typing import Final

from games.engine.bots import Bot, RandomBot, SeatBot
from games.engine.draws import Draws
from games.engine.rules import Rules
from games.engine.types import Prompt
from newsvendor.rules import Order, View


class Mean(SeatBot):
    """The mean demand, whatever a paper costs: what most people order at first."""

    def move(self, view: View, prompt: Prompt, draws: Draws) -> Order:
        return Order(view.scenario.demand // 2)


class Exact(SeatBot):
    """The critical ratio: one more paper as long as the chance to sell it is above its cost through its price."""

    def move(self, view: View, prompt: Prompt, draws: Draws) -> Order:
        most, cost, price = view.scenario.demand, view.scenario.cost, view.scenario.price
        return Order(most - cost * (most + 1) // price)


BOTS: Final[Mapping[str, Callable[[Rules], Bot]]] = {"random": RandomBot, "mean": Mean, "exact": Exact}
