"""The differences of two states of a scenario, in words."""

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from classrooms.models import OwnScenario
from classrooms.play.scenarios.queries.pages import FRAME, Sheet, place_of
from classrooms.play.scenarios.services.posted import data_of
from games.engine.differences import Difference, compared
from games.engine.editing import get, has, read_path
from games.engine.fields import Field
from games.ui import faces
from games.ui.scenario_forms import Forms, name_of, value_words


@dataclass(frozen=True)
class State:
    """A state of a scenario that can be compared: the draft, the original, or a version."""

    key: str
    name: str
    data: Any


@dataclass(frozen=True)
class Changed:
    """A difference in words. `place` is where in the scenario, in names. `section` and `item` lead to its page in
    the draft; `item` is None where the draft may have other items there.
    """

    how: str
    place: str
    old: str
    new: str
    section: str
    item: int | None


def states_of(scenario: OwnScenario) -> dict[str, State]:
    """All states by their key in the address."""
    found = {"draft": State("draft", _("the draft"), data_of(scenario.text))}
    for each in scenario.versions.defer("trial").order_by("-number"):
        name = version_words(scenario, each.number)
        found[str(each.number)] = State(str(each.number), name, data_of(each.text))
    return found


def version_words(scenario: OwnScenario, number: int) -> str:
    """The name of a version in lists."""
    if number == 0:
        return _("the original, %(name)s") % {"name": scenario.parent_name}
    return _("version %(number)d") % {"number": number}


def comparison_of(sheet: Sheet, before: State, after: State) -> list[Changed]:
    """The differences in the order of the fields."""
    found = compared(sheet.root, before.data, after.data)
    game = sheet.scenario.game
    changed = [_changed(game, sheet.root, each, before.data if each.how == "removed" else after.data) for each in found]
    return changed if after.key == "draft" else [replace(each, item=None) for each in changed]


def _changed(game: str, root: Field, each: Difference, data: Any) -> Changed:
    section, item = place_of(root, each.path)
    if each.how == "removed":
        item = None
    if each.how == "moved":
        old, new = (_("place %(number)s") % {"number": place} for place in (each.old, each.new))
        return Changed(each.how, place_words(game, root, data, each.path), old, new, section or FRAME, item)
    return Changed(
        each.how,
        place_words(game, root, data, each.path),
        _value(each.field, each.old),
        _value(each.field, each.new),
        section or FRAME,
        item,
    )


def place_words(game: str, root: Field, data: Any, path: str) -> str:
    """A path in names: `Activities, Detailed design, Base duration`."""
    words: list[str] = []
    forms = Forms(root, data, data, ())
    part: Field | None = root
    at: tuple[str | int, ...] = ()
    named = faces.get(game).words.scenario_item_name
    for step in read_path(path):
        if part is not None and part.kind == "map" and isinstance(step, str):
            words.append(forms.key_name(part, step))
            part, at = part.inner(step), (*at, step)
            continue
        around = part
        part, at = (part.inner(step) if part is not None else None), (*at, step)
        if isinstance(step, int) and around is not None and part is not None and not part.title:
            item = get(data, at) if has(data, at) else None
            words.append(named(data, around.name, item) or name_of(item) or str(step + 1))
        elif part is not None and part.title:
            is_item = isinstance(step, int) and around is not None and around.kind == "list"
            words.append(f"{_(part.title)} {int(step) + 1}" if is_item else _(part.title))
        else:
            words.append(str(step))
    return ", ".join(words)


def _value(part: Field, data: Any) -> str:
    """A value in a few words; the name of an item."""
    if isinstance(data, dict):
        return name_of(data)
    if isinstance(data, list):
        return ", ".join(_value(part.inner(place) or part, each) for place, each in enumerate(data[:12]))
    return value_words(part, data)
