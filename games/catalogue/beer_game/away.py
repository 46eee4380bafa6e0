"""The standing instructions of an absent player: a rule for orders."""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from games.catalogue.beer_game.bots import position
from games.catalogue.beer_game.rules.types import Order
from games.catalogue.beer_game.rules.view import View
from games.engine.errors import IllegalMove
from games.engine.types import Prompt, Seat, Value


class Plan(Value, frozen=True):
    """A rule for orders. `asked` orders the customer's order, `fixed` the amount. `up_to` raises stock plus supply line
    less backlog to the amount.
    """

    rule: Literal["asked", "fixed", "up_to"] = "asked"
    amount: Annotated[int, Meta(ge=0, le=999)] = 0


class BeerAway:
    """Standing orders."""

    plan_type: Any = Plan

    def check(self, plan: Plan, view: View, seat: Seat) -> None:
        if plan.rule == "fixed" and plan.amount > view.terms.most_order:
            raise IllegalMove("order_too_large", field="amount", amount=plan.amount, most=view.terms.most_order)

    def answer(self, plan: Plan, view: View, prompt: Prompt) -> Order | None:
        stage = view.stages[prompt.seat]
        if stage is None:
            return None
        amounts = {"asked": stage.incoming, "fixed": plan.amount, "up_to": plan.amount - position(stage)}
        return Order(max(0, min(amounts[plan.rule], view.terms.most_order)))


AWAY: Final = BeerAway()
