"""The rules: each morning all order papers, then the demand is drawn. Pure functions over frozen values."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from msgspec import Meta
from msgspec.structs import replace

from games.engine import codec
from games.engine.draws import Draws
from games.engine.errors import ScenarioError
from games.engine.ledger import Account, Accounts, own
from games.engine.rounds import Answered, Question, Rounds
from games.engine.types import Choice, Event, Move, Outcome, Result, Seat, Span, Text, Value, places
from games.engine.view_projection import seen

MOST: Final = 200


class Name(Value, frozen=True):
    """A text in both languages."""

    en: Text
    fr: Text


class Scenario(Value, frozen=True):
    """A scenario file. A paper costs `cost` and is sold at `price`; the demand of a day is from 0 to `demand`."""

    game: Text
    name: Name
    players: Annotated[int, Meta(ge=2, le=4)]
    days: Annotated[int, Meta(ge=1, le=30)]
    demand: Annotated[int, Meta(ge=1, le=MOST)]
    cost: Annotated[int, Meta(ge=1, le=9)]
    price: Annotated[int, Meta(ge=2, le=20)]


class Options(Value, frozen=True):
    """There are none."""


class Order(Move, frozen=True):
    """Order `papers` for the day."""

    papers: Annotated[int, Meta(ge=0, le=MOST)]


class State(Value, frozen=True):
    """The position before or during a day. `profits` are by seat, `answers` those of this day."""

    scenario: Scenario
    day: int
    profits: tuple[int, ...]
    answers: tuple[Order | None, ...]

    @property
    def over(self) -> bool:
        """Are all days played?"""
        return self.day > self.scenario.days


class View(Value, frozen=True):
    """The view of a seat: of the orders of this day its own alone."""

    scenario: Scenario
    day: int
    profits: tuple[int, ...]
    answers: tuple[Order | None, ...]
    done: tuple[bool, ...]
    over: bool


class Sold(Event, frozen=True, kw_only=True):
    """`seat` sold some of its papers; `profit` is that of the day."""

    papers: int
    sold: int
    profit: int


class Asked(Event, frozen=True, kw_only=True):
    """The demand of the day."""

    demand: int


PROFIT: Final = Account("profit", lambda view: dict(enumerate(view.profits)), {Sold: own(lambda event: event.profit)})
ACCOUNTS: Final = Accounts((PROFIT,))


class Newsvendor(Rounds):
    """See `games.engine.rounds.Rounds`."""

    key = "newsvendor"
    version = 1
    state_type: Any = State
    move_type: Any = Order
    event_type: Any = Answered | Sold | Asked
    options_type: Any = Options

    def load_scenario(self, text: bytes | str) -> Scenario:
        scenario: Scenario = codec.read_scenario(text, Scenario)
        if scenario.game != self.key:
            raise ScenarioError("game", "this is a scenario of another game")
        if scenario.price <= scenario.cost:
            raise ScenarioError("price", "it must be above the cost")
        return scenario

    def seat_counts(self, scenario: Scenario) -> range:
        return range(scenario.players, scenario.players + 1)

    def setup(self, scenario: Scenario, options: Options, seats: int, draws: Draws) -> Outcome:
        return Outcome(State(scenario, 1, (0,) * seats, (None,) * seats))

    def question(self, state: State, seat: Seat) -> Question | None:
        if state.over:
            return None
        choices = (Choice(Order(0), (Span("papers", 0, state.scenario.demand),)),)
        key, default = f"day-{state.day}/order", Order(state.scenario.demand // 2)
        return Question(state.day, key, "order", choices, default=default, params={"day": state.day})

    def resolve(self, state: State, answers: Mapping[Seat, Order], draws: Draws) -> Outcome:
        """All have the same demand (README decision 1)."""
        scenario, demand = state.scenario, draws.below(state.scenario.demand + 1, f"day-{state.day}/demand")
        told, profits = [Asked(turn=state.day, demand=demand)], list(state.profits)
        for seat, order in answers.items():
            sold = min(order.papers, demand)
            profit = scenario.price * sold - scenario.cost * order.papers
            profits[seat] += profit
            told.append(Sold(turn=state.day, seat=seat, papers=order.papers, sold=sold, profit=profit))
        return Outcome(replace(state, day=state.day + 1, profits=tuple(profits)), tuple(told))

    def view(self, state: State, seat: Seat | None) -> View:
        done = tuple(answer is not None for answer in state.answers)
        return seen(View, state, answers=self.known_answers(state, seat), done=done, over=state.over)

    def result(self, state: State) -> Result | None:
        return Result(state.profits, places(state.profits)) if state.over else None


RULES: Final = Newsvendor()
