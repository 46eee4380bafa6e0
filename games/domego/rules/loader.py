"""Reading a scenario file."""

import msgspec

from games.domego.rules.checks import check
from games.domego.rules.scenario import Scenario
from games.engine.errors import ScenarioError

_decoder = msgspec.json.Decoder(Scenario)


def load(text: bytes | str) -> Scenario:
    """The scenario of a file's text. Raises ScenarioError with the path of the first fault."""
    try:
        scenario = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        reason, _, path = str(fault).partition(" - at `")
        raise ScenarioError(path.rstrip("`").removeprefix("$").removeprefix(".") or "$", reason) from fault
    check(scenario)
    return scenario
