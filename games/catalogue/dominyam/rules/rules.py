"""Dominyam's implementation of the engine's rules interface."""

from typing import Any, Final

from games.catalogue.dominyam.rules.events import DominyamEvent
from games.catalogue.dominyam.rules.facilitation import EVENTS
from games.catalogue.dominyam.rules.moves import DominyamMove, Eat, NoMeal, Reroll
from games.catalogue.dominyam.rules.prompts import check_open, legal_choices, open_prompts
from games.catalogue.dominyam.rules.scenario import Scenario, load
from games.catalogue.dominyam.rules.scoring import result_of
from games.catalogue.dominyam.rules.setup import set_up
from games.catalogue.dominyam.rules.turn import eat, go_without, reroll
from games.catalogue.dominyam.rules.types import Options, State
from games.catalogue.dominyam.rules.view import view_of
from games.engine.draws import Draws
from games.engine.errors import IllegalMove
from games.engine.facilitation import Facilitation
from games.engine.types import Outcome, Seat


class DominyamRules:
    """See `games.engine.rules.Rules`. Seats play in turn; the scenario gives their number."""

    key: str = "dominyam"
    version: int = 1
    state_type: Any = State
    move_type: Any = DominyamMove
    event_type: Any = DominyamEvent
    options_type: Any = Options
    facilitation: Facilitation = EVENTS
    load_scenario = staticmethod(load)
    setup = staticmethod(set_up)
    prompts = staticmethod(open_prompts)
    choices = staticmethod(legal_choices)
    view = staticmethod(view_of)
    result = staticmethod(result_of)

    def seat_counts(self, scenario: Scenario) -> range:
        """The scenario's number of players."""
        return range(scenario.players, scenario.players + 1)

    def apply(self, state: State, seat: Seat, key: str, move: DominyamMove, draws: Draws) -> Outcome:
        check_open(state, seat, key)
        match move:
            case Reroll():
                return reroll(state, move, draws)
            case Eat():
                return eat(state, move, draws)
            case NoMeal():
                return go_without(state, draws)
        raise IllegalMove("wrong_move")

    def default(self, state: State, seat: Seat, key: str) -> DominyamMove:
        """A missed turn, or the rest of a turn, is played as no meal. README decision 10."""
        check_open(state, seat, key)
        return NoMeal()


RULES: Final = DominyamRules()
