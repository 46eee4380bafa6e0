"""Changes from forms of the studio: fields by their paths, and buttons that add, copy, move or take out parts."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from games.engine import editing, references
from games.engine.editing import BadPath, Change, Path, get, has, put, read_path
from games.engine.fields import Field
from games.ui.scenario_forms import read_value, shown

ENDING: Final = re.compile(r"-?\d{1,9}$")
"""The number at the end of an id."""
DOES: Final = ("add", "copy", "remove", "up", "down")
UNSEEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Signs that no text of a scenario needs, and that neither databases nor spreadsheets store."""


def field_at(root: Field, path: Path) -> Field:
    """The field of a path. Raises BadPath for a path that no scenario of this type has."""
    part: Field | None = root
    for step in path:
        part = part.inner(step) if part is not None else None
    if part is None:
        raise BadPath(editing.write_path(path))
    return part


def posted_changes(root: Field, data: Any, values: Mapping[str, str]) -> Iterator[Change]:
    """The changes of single fields, by path, to the data as it is before each. Texts that the fields show anyway change
    nothing, whatever the data holds. Raises BadPath for names that are no such fields.
    """
    for name, text in values.items():
        path = read_path(name)
        part = field_at(root, path)
        if not part.is_single:
            raise BadPath(name)
        first = written_out(root, data, path)
        change = _posted(root, _after(data, first), path, UNSEEN.sub("", text))
        if change is not None:
            data = _after(data, [*first, change])
            yield from (*first, change)


def _posted(root: Field, data: Any, path: Path, text: str) -> Change | None:
    part = field_at(root, path)
    old = get(data, path) if has(data, path) else part.default
    if text.replace("\r\n", "\n") == shown(old):
        return None
    if field_at(root, path[:-1]).kind == "map" and not text.strip():
        return editing.remove(data, path) if has(data, path) else None
    new = read_value(part, text)
    if old == new and type(old) is type(new):
        return None
    return _put_in(root, data, path, new)


def _put_in(root: Field, data: Any, path: Path, new: Any) -> Change:
    """The change that sets a value, and makes the objects and rows around it where the data holds something else."""
    *inner, step = path
    around = tuple(inner)
    outer, here = field_at(root, around), get(data, around) if has(data, around) else None
    fits = isinstance(here, dict) if isinstance(step, str) else isinstance(here, list) and step < len(here)
    if fits:
        return put(data, path, new)
    if not path[:-1] or outer.kind == "list":
        raise BadPath(editing.write_path(path))
    made = outer.smallest()
    made[step] = new
    if isinstance(here, list) and outer.kind == "row":
        made[: len(here)] = here
    return _put_in(root, data, around, made)


def _after(data: Any, changes: Iterable[Change]) -> Any:
    for change in changes:
        data = editing.apply(data, change)
    return data


def written_out(root: Field, data: Any, path: Path) -> list[Change]:
    """The change that writes out the default of a list on this path that the data leave out, if there is one."""
    for length in range(1, len(path) + 1):
        start = path[:length]
        part = field_at(root, start)
        if not has(data, start):
            return (
                [put(data, start, part.default)]
                if part.kind == "list" and part.default and has(data, start[:-1])
                else []
            )
    return []


def part_changes(root: Field, data: Any, do: str) -> list[Change]:
    """The changes of a button such as `copy:risk_cards[3]`. Raises BadPath for any other text."""
    found = re.fullmatch(f"({'|'.join(DOES)}):(.+)", do)
    if found is None:
        raise BadPath(do)
    first = written_out(root, data, read_path(found[2]))
    return [*first, *_part_changes(root, _after(data, first), found[1], read_path(found[2]), do)]


def _part_changes(root: Field, data: Any, verb: str, path: Path, do: str) -> list[Change]:
    if verb == "add":
        return _inserted(root, data, path, None)
    around, at = path[:-1], path[-1]
    if not isinstance(at, int) or not has(data, path):
        raise BadPath(do)
    if verb == "copy":
        return _inserted(root, data, around, at)
    if verb == "remove":
        return references.remove(root, data, str(path[0]), at) if len(path) == 2 else [editing.remove(data, path)]
    to = at + (1 if verb == "down" else -1)
    if not 0 <= to < len(get(data, around)):
        return []
    if len(path) == 2:
        return references.move(root, data, str(path[0]), at, to)
    return [Change("move", editing.write_path(path), to=to)]


def _inserted(root: Field, data: Any, path: Path, copied: int | None) -> list[Change]:
    """A new item at the end of a list, or the copy of an item after it."""
    part = field_at(root, path)
    if part.kind != "list" or part.item is None:
        raise BadPath(editing.write_path(path))
    items = get(data, path) if has(data, path) else part.default
    if not isinstance(items, list):
        return [_put_in(root, data, path, [distinct(part, [], part.item.fresh())])]
    if not has(data, path):
        return [_put_in(root, data, path, [*items, distinct(part, items, part.item.fresh())])]
    at = len(items) if copied is None else copied + 1
    item = distinct(part, items, _new(part.item, [] if part.by else items) if copied is None else items[copied])
    if len(path) == 1:
        return references.insert(root, data, str(path[0]), at, item)
    return [Change("insert", editing.write_path((*path, at)), new=item)]


def _new(item: Field, before: list[Any]) -> Any:
    """JSON data for a new item of a list: another number begins as the last one."""
    return before[-1] if before and item.kind == "number" else item.fresh()


def distinct(part: Field, items: Any, item: Any) -> Any:
    """The item with an id that no other has: `card-2`; numbers follow from the place."""
    if not isinstance(item, dict) or len(part.by) != 1 or part.item is None:
        return item
    name = part.by[0]
    inner = part.item.inner(name)
    if inner is None or inner.kind != "text" or inner.refers:
        return item
    taken = {str(each.get(name)) for each in items if isinstance(each, dict)}
    if item.get(name) and str(item[name]) not in taken:
        return item
    return {**item, name: next((each for each in _free(part, inner, item.get(name), items) if each not in taken), "")}


def _free(part: Field, inner: Field, own: Any, items: Any) -> Iterator[str]:
    """Ids that fit the field: the item's own with a number, those of other items, the name of the list."""
    others = [str(each.get(inner.name) or "") for each in reversed(items) if isinstance(each, dict)]
    stems = dict.fromkeys(ENDING.sub("", each) for each in (str(own or ""), *others[:20]))
    for stem in (*stems, part.name.rstrip("s")[:18].replace("_", "-")):
        for number in range(2, 1000):
            for each in (f"{stem}-{number}", f"{stem}{number}"):
                if stem and (not inner.pattern or re.fullmatch(inner.pattern.removesuffix("$"), each)):
                    yield each


def data_of(text: str) -> Any:
    """The JSON data of a draft."""
    return msgspec.json.decode(text)
