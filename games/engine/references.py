"""References in a scenario's data: fields whose value is the id of an item of another list, by `Field.refers`. They
follow their item when it moves, and go with it. The data may have faults; its list `name` is a list.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.engine.editing import Change, put
from games.engine.fields import Field

GONE: Any = object()
SIGNS = re.compile(r"([:>])")
Rename = Callable[[str], Any]
"""(an id as a text) -> its new id, GONE, or the same text."""


def insert(field: Field, data: Any, name: str, at: int, item: Any) -> list[Change]:
    """Insert an item into the list `name` of the whole data; later numbers and references to them follow."""
    return _changes(field, data, name, [*data[name][:at], item, *data[name][at:]], new=at)


def remove(field: Field, data: Any, name: str, at: int) -> list[Change]:
    """Take an item out of the list `name`, with everything that refers to it; later numbers follow."""
    return _changes(field, data, name, [*data[name][:at], *data[name][at + 1 :]], removed=(data[name][at],))


def move(field: Field, data: Any, name: str, at: int, to: int) -> list[Change]:
    """Move an item of the list `name`; numbers and references to them follow."""
    items = [*data[name][:at], *data[name][at + 1 :]]
    items.insert(to, data[name][at])
    return _changes(field, data, name, items)


def ids(field: Field, items: Any) -> list[str]:
    """The ids of a list's items as texts, by its `by`; empty for items without one."""
    if not field.by or not isinstance(items, list):
        return []
    return [identity(field, item) for item in items]


def identity(field: Field, item: Any) -> str:
    """The id of an item as a text: its fields of `by`, as `payer>payee`."""
    return ">".join(str(item.get(name, "")) for name in field.by) if isinstance(item, dict) else str(item)


def is_numbered(field: Field) -> bool:
    """Are the ids of this list's items their places, counted from 1?"""
    only = field.item.inner(field.by[0]) if field.item and len(field.by) == 1 else None
    return only is not None and only.kind == "number" and only.name == "number"


def _changes(
    field: Field, data: Any, name: str, items: list[Any], *, removed: tuple[Any, ...] = (), new: int | None = None
) -> list[Change]:
    """The changes that put `items` into the list, of which that at `new` is new. Of items with the same id the first
    one has the references.
    """
    part = field.inner(name)
    renames: dict[str, Any] = {}
    if part is not None and part.by:
        items = list(items)
        renames = {identity(part, item): GONE for item in removed}
        for place, item in enumerate(items):
            numbered = {**item, part.by[0]: place + 1} if is_numbered(part) and isinstance(item, dict) else item
            if place != new and renames.get(identity(part, item), GONE) is GONE:
                renames[identity(part, item)] = identity(part, numbered)
            items[place] = numbered
    renames = {old: to for old, to in renames.items() if old != to}
    after = {**data, name: items}
    if renames:
        for key, inner in _parts(field, after):
            found = _followed(inner, after[key], name, renames, own=key == name)
            after[key] = after[key] if found is GONE else found
    return [put(data, (key,), after[key]) for key in data if after[key] != data[key]]


def _parts(field: Field, data: Any) -> Iterator[tuple[str, Field]]:
    for name in list(data):
        inner = field.inner(name)
        if inner is not None:
            yield name, inner


def _followed(field: Field, data: Any, to: str, renames: Mapping[str, Any], own: bool = False) -> Any:
    """The data with references to the list `to` renamed; GONE if the value itself refers to something that is gone.
    With `own` it is that list: its other items stay, and lose optional references.
    """
    if to in field.refers and not isinstance(data, (dict, list)):
        found = _renamed(data, renames)
        return None if found is GONE and own and field.optional else found
    if field.kind == "object" and isinstance(data, dict):
        found = {name: _followed(inner, data[name], to, renames, own) for name, inner in _parts(field, data)}
        if any(value is GONE for value in found.values()):
            return GONE
        return {name: found.get(name, value) for name, value in data.items()}
    if field.kind == "list" and field.item and isinstance(data, list):
        return [value for item in data if (value := _followed(field.item, item, to, renames, own)) is not GONE]
    if field.kind == "map" and field.item and isinstance(data, dict):
        rename = field.key is not None and to in field.key.refers
        pairs = (
            (_renamed(name, renames) if rename else name, _followed(field.item, value, to, renames, own))
            for name, value in data.items()
        )
        return {str(name): value for name, value in pairs if name is not GONE and value is not GONE}
    return data


def _renamed(value: Any, renames: Mapping[str, Any]) -> Any:
    """A reference after renaming. A text as `negotiate:owner>architect` refers by each of its parts."""
    if value is None:
        return None
    if str(value) in renames:
        found = renames[str(value)]
        return int(found) if isinstance(value, int) and found is not GONE else found
    if not isinstance(value, str):
        return value
    parts = [renames.get(part, part) for part in SIGNS.split(value)]
    return GONE if GONE in parts else "".join(parts)
