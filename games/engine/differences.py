"""The differences of two scenarios of one game, field by field. Items of lists are matched by their ids."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, Literal

import msgspec

from games.engine.editing import Change, Path, apply, write_path
from games.engine.fields import Field
from games.engine.references import insert, is_numbered, remove

How = Literal["changed", "added", "removed", "moved"]


class Difference(msgspec.Struct, frozen=True):
    """A value or an item that differs. `path` is its place in the later data, or in the earlier one for a removed item.
    `old` and `new` are JSON data, None where there is none. Those of a moved item are its places, counted from 1.
    """

    how: How
    path: str
    field: Field
    old: Any = None
    new: Any = None


def differences(field: Field, before: Any, after: Any, path: Path = ()) -> Iterator[Difference]:
    """All differences, in the order of the fields; none if both are equal but for defaults that one leaves out. Values
    of another form than the field's are compared as a whole.
    """
    if before == after:
        return
    if field.kind == "object" and isinstance(before, dict) and isinstance(after, dict):
        for each in field.fields:
            old, new = (data.get(each.name, each.default) for data in (before, after))
            yield from differences(each, old, new, (*path, each.name))
        known = {each.name for each in field.fields}
        for name in [name for name in {**before, **after} if name not in known]:
            part = Field(name, "text", name)
            yield from _item(part, name in before, name in after, before.get(name), after.get(name), (*path, name))
    elif field.kind == "map" and field.item and isinstance(before, dict) and isinstance(after, dict):
        for name in {**before, **after}:
            yield from _item(
                field.item, name in before, name in after, before.get(name), after.get(name), (*path, name)
            )
    elif field.kind == "list" and field.item and isinstance(before, list) and isinstance(after, list):
        pairs = list(matched(field, before, after))
        moved = _moved([old_at for old_at, new_at in pairs if old_at is not None and new_at is not None])
        for old_at, new_at in pairs:
            old = None if old_at is None else before[old_at]
            new = None if new_at is None else after[new_at]
            place = (*path, (old_at if new_at is None else new_at) or 0)
            if old_at in moved and new_at is not None and old_at is not None:
                yield Difference("moved", write_path(place), field.item, old_at + 1, new_at + 1)
            yield from _item(field.item, old_at is not None, new_at is not None, old, new, place)
    else:
        yield Difference("changed", write_path(path), field, before, after)


def _item(field: Field, was: bool, is_there: bool, old: Any, new: Any, path: Path) -> Iterator[Difference]:
    if not was:
        yield Difference("added", write_path(path), field, new=new)
    elif not is_there:
        yield Difference("removed", write_path(path), field, old=old)
    else:
        yield from differences(field, old, new, path)


def _moved(places: Sequence[int]) -> set[int]:
    """The fewest places without which the others rise: those outside the longest rising row."""
    ends: list[int] = []
    before: dict[int, int | None] = {}
    for place in places:
        length = bisect_left(ends, place)
        ends[length : length + 1] = [place]
        before[place] = ends[length - 1] if length else None
    kept: set[int] = set()
    at = ends[-1] if ends else None
    while at is not None:
        kept.add(at)
        at = before[at]
    return set(places) - kept


def matched(field: Field, before: Sequence[Any], after: Sequence[Any]) -> Iterator[tuple[int | None, int | None]]:
    """The places of the same items before and after, in the order of `after`; then the removed ones. Without ids, items
    are the same by their place.
    """
    if not field.by:
        most = max(len(before), len(after))
        yield from ((at if at < len(before) else None, at if at < len(after) else None) for at in range(most))
        return
    places: dict[Any, list[int]] = {}
    for at, item in enumerate(before):
        places.setdefault(_identity(field, item), []).append(at)
    for at, item in enumerate(after):
        same = places.get(_identity(field, item))
        yield (same.pop(0) if same else None), at
    yield from ((at, None) for at in sorted(at for left in places.values() for at in left))


def _identity(field: Field, item: Any) -> Any:
    return tuple(str(item.get(name)) for name in field.by) if isinstance(item, dict) else str(item)


def compared(root: Field, before: Any, after: Any) -> Iterator[Difference]:
    """The differences of two scenarios. Items of a numbered list are the same by their names. So an item that was taken
    out is one difference; later numbers and references to them are none.
    """
    steps, earlier = aligned(root, before, after)
    yield from steps
    yield from differences(root, earlier, after)


def aligned(root: Field, before: Any, after: Any) -> tuple[list[Difference], Any]:
    """The items of numbered lists that only one of two scenarios has, and the earlier data with the later one's items
    and numbers.
    """
    steps: list[Difference] = []
    earlier = before
    for part in root.fields:
        if part.kind != "list" or not is_numbered(part) or not all(_has_items(data, part) for data in (before, after)):
            continue
        old, new = ([_named(item) for item in data[part.name]] for data in (before, after))
        shift = 0
        for tag, start, end, new_start, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if tag == "equal" or (tag == "replace" and end - start == new_end - new_start):
                continue
            for place in range(start, end):
                path = write_path((part.name, place))
                steps.append(Difference("removed", path, part.each, old=before[part.name][place]))
                earlier = _after(earlier, remove(root, earlier, part.name, start + shift))
            for place in range(new_start, new_end):
                item = after[part.name][place]
                steps.append(Difference("added", write_path((part.name, place)), part.each, new=item))
                earlier = _after(earlier, insert(root, earlier, part.name, place, item))
            shift += new_end - new_start - (end - start)
    return steps, earlier


def _after(data: Any, changes: Sequence[Change]) -> Any:
    for change in changes:
        data = apply(data, change)
    return data


def _has_items(data: Any, part: Field) -> bool:
    items = data.get(part.name) if isinstance(data, dict) else None
    return isinstance(items, list) and all(isinstance(item, dict) for item in items)


def _named(item: Any) -> str:
    """The name of an item in all languages; its whole content if it has none."""
    name = item.get("name") or {key: value for key, value in item.items() if key != "number"}
    return repr(name)
