"""The rules of Master Builder as the engine knows them."""

from typing import Final

from games.engine.draws import Draws
from games.engine.types import Choice, Outcome, Prompt, Result, Seat
from games.master_builder.rules import applying
from games.master_builder.rules.choices import legal_choices
from games.master_builder.rules.defaults import default_move
from games.master_builder.rules.events import MasterBuilderEvent
from games.master_builder.rules.moves import MasterBuilderMove
from games.master_builder.rules.prompts import open_prompts
from games.master_builder.rules.scenario import Scenario, load
from games.master_builder.rules.scoring import result_of
from games.master_builder.rules.setup import set_up
from games.master_builder.rules.types import Options, State
from games.master_builder.rules.view import View, view_of


class MasterBuilderRules:
    key = "master_builder"
    version = 1
    state_type = State
    move_type = MasterBuilderMove
    event_type = MasterBuilderEvent
    options_type = Options

    def load_scenario(self, text: bytes | str) -> Scenario:
        return load(text)

    def seat_counts(self, scenario: Scenario) -> range:
        """From the fewest to the most players of the scenario."""
        return range(scenario.players[0], scenario.players[-1] + 1)

    def setup(self, scenario: Scenario, options: Options, seats: int, draws: Draws) -> Outcome:
        return set_up(scenario, options, seats, draws)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return open_prompts(state)

    def choices(self, state: State, seat: Seat, key: str) -> tuple[Choice, ...]:
        return legal_choices(state, seat, key)

    def apply(self, state: State, seat: Seat, key: str, move: MasterBuilderMove, draws: Draws) -> Outcome:
        return applying.apply(state, seat, key, move, draws)

    def default(self, state: State, seat: Seat, key: str) -> MasterBuilderMove:
        return default_move(state, seat, key)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat)

    def result(self, state: State) -> Result | None:
        return result_of(state)


RULES: Final = MasterBuilderRules()
