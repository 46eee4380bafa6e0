"""Paths of a scenario, such as `activities[3].participants[0].risk[1]`."""

from typing import Any

from games.engine.editing import read_path


def at_path(scenario: Any, path: str) -> Any:
    """The value at a path. Raises LookupError or AttributeError for a path that leads nowhere, BadPath for a text that
    is none.
    """
    found = scenario
    for step in read_path(path):
        found = found[step] if isinstance(step, int) else getattr(found, step)
    return found
