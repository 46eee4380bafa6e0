"""The beer game's rules: each week is a round in which all seats order."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from games.catalogue.beer_game.rules.facilitation import EVENTS
from games.catalogue.beer_game.rules.results import result_of
from games.catalogue.beer_game.rules.scenario import KEY, Scenario, load
from games.catalogue.beer_game.rules.types import BeerEvent, Options, Order, Ordered, State
from games.catalogue.beer_game.rules.view import view_of
from games.catalogue.beer_game.rules.weeks import audience, end_week, set_up
from games.engine.draws import Draws
from games.engine.errors import IllegalMove
from games.engine.facilitation import Facilitation
from games.engine.rounds import Question, Rounds
from games.engine.types import Choice, Outcome, Seat, Span


class BeerRules(Rounds):
    """See `games.engine.rounds.Rounds`. A stage keeps its own order, so the state has no field `answers`."""

    key = KEY
    version = 1
    state_type: Any = State
    move_type: Any = Order
    event_type: Any = BeerEvent
    options_type: Any = Options
    facilitation: Facilitation = EVENTS
    load_scenario = staticmethod(load)
    setup = staticmethod(set_up)
    view = staticmethod(view_of)
    result = staticmethod(result_of)

    def seat_counts(self, scenario: Scenario) -> range:
        """The scenario's number of seats."""
        return range(scenario.seats, scenario.seats + 1)

    def question(self, state: State, seat: Seat) -> Question | None:
        """The order of the week. The default is the customer's order."""
        if state.over:
            return None
        week, most = state.week, state.terms.most_order
        return Question(
            week,
            f"week-{week}/order",
            "order",
            (Choice(Order(0), (Span("amount", 0, most),)),),
            Order(min(state.stages[seat].incoming, most)),
            params={"week": week, "weeks": state.terms.weeks, "most": most},
        )

    def resolve(self, state: State, answers: Mapping[Seat, Order], draws: Draws) -> Outcome:
        return end_week(state, answers, draws)

    def told(self, state: State, seat: Seat, answer: Order) -> tuple[Ordered]:
        return (Ordered(turn=state.week, seat=seat, audience=audience(state.options, seat), amount=answer.amount),)

    def refusal(self, state: State, seat: Seat, answer: Order) -> IllegalMove:
        return IllegalMove("order_too_large", amount=answer.amount, most=state.terms.most_order)

    def answers(self, state: State) -> tuple[Order | None, ...]:
        return tuple(None if stage.ordered is None else Order(stage.ordered) for stage in state.stages)

    def with_answers(self, state: State, answers: tuple[Order | None, ...]) -> State:
        orders = (None if answer is None else answer.amount for answer in answers)
        stages = (replace(stage, ordered=order) for stage, order in zip(state.stages, orders, strict=True))
        return replace(state, stages=tuple(stages))


RULES: Final = BeerRules()
