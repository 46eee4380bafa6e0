"""Standing orders for players who are away."""

import pytest

from games.catalogue.beer_game.away import AWAY, Plan
from games.catalogue.beer_game.rules.rules import RULES
from games.catalogue.beer_game.rules.types import Order
from games.engine.errors import IllegalMove
from tests.games.catalogue.beer_game.pure.test_rules import begun


@pytest.mark.parametrize(
    ("plan", "amount"),
    [
        (Plan("asked"), 4),
        (Plan("fixed", 7), 7),
        (Plan("up_to", 30), 10),
        (Plan("up_to", 3), 0),
        (Plan("up_to", 900), 200),
    ],
)
def test_a_standing_order_is_always_legal(plan, amount):
    state = begun()
    prompt = RULES.prompts(state)[1]
    assert AWAY.answer(plan, RULES.view(state, 1), prompt) == Order(amount)


def test_a_fixed_amount_above_the_limit_is_refused_beside_its_field():
    with pytest.raises(IllegalMove, match="order_too_large") as refused:
        AWAY.check(Plan("fixed", 201), RULES.view(begun(), 1), 1)
    assert refused.value.params["field"] == "amount"


def test_a_seat_that_is_not_seen_is_left_to_its_person():
    state = begun()
    assert AWAY.answer(Plan(), RULES.view(state, 0), RULES.prompts(state)[1]) is None
