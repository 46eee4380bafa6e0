"""Master Builder's implementation of the engine's rules interface."""

from typing import Final

from games.catalogue.master_builder.rules import applying
from games.catalogue.master_builder.rules.choices import legal_choices
from games.catalogue.master_builder.rules.defaults import default_move
from games.catalogue.master_builder.rules.events import MasterBuilderEvent
from games.catalogue.master_builder.rules.facilitation import EVENTS
from games.catalogue.master_builder.rules.moves import MasterBuilderMove
from games.catalogue.master_builder.rules.prompts import open_prompts
from games.catalogue.master_builder.rules.scenario import Scenario, load
from games.catalogue.master_builder.rules.scoring import result_of
from games.catalogue.master_builder.rules.setup import set_up
from games.catalogue.master_builder.rules.types import Options, State
from games.catalogue.master_builder.rules.view import view_of
from games.engine.facilitation import Facilitation


class MasterBuilderRules:
    key = "master_builder"
    version = 1
    state_type = State
    move_type = MasterBuilderMove
    event_type = MasterBuilderEvent
    options_type = Options
    load_scenario = staticmethod(load)
    setup = staticmethod(set_up)
    prompts = staticmethod(open_prompts)
    choices = staticmethod(legal_choices)
    apply = staticmethod(applying.apply)
    default = staticmethod(default_move)
    view = staticmethod(view_of)
    result = staticmethod(result_of)
    facilitation: Facilitation = EVENTS

    def seat_counts(self, scenario: Scenario) -> range:
        """All numbers from the fewest to the most players of the scenario."""
        return range(scenario.players[0], scenario.players[-1] + 1)


RULES: Final = MasterBuilderRules()
