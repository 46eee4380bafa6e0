"""Loading of a scenario file."""

from games.catalogue.domego.rules.checks import faults
from games.catalogue.domego.rules.scenario import Scenario
from games.engine import codec
from games.engine.errors import refuse


def load(text: bytes | str) -> Scenario:
    """The scenario of a file's text. Raises ScenarioError with all faults."""
    scenario: Scenario = codec.read_scenario(text, Scenario)
    refuse(faults(scenario))
    return scenario
