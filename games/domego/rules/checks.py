"""What a well-formed scenario file must also be."""

from games.domego.rules.scenario import Scenario


def check(scenario: Scenario) -> None:
    """Raise ScenarioError for the first fault."""
