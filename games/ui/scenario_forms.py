"""Form fields of a scenario, made from the fields of its type and the data of a draft."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as made
from typing import Any

from django.utils.translation import gettext

from games.engine import editing
from games.engine.editing import Path, write_path
from games.engine.errors import Fault
from games.engine.fields import Field
from games.engine.references import ids, is_numbered
from games.ui.languages import called, current
from games.ui.scenario_faults import fault_text

NO: Any = object()
NUMBER = re.compile(r"[+\-\u2212]?\d{1,9}")
NAMES = ("name", "title", "id", "key", "number")
"""The fields that name an item, the first one that it has."""


@dataclass
class Node:
    """A field of a draft on a page. `name` is its path and the name of its input. `value` is the text in the input;
    `parent` is that of the scenario that it was copied from, None if it is equal or was not there. `children` are the
    parts of an object, list, row or map, and `index` is the place in a list. `mark` is the letter and the colour class
    of the role that an item belongs to.
    """

    name: str
    field: Field
    data: Any = None
    value: str = ""
    parent: str | None = None
    title: str = ""
    faults: list[str] = made(default_factory=list)
    children: list["Node"] = made(default_factory=list)
    choices: list[tuple[str, str]] = made(default_factory=list)
    index: int | None = None
    mark: tuple[str, str] | None = None

    @property
    def id(self) -> str:
        """The element's id."""
        return "f-" + re.sub(r"\W+", "-", self.name).strip("-")

    @property
    def help(self) -> str:
        return gettext(self.field.help) if self.field.help else ""

    @property
    def unit(self) -> str:
        unit = gettext(self.field.unit) if self.field.unit else ""
        return "" if unit.casefold() == self.title.casefold() else unit

    @property
    def template(self) -> str:
        """The template that draws it."""
        kind = "words" if self.field.is_words else "single" if self.field.is_single else self.field.kind
        return f"games/scenario_forms/{'grid' if self.is_grid else kind}.html"

    @property
    def is_grid(self) -> bool:
        """Is it an object of equal objects of single fields, each a line of a table?"""
        rows = [[(part.field.name, part.field.is_single) for part in each.children] for each in self.children]
        equal = len(rows) > 1 and bool(rows[0]) and all(row == rows[0] for row in rows)
        return self.field.kind == "object" and equal and all(single for _name, single in rows[0])

    @property
    def is_flat(self) -> bool:
        """Does a line hold all parts of each item?"""
        item = self.field.item
        return item is not None and (item.is_single or all(part.is_single for part in item.fields))

    @property
    def key(self) -> str:
        """The last step of its path, as a text."""
        return str(editing.read_path(self.name)[-1]) if self.name else ""

    @property
    def sum(self) -> int:
        """The sum of its whole numbers."""
        return sum(each.data for each in self.children if isinstance(each.data, int))

    @property
    def can_add(self) -> bool:
        return self.field.kind == "list" and len(self.children) < (self.field.most or 999)

    @property
    def can_remove(self) -> bool:
        return self.index is not None

    def walk(self) -> Iterator["Node"]:
        """This node and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


class Forms:
    """The nodes of a draft. `parent` is the data that it was copied from. `marks` are letter and colour class by the id
    of a role. `named` gives the name of an item of a list (data, name of the list, item), empty for its own; `choices`
    the values of a text with their names (data, path without places), empty for a free text.
    """

    def __init__(
        self,
        root: Field,
        data: Any,
        parent: Any,
        faults: tuple[Fault, ...],
        marks: Mapping[str, tuple[str, str]] | None = None,
        named: Callable[[Any, str, Any], str] = lambda data, name, item: "",
        choices: Callable[[Any, str], Sequence[tuple[str, str]]] = lambda data, path: (),
    ) -> None:
        self._root, self._data, self._parent = root, data, parent
        self._faults, self._marks, self._named = list(faults), marks or {}, named
        self._own_choices = choices

    def node(self, path: Path) -> Node:
        """The node at a path, with its parts and faults. Raises editing.BadPath for a place that is not there."""
        part: Field | None = self._root
        for step in path:
            part = part.inner(step) if part is not None else None
        if part is None:
            raise editing.BadPath(write_path(path))
        there = editing.has(self._data, path)
        if not there and isinstance(path[-1], int):
            raise editing.BadPath(write_path(path))
        value = editing.get(self._data, path) if there else part.default
        found = self._node(part, value, self._of_parent(path), path)
        if path and isinstance(path[-1], int):
            around = self._around(path[:-1])
            found.index, found.title = path[-1], self.item_name(around, value, path[-1])
        self._give(found)
        return found

    def original(self, path: Path) -> Any:
        """The value of this place in the parent. Raises editing.BadPath if the parent has none."""
        found = self._of_parent(path)
        if found is NO:
            raise editing.BadPath(write_path(path))
        return found

    def sections(self) -> list[Field]:
        """The lists and maps of the scenario that have pages of their own."""
        return [each for each in self._root.fields if is_section(each)]

    def frame(self) -> list[Node]:
        """The other fields of the scenario: single figures, small groups and lists of single figures."""
        shown = [each for each in self._root.fields if each.title and not is_section(each)]
        return [self.node((each.name,)) for each in sorted(shown, key=lambda each: not each.is_words)]

    def fault_count(self, path: Path) -> int:
        """The number of faults at or below a path."""
        start = write_path(path)
        return sum(_below(fault.path, start) for fault in self._faults)

    def item_name(self, part: Field, data: Any, place: int) -> str:
        """An item of a list in a few words: its name, else that of what it refers to, else its number."""
        referred = [
            dict(self.referable(inner.refers[0])).get(str(data.get(name)), "")
            for name in part.by
            if isinstance(data, dict) and part.item and (inner := part.item.inner(name)) and inner.refers
        ]
        if part.item and part.item.kind == "choice":
            return value_words(part.item, data)
        if part.item and part.item.kind == "number" and part.item.title and not part.by:
            return f"{gettext(part.item.title)} {place + 1}"
        own = self._named(self._data, part.name, data) or name_of(data)
        return own or " \u2192 ".join(each for each in referred if each) or f"{place + 1}"

    def _around(self, path: Path) -> Field:
        part = self._root
        for step in path:
            part = part.inner(step) or part
        return part

    def _of_parent(self, path: Path) -> Any:
        """The same place in the parent, items by their ids; NO if there is none."""
        part: Field | None = self._root
        here, there = self._data, self._parent
        for step in path:
            if part is None:
                return NO
            try:
                if part.kind == "list" and part.by and isinstance(step, int):
                    there = there[ids(part, there).index(ids(part, here)[step])]
                else:
                    inner = part.inner(step)
                    if inner is not None and not inner.required and isinstance(there, dict):
                        there = there.get(step, inner.default)
                    else:
                        there = there[step]
                here = here[step]
            except (LookupError, TypeError, ValueError):
                return NO
            part = part.inner(step)
        return there

    def _node(self, part: Field, data: Any, parent: Any, path: Path) -> Node:
        node = Node(write_path(path), part, data, title=self._title(part, path))
        if part.is_single:
            node.value = shown(data)
            node.choices = self._choices(part, data, path)
            if parent is not NO and parent != data:
                node.parent = dict(node.choices).get(shown(parent)) or value_words(part, parent)
        elif part.kind == "object":
            for each in part.fields:
                if each.title and not self._is_place(part, each, path):
                    before = parent.get(each.name, each.default) if isinstance(parent, dict) else NO
                    value = data.get(each.name, each.default) if isinstance(data, dict) else each.default
                    node.children.append(self._node(each, value, before, (*path, each.name)))
        elif part.kind == "row":
            for place, each in enumerate(part.fields):
                inside = isinstance(data, list) and place < len(data)
                before = parent[place] if isinstance(parent, list) and place < len(parent) else NO
                node.children.append(self._node(each, data[place] if inside else None, before, (*path, place)))
        elif part.kind == "list" and part.item and isinstance(data, list):
            known = ids(part, parent)
            for place, (item, name) in enumerate(zip(data, ids(part, data) or [""] * len(data), strict=True)):
                at = known.index(name) if name in known else place if not part.by else None
                before = parent[at] if isinstance(parent, list) and at is not None and at < len(parent) else NO
                child = self._node(part.item, item, before, (*path, place))
                child.index, child.title = place, self.item_name(part, item, place)
                child.mark = self._mark(part, item)
                node.children.append(child)
        elif part.kind == "map" and part.item and isinstance(data, dict):
            for name in self._names(part, data):
                before = parent.get(name, NO) if isinstance(parent, dict) else NO
                value = data.get(name, None if part.item.is_single else {})
                child = self._node(part.item, value, before, (*path, name))
                child.title = self.key_name(part, name)
                node.children.append(child)
        return node

    def _title(self, part: Field, path: Path) -> str:
        if part.title:
            return gettext(part.title)
        return called(part.name) if part.name and len(part.name) == 2 else part.name

    def _is_place(self, part: Field, each: Field, path: Path) -> bool:
        """Is this the number of an item, which follows its place?"""
        if each.name != "number" or not path or not isinstance(path[-1], int):
            return False
        return is_numbered(self._around(path[:-1]))

    def _mark(self, part: Field, item: Any) -> tuple[str, str] | None:
        """The mark of the role that an item belongs to, or is."""
        if not isinstance(item, dict):
            return None
        if part.name == "roles":
            return self._marks.get(str(item.get("id")))
        names = [name for name in part.by if part.item and "roles" in (part.item.inner(name) or part).refers]
        return self._marks.get(str(item.get(names[0]))) if len(names) == 1 else None

    def key_name(self, part: Field, name: str) -> str:
        """The name of a map's entry: of the item that it refers to, or of the items that its parts refer to."""
        for to in part.key.refers if part.key else ():
            found = dict(self.referable(to))
            if name in found:
                return found[name]
        return name

    def _names(self, part: Field, data: Any) -> list[str]:
        """The names of a map's cells: of all items that they may refer to, and the others that it has."""
        to = part.key.refers[0] if part.key and part.key.refers else ""
        known = [key for key, _name in self.referable(to)] if to else []
        return [*known, *(name for name in data if name not in known)]

    def _choices(self, part: Field, data: Any, path: Path) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        if part.kind == "choice":
            found = [(shown(value), value_words(part, value)) for value in part.choices]
        elif own := self._chosen(part, path):
            found = list(own)
        elif len(part.refers) == 1 and not (isinstance(data, str) and re.search(r"[:>]", data)):
            found = self.referable(part.refers[0])
        if found and part.optional:
            found.insert(0, ("", value_words(part, None)))
        if found and shown(data) not in dict(found):
            found.append((shown(data), shown(data)))
        return found

    def _chosen(self, part: Field, path: Path) -> Sequence[tuple[str, str]]:
        """The values of a text by the game, by its path without places."""
        if part.kind != "text":
            return ()
        return self._own_choices(self._data, ".".join(step for step in path if isinstance(step, str)))

    def referable(self, name: str) -> list[tuple[str, str]]:
        """The ids of a list's items with their names."""
        part, items = self._root.inner(name), self._data.get(name)
        if part is None or not isinstance(items, list):
            return []
        pairs = zip(ids(part, items), items, strict=True)
        return [(key, self._referred(part, key, item)) for key, item in pairs]

    def _referred(self, part: Field, key: str, item: Any) -> str:
        name = self._named(self._data, part.name, item) or name_of(item)
        if is_numbered(part):
            return f"{key}. {name}"
        if ">" in key:
            roles = dict(self.referable("roles")) if part.name != "roles" else {}
            return " \u2192 ".join(roles.get(each, each) for each in key.split(">"))
        return name or key

    def _give(self, node: Node) -> None:
        """Give each fault to the deepest node that its path leads to."""
        nodes = {each.name: each for each in node.walk()}
        for fault in self._faults:
            if not _below(fault.path, node.name):
                continue
            path = fault.path
            while path not in nodes and path != node.name:
                path = path[: max(path.rfind("."), path.rfind("["))] if re.search(r"[.\[]", path) else node.name
            nodes.get(path, node).faults.append(fault_text(fault))


def is_section(part: Field) -> bool:
    """Has a field of a scenario a page of its own? Maps have, and lists of more than single values."""
    return bool(part.title) and (part.kind == "map" or (part.kind == "list" and not part.each.is_single))


def value_words(part: Field, data: Any) -> str:
    """A single value as people read it: one of a choice by its name."""
    name = part.name_of(data)
    return gettext(name) if name is not None else shown(data)


def name_of(data: Any) -> str:
    """The name of an item in the current language, else in another one; empty if it has none."""
    if not isinstance(data, dict):
        return shown(data)
    for name in NAMES:
        value = data.get(name)
        if isinstance(value, dict):
            found = value.get(current()) or next((each for each in value.values() if each), "")
            if found:
                return str(found)
        elif value not in (None, ""):
            return str(value)
    return ""


def shown(data: Any) -> str:
    """A single value as the text of an input."""
    if data is None or isinstance(data, (dict, list)):
        return ""
    if isinstance(data, bool):
        return "true" if data else "false"
    return str(data)


def read_value(part: Field, text: str) -> Any:
    """The JSON value of an input's text. A text that does not fit is kept as a text, which is a fault of the field."""
    text = text.replace("\r\n", "\n")
    if text.strip() == "" and part.optional:
        return None
    if part.kind == "flag":
        return text in ("true", "on")
    numbers = part.kind == "number" or (part.kind == "choice" and all(isinstance(each, int) for each in part.choices))
    if numbers:
        plain = text.strip().replace("\u00a0", "").replace("\u202f", "").replace(" ", "")
        if NUMBER.fullmatch(plain):
            return int(plain.replace("\u2212", "-"))
        return text.strip()
    return text if part.long else text.strip()


def _below(path: str, start: str) -> bool:
    return not start or path == start or path.startswith((f"{start}.", f"{start}["))


def by_path(faults: tuple[Fault, ...]) -> Mapping[str, list[str]]:
    """The words of faults by path."""
    found: dict[str, list[str]] = {}
    for each in faults:
        found.setdefault(each.path, []).append(fault_text(each))
    return found
