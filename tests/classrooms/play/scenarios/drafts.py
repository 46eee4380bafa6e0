"""Own scenarios for tests, and drafts with any data at their places."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from classrooms.models import OwnScenario
from classrooms.play.scenarios.services.drafts import scenario_copy
from games.engine import editing, registry

ODD: Final = (None, [], {}, "a text", "", 10**30, -1, 1.5, True, [[]], [None, "a text", 7, {}], {"a": [{"b": None}]})
"""Values of all forms of JSON."""


def own_scenario(by: Any, game: str = "domego", title: str = "Harbour", data: Any = None) -> OwnScenario:
    """A copy of the first shipped scenario of a game, with this data as its draft, if any."""
    text = next(iter(registry.get(game).scenarios.values()))
    made = scenario_copy(by=by, game=game, text=text, title=title, parent_name="Classic")
    return made if data is None else with_draft(made, data)


def with_draft(scenario: OwnScenario, data: Any) -> OwnScenario:
    """The scenario with this data as its draft, whatever it is."""
    scenario.text = msgspec.json.encode(data).decode()
    scenario.save(update_fields=["text"])
    return scenario


def data_in(scenario: OwnScenario) -> Any:
    """The data of the stored draft."""
    return msgspec.json.decode(OwnScenario.objects.get(pk=scenario.pk).text)


def places(data: Any, path: editing.Path = ()) -> Iterator[editing.Path]:
    """The first place of each form: a name of an object, and the first item of a list."""
    if path:
        yield path
    inside = data.items() if isinstance(data, dict) else list(enumerate(data))[:1] if isinstance(data, list) else ()
    for step, value in inside:
        yield from places(value, (*path, step))


def odd_drafts(data: Any) -> Iterator[tuple[editing.Path, Any]]:
    """The data with an odd value at a place, or without that place."""
    for path in places(data):
        for odd in ODD:
            yield path, editing.apply(data, editing.put(data, path, odd))
        yield path, editing.apply(data, editing.remove(data, path))
