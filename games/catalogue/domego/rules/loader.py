"""Loading of a scenario file."""

import re
from typing import Any

import msgspec

from games.catalogue.domego.rules.checks import check
from games.catalogue.domego.rules.scenario import Scenario
from games.engine import codec
from games.engine.errors import ScenarioError


def load(text: bytes | str) -> Scenario:
    """The scenario of a file's text. Raises ScenarioError with the path of the first fault, and the role whose line it
    is in.
    """
    try:
        scenario: Scenario = codec.read_scenario(text, Scenario)
    except ScenarioError as fault:
        path, reason = str(fault.params["path"]), str(fault.params["reason"])
        raise ScenarioError(path, _whose(text, path) + reason) from fault
    check(scenario)
    return scenario


def _whose(text: bytes | str, path: str) -> str:
    """A prefix such as `owner: ` if the path goes through a role or a role's line."""
    if path == "$":
        return ""
    place: Any = msgspec.json.decode(text)
    name = ""
    for step in re.findall(r"\w+|\[\d+\]", path):
        place = place[int(step[1:-1])] if step[0] == "[" else place[step]
        if isinstance(place, dict):
            role = place.get("role", place.get("id"))
            name = f"{role}: " if isinstance(role, str) else name
    return name
