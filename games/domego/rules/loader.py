"""Reading a scenario file."""

import re
from typing import Any

import msgspec

from games.domego.rules.checks import check
from games.domego.rules.scenario import Scenario
from games.engine import codec
from games.engine.errors import ScenarioError

_decoder: msgspec.json.Decoder[Scenario] = codec.decoder(Scenario)


def load(text: bytes | str) -> Scenario:
    """The scenario of a file's text. Raises ScenarioError with the path of the first fault."""
    try:
        scenario = _decoder.decode(text)
    except msgspec.ValidationError as fault:
        reason, _, path = str(fault).partition(" - at `")
        path = path.rstrip("`").removeprefix("$").removeprefix(".")
        raise ScenarioError(path or "$", _whose(text, path) + reason) from fault
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise ScenarioError("$", str(fault)) from fault
    check(scenario)
    return scenario


def _whose(text: bytes | str, path: str) -> str:
    """`owner: ` where the path leads through a role or a role's line."""
    place: Any = msgspec.json.decode(text)
    name = ""
    for step in re.findall(r"\w+|\[\d+\]", path):
        place = place[int(step[1:-1])] if step[0] == "[" else place[step]
        if isinstance(place, dict):
            role = place.get("role", place.get("id"))
            name = f"{role}: " if isinstance(role, str) else name
    return name
