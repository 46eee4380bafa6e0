"""The pages of a scenario: its sections, the faults by place, and the search in a list."""

from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.models import OwnScenario
from classrooms.play.scenarios.services.drafts import faults_of
from classrooms.play.scenarios.services.posted import data_of
from games.engine import registry
from games.engine.differences import Difference, aligned, differences
from games.engine.errors import Fault
from games.engine.fields import Field, fields_of
from games.engine.references import identity
from games.ui import faces
from games.ui.scenario_forms import Forms, Node, by_path, is_section, shown, value_words

FRAME: Final = "frame"
"""The section of single figures, small groups and lists of single figures."""


@dataclass(frozen=True)
class Line:
    """An item of a list in the navigation. `changed`: does it differ from the parent?"""

    place: int
    name: str
    faults: int
    changed: bool = False


@dataclass(frozen=True)
class SectionLine:
    """A section in the navigation. `lines` are its items, if each has a page."""

    key: str
    title: str
    faults: int
    size: int
    lines: tuple[Line, ...] = ()


@dataclass
class Sheet:
    """A draft as it is read once for a page."""

    scenario: OwnScenario
    root: Field
    data: Any
    faults: tuple[Fault, ...]
    forms: Forms
    changes: tuple[Difference, ...] = field(default=())

    @property
    def sections(self) -> list[SectionLine]:
        """All sections, the frame first."""
        own = self.forms.sections()
        inside = sum(self.forms.fault_count((part.name,)) for part in own)
        return [
            SectionLine(FRAME, _("Name, targets, figures"), len(self.faults) - inside, 0),
            *map(self._section, own),
        ]

    def _section(self, part: Field) -> SectionLine:
        items = self.data.get(part.name, part.default)
        items = items if isinstance(items, (list, dict)) else []
        lines: list[Line] = []
        if has_pages(part) and isinstance(items, list):
            changed = self.changed_in(part.name)
            lines = [
                Line(
                    place,
                    self.forms.item_name(part, item, place),
                    self.forms.fault_count((part.name, place)),
                    place in changed,
                )
                for place, item in enumerate(items)
            ]
        faults = self.forms.fault_count((part.name,))
        return SectionLine(part.name, _(part.title), faults, len(items), tuple(lines))

    def changed_in(self, name: str) -> set[int]:
        """The places of a list's items that differ from the parent."""
        start = f"{name}["
        found = (each.path for each in self.changes if each.path.startswith(start) and each.how != "removed")
        return {int(path[len(start) : path.index("]")]) for path in found}

    def value(self) -> Any:
        """The draft as a value of its game. Raises ScenarioError for one with faults."""
        return registry.get(self.scenario.game).rules.load_scenario(self.scenario.text)

    def by_place(self) -> dict[str, list[str]]:
        """The words of faults by path."""
        return dict(by_path(self.faults))

    @property
    def first_place(self) -> tuple[str, int | None]:
        """The section and the item of the first fault."""
        return place_of(self.root, self.faults[0].path) if self.faults else (FRAME, None)

    @property
    def size_words(self) -> str:
        """The number of differences from the parent, in words."""
        number = len(self.changes)
        if not number:
            return _("equal to the original")
        return ngettext("%(number)d change", "%(number)d changes", number) % {"number": number}


def sheet_of(scenario: OwnScenario) -> Sheet:
    """Read a draft. Raises LookupError if its game is gone."""
    root = root_of(scenario.game)
    data, parent = data_of(scenario.text), data_of(scenario.versions.get(number=0).text)
    faults = faults_of(scenario.game, scenario.text)
    steps, parent = aligned(root, parent, data)
    changes = (*steps, *differences(root, parent, data))
    words = faces.get(scenario.game).words
    forms = Forms(
        root, data, parent, faults, words.scenario_marks(data), words.scenario_item_name, words.scenario_choices
    )
    return Sheet(scenario, root, data, faults, forms, changes)


def root_of(game: str) -> Field:
    """The fields of a game's scenarios. Raises LookupError for an unknown game."""
    kind: Any = type(registry.get(game).shipped(""))
    return fields_of(kind)


def has_pages(part: Field) -> bool:
    """Has each item of this list a page of its own? Items with lists or texts in several languages do."""
    item = part.item
    return (
        part.kind == "list"
        and item is not None
        and item.kind == "object"
        and not all(each.is_single for each in item.fields)
    )


def place_of(root: Field, path: str) -> tuple[str, int | None]:
    """The section and the item, if it has a page, to which a path belongs."""
    name = path.partition(".")[0].partition("[")[0]
    part = root.inner(name)
    if part is None or not is_section(part):
        return FRAME, None
    inside = path[len(name) :]
    place = int(inside[1 : inside.index("]")]) if inside.startswith("[") and has_pages(part) else None
    return name, place


@dataclass(frozen=True)
class Filter:
    """A choice by which a list is narrowed: its name in the address, its title, and (value, name) pairs."""

    name: str
    title: str
    options: list[tuple[str, str]]
    chosen: str


@dataclass(frozen=True)
class Listing:
    """The items of a list that fit a search, as (place, item, summary, changed), and the filters."""

    rows: list[dict[str, Any]]
    filters: list[Filter]
    total: int
    find: str = ""
    only_changed: bool = False


def listing_of(sheet: Sheet, part: Field, asked: Any) -> Listing:
    """The items of a list with pages, narrowed by the address (`find`, `changed`, and a field's name)."""
    items = sheet.data.get(part.name)
    items = items if isinstance(items, list) else []
    find, only = asked.get("find", "").strip().casefold(), bool(asked.get("changed"))
    filters, changed = filters_of(sheet, part, asked), sheet.changed_in(part.name)
    rows = []
    for place, item in enumerate(items):
        fits = (not find or find in " ".join(texts_in(item)).casefold()) and (not only or place in changed)
        if fits and all(_fits(item, each) for each in filters):
            rows.append(
                {
                    "place": place,
                    "name": sheet.forms.item_name(part, item, place),
                    "id": identity(part, item),
                    "summary": summary_of(sheet, part, item),
                    "changed": place in changed,
                    "faults": sheet.forms.fault_count((part.name, place)),
                    "path": f"{part.name}[{place}]",
                }
            )
    return Listing(rows, filters, len(items), asked.get("find", ""), only)


def filters_of(sheet: Sheet, part: Field, asked: Any) -> list[Filter]:
    """By the item that each refers to, by a choice, and by the choice in its list of parts (the effects of cards)."""
    found = []
    for each in part.item.fields if part.item else ():
        if each.refers and not each.optional:
            options = sheet.forms.referable(each.refers[0])
        else:
            inner = (each.item, *each.item.fields) if each.kind == "list" and each.item else (each,)
            choice = next((one for one in inner if one.kind == "choice" and one.required), None)
            options = [(shown(value), value_words(choice, value)) for value in choice.choices] if choice else []
        if options:
            found.append(Filter(each.name, _(each.title), options, asked.get(each.name, "")))
    return found


def _fits(item: Any, by: Filter) -> bool:
    if not by.chosen:
        return True
    value = item.get(by.name) if isinstance(item, dict) else None
    if isinstance(value, list):
        parts = [part.values() if isinstance(part, dict) else (part,) for part in value]
        return any(by.chosen in map(shown, part) for part in parts)
    return shown(value) == by.chosen


def texts_in(data: Any) -> list[str]:
    """All texts of an item."""
    if isinstance(data, dict):
        return [text for value in data.values() for text in texts_in(value)]
    if isinstance(data, list):
        return [text for value in data for text in texts_in(value)]
    return [data] if isinstance(data, str) else []


def summary_of(sheet: Sheet, part: Field, item: Any) -> str:
    """An item's figures in a few words: by the game, else its single numbers with their units."""
    own = faces.get(sheet.scenario.game).words.scenario_item(sheet.data, part.name, item)
    if own or part.item is None or not isinstance(item, dict):
        return own
    numbers = [
        f"{_(each.title)} {shown(item.get(each.name))}"
        for each in part.item.fields
        if each.kind == "number" and each.title and each.name != "number" and item.get(each.name) is not None
    ]
    return ", ".join(numbers)


def nodes_of(sheet: Sheet, section: str, place: int | None) -> list[Node]:
    """The nodes of a page. Raises BadPath for a section or an item that is not there."""
    if section == FRAME:
        return sheet.forms.frame()
    node = sheet.forms.node((section,) if place is None else (section, place))
    return node.children if place is not None else [node]
