"""The set-up of the beer game's first game: the middle of a chain of three, below it a retailer with one panic
order.
"""

from typing import Final

from games.catalogue.beer_game.bots import position
from games.catalogue.beer_game.rules.scenario import KEY
from games.catalogue.beer_game.rules.types import Order
from games.catalogue.beer_game.rules.view import View
from games.engine import codec
from games.engine.lesson import Lesson
from games.engine.types import Prompt

RETAILER: Final = 0
LEARNER: Final = 1
ORDERS: Final = {
    RETAILER: (4, 8, 16, 8, 0, 4, 8, 8),
    2: (4, 12, 8, 16, 8, 0, 4, 8),
}
"""The orders by week: the retailer once orders twice the sites' demand; the factory can always deliver."""
LEVEL: Final = 24
"""The level for the learner's stock and supply line: three weeks of 8."""
LEVELLED: Final = 4
"""The first week in which the learner orders up to the level."""


def advised(view: View) -> int:
    """The lesson's order: the customer's order. From the week `LEVELLED` to the last but one it is the difference to
    the level.
    """
    stage = view.stages[LEARNER]
    if stage is None:
        return 0
    amount = LEVEL - position(stage) if LEVELLED <= view.week < view.terms.weeks else stage.incoming
    return max(0, min(amount, view.terms.most_order))


def script(view: View, prompt: Prompt) -> Order:
    """The lesson's orders for the retailer and the factory."""
    return Order(ORDERS[prompt.seat][view.week - 1])


LESSON: Final = Lesson(
    scenario=codec.to_json(
        {
            "format": 1,
            "game": KEY,
            "id": "first_game",
            "name": {"en": "First game", "fr": "Première partie"},
            "chains": [3],
            "weeks": len(ORDERS[RETAILER]),
            "demand": {"pattern": [4, 8]},
        }
    ).decode(),
    seats=3,
    seat=LEARNER,
    seed=b"eight weeks of cement",
    script=script,
)
