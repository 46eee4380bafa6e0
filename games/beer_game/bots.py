"""Players without a person, weakest first. They see what their seat sees."""

from collections.abc import Callable
from typing import Final

from games.beer_game.rules.types import ROWS, Order
from games.beer_game.rules.view import StageView, View
from games.engine.bots import Bot, SeatBot
from games.engine.draws import Draws
from games.engine.rules import Rules
from games.engine.types import Prompt

WILD: Final = 5
"""The weakest bot orders anything up to one part in so many of what may be ordered at all."""
SHELF: Final = 12
"""Stock that the naive bot wants to see."""
HASTE: Final = 4
"""It orders one part in so many of what the shelf lacks, every week anew."""
SLOWNESS: Final = 12
"""The strong bot closes one part in so many of the gap between its inventory position and its aim in a week."""
QUIET: Final = 20
"""A gap of so many pallets leaves it calm."""


class OrderBot(SeatBot):
    """Base: an amount from the own stage, kept within what may be ordered."""

    def move(self, view: View, prompt: Prompt, draws: Draws) -> Order | None:
        stage = view.stages[prompt.seat]
        if stage is None:
            return None
        amount = self.amount(view, stage, draws, f"{prompt.key}/{prompt.seat}")
        return Order(max(0, min(amount, view.terms.most_order)))

    def amount(self, view: View, stage: StageView, draws: Draws, label: str) -> int:
        """Pallets to order."""
        raise NotImplementedError


class RandomBot(OrderBot):
    """Anything that is not outright mad."""

    def amount(self, view: View, stage: StageView, draws: Draws, label: str) -> int:
        return draws.below(view.terms.most_order // WILD + 1, label)


class NaiveBot(OrderBot):
    """What was asked, and a part of what the shelf lacks. Forgets what is on its way, as most people do at first."""

    def amount(self, view: View, stage: StageView, draws: Draws, label: str) -> int:
        return stage.incoming + rounded(SHELF - (stage.stock - stage.backlog), HASTE)


class StrongBot(OrderBot):
    """Orders up to a level and counts the supply line; passes demand on, and corrects slowly, so that nobody upstream
    is startled.
    """

    def amount(self, view: View, stage: StageView, draws: Draws, label: str) -> int:
        gap = aim(view, stage) - position(stage)
        return stage.incoming + (rounded(gap, SLOWNESS) if abs(gap) > QUIET else 0)


def mean_demand(stage: StageView) -> int:
    """The mean of the customer's latest orders, rounded up."""
    asked = [*(row.incoming for row in stage.rows[1 - ROWS :]), stage.incoming]
    return -(-sum(asked) // len(asked))


def position(stage: StageView) -> int:
    """Inventory position: at hand, less what is owed to the customer, with the supply line."""
    return stage.stock - stage.backlog + stage.on_order


def aim(view: View, stage: StageView) -> int:
    """The position that covers demand from an order to its delivery."""
    return mean_demand(stage) * (view.terms.order_delay + view.terms.shipping_delay)


def rounded(number: int, by: int) -> int:
    """A quotient as the nearest whole number, halves up."""
    return (2 * number + by) // (2 * by)


BOTS: Final[dict[str, Callable[[Rules], Bot]]] = {"random": RandomBot, "naive": NaiveBot, "strong": StrongBot}
