"""The beer game's bots, weakest first. They use their seat's view."""

from collections.abc import Callable
from typing import Final

from games.catalogue.beer_game.rules.types import ROWS, Order
from games.catalogue.beer_game.rules.view import StageView, View
from games.engine.bots import Bot, SeatBot
from games.engine.draws import Draws
from games.engine.rules import Rules
from games.engine.types import Prompt

WILD: Final = 5
"""The weakest bot orders at most the greatest permitted order divided by this number."""
SHELF: Final = 12
"""The stock that the naive bot aims at."""
HASTE: Final = 4
"""The naive bot orders its missing stock divided by this number, again each week."""
SLOWNESS: Final = 12
"""The strong bot orders the gap between its inventory position and its aim divided by this number each week."""
QUIET: Final = 20
"""The gap in pallets up to which the strong bot makes no correction."""


class OrderBot(SeatBot):
    """Base class: an amount for the seat's stage, limited to permitted orders."""

    def move(self, view: View, prompt: Prompt, draws: Draws) -> Order | None:
        stage = view.stages[prompt.seat]
        if stage is None:
            return None
        amount = self.amount(view, stage, draws, f"{prompt.key}/{prompt.seat}")
        return Order(max(0, min(amount, view.terms.most_order)))

    def amount(self, view: View, stage: StageView, draws: Draws, label: str) -> int:
        """The number of pallets to order."""
        raise NotImplementedError


class RandomBot(OrderBot):
    """Orders a random amount within a moderate range."""

    def amount(self, view: View, stage: StageView, draws: Draws, label: str) -> int:
        return draws.below(view.terms.most_order // WILD + 1, label)


class NaiveBot(OrderBot):
    """Orders the customer's order and a part of its missing stock. It ignores the supply line, as most people do at
    first.
    """

    def amount(self, view: View, stage: StageView, draws: Draws, label: str) -> int:
        return stage.incoming + rounded(SHELF - (stage.stock - stage.backlog), HASTE)


class StrongBot(OrderBot):
    """Orders up to a level that counts the supply line. It passes demand on and corrects slowly, so that orders
    upstream stay calm.
    """

    def amount(self, view: View, stage: StageView, draws: Draws, label: str) -> int:
        gap = aim(view, stage) - position(stage)
        return stage.incoming + (rounded(gap, SLOWNESS) if abs(gap) > QUIET else 0)


def mean_demand(stage: StageView) -> int:
    """The mean of the customer's latest orders, rounded up."""
    asked = [*(row.incoming for row in stage.rows[1 - ROWS :]), stage.incoming]
    return -(-sum(asked) // len(asked))


def position(stage: StageView) -> int:
    """The inventory position: stock less the backlog, plus the supply line."""
    return stage.stock - stage.backlog + stage.on_order


def aim(view: View, stage: StageView) -> int:
    """The inventory position that covers demand from an order to its delivery."""
    return mean_demand(stage) * (view.terms.order_delay + view.terms.shipping_delay)


def rounded(number: int, by: int) -> int:
    """The quotient rounded to the nearest whole number, halves up."""
    return (2 * number + by) // (2 * by)


BOTS: Final[dict[str, Callable[[Rules], Bot]]] = {"random": RandomBot, "naive": NaiveBot, "strong": StrongBot}
