"""A scenario as tables of cells, and back: a sheet for single figures and one for each list or map. Pure: a library
writes and reads the file around it.

An item of a list is a row; its parts are columns named by their path inside the item (`name.fr`). A list inside an item
takes several columns (`risk[0][1]`), so that one row holds the whole item. A map is a table of names and values.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from games.engine.editing import BadPath, Path, read_path, write_path
from games.engine.fields import Field

FRAME: Final = "scenario"
"""The sheet of single figures."""
Cell = str | int | float | bool | None
Rows = list[list[Cell]]
NAMES: Final = 1
"""The row that names the fields."""
MOST_ITEMS: Final = 999
JOINED: Final = " / "
"""Between the titles of a heading, each of which is translated by itself."""
PATH, VALUE = "field", "value"
EMPTY: Final = "-"
"""The cell of a list that is there and empty, where its absence would mean something else."""


class CellFault(msgspec.Struct, frozen=True):
    """A cell that cannot be read: sheet, cell (`B7`), and the reason in English, the key of its translation."""

    sheet: str
    cell: str
    reason: str


def tables(root: Field, data: Any) -> dict[str, Rows]:
    """The sheets of a scenario by name. The first row is for people: it has the titles of the columns in English. The
    second names the fields. Data with faults are kept as they are, where a cell can hold them.
    """
    found: dict[str, Rows] = {FRAME: [["Field", "Value"], [PATH, VALUE]]}
    for part in root.fields:
        value = data.get(part.name, msgspec.UNSET) if isinstance(data, dict) else msgspec.UNSET
        if value is msgspec.UNSET:
            continue
        if part.kind == "list" and isinstance(value, list):
            found[part.name] = _list_rows(part, value)
        elif part.kind == "map" and isinstance(value, dict):
            found[part.name] = [["Field", "Value"], [PATH, VALUE], *_leaf_rows(part, value)]
        else:
            found[FRAME] += _leaf_rows(part, value, (part.name,))
    return found


def data_from(root: Field, sheets: Mapping[str, Sequence[Sequence[Cell]]]) -> tuple[Any, list[CellFault]]:
    """The data of sheets, and the cells that could not be read. The first row of a sheet is for people: it is skipped.
    Sheets of other names and empty lines are ignored.
    """
    faults: list[CellFault] = []
    data: dict[str, Any] = {}
    for path, value in _leaves(root, FRAME, sheets.get(FRAME, ()), faults):
        _set(data, path, value)
    for part in root.fields:
        if part.name not in sheets:
            continue
        if part.kind == "list":
            data[part.name] = _list_data(part, sheets[part.name], faults)
        elif part.kind == "map":
            data[part.name] = {}
            for path, value in _leaves(part, part.name, sheets[part.name], faults):
                _set(data[part.name], path, value)
    return {each.name: _closed(data[each.name]) for each in root.fields if each.name in data}, faults


def _leaf_rows(part: Field, value: Any, start: Path = ()) -> Rows:
    return [[write_path(path), _cell(leaf)] for path, leaf in _walk(part, value, start)]


def _walk(part: Field, value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """The leaves of a value with their paths."""
    if part.kind == "object" and isinstance(value, dict):
        for each in part.fields:
            if each.name in value:
                yield from _walk(each, value[each.name], (*path, each.name))
    elif part.kind == "map" and isinstance(value, dict) and part.item:
        for name, inner in value.items():
            yield from _walk(part.item, inner, (*path, name))
    elif part.kind in ("list", "row") and isinstance(value, list):
        for place, inner in enumerate(value):
            form = part.inner(place)
            yield from _walk(form, inner, (*path, place)) if form else [((*path, place), inner)]
        if not value:
            yield path, EMPTY
    else:
        yield path, value


def _list_rows(part: Field, items: Sequence[Any]) -> Rows:
    leaves = [dict(_walk(part.each, item, ())) for item in items]
    headings: list[Path] = []
    for path in (path for each in leaves for path in each):
        if path not in headings:
            headings.append(path)
    order = {name: place for place, name in enumerate(_order(part.each))}
    headings.sort(key=lambda path: (order.get(_plain(path), 999), path_key(path)))
    rows: Rows = [[_title(part.each, path) for path in headings], [write_path(path) or VALUE for path in headings]]
    rows += [[_cell(each.get(path, None)) for path in headings] for each in leaves]
    return rows


def _order(part: Field, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The names of all leaves of a form, without places, in their order."""
    if part.kind in ("object", "row"):
        for each in part.fields:
            yield from _order(each, (*path, each.name) if each.name else path)
    elif part.kind in ("list", "map") and part.item:
        yield path
        yield from _order(part.item, path)
    else:
        yield path


def _plain(path: Path) -> tuple[str, ...]:
    return tuple(step for step in path if isinstance(step, str))


def _title(part: Field, path: Path) -> str:
    """The title of a column: those of the two innermost fields that have one."""
    titles = [part.title]
    for step in path:
        part = part.inner(step) or part
        titles.append(part.title)
    return JOINED.join([title for title in titles if title][-2:])


def path_key(path: Path) -> tuple[Any, ...]:
    """A key that sorts places by number."""
    return tuple((0, step, "") if isinstance(step, int) else (1, 0, step) for step in path)


def _list_data(part: Field, rows: Sequence[Sequence[Cell]], faults: list[CellFault]) -> list[Any]:
    if len(rows) <= NAMES:
        return []
    headings: list[tuple[int, Path, Field]] = []
    for column, name in enumerate(rows[NAMES]):
        if name in (None, ""):
            continue
        try:
            path = () if name == VALUE else read_path(str(name).strip())
            headings.append((column, path, _leaf(part.each, path)))
        except BadPath:
            faults.append(CellFault(part.name, cell_name(NAMES, column), "this column has no field of that name"))
    items = []
    for line, row in enumerate(rows[NAMES + 1 :], start=NAMES + 1):
        if all(cell in (None, "") for cell in row):
            continue
        item: Any = None if part.each.is_single else {}
        for column, path, leaf in headings:
            cell = row[column] if column < len(row) else None
            if cell in (None, "") and not (leaf.optional and _is_named(part.each, path)):
                continue
            value = _read(leaf, cell, part.name, cell_name(line, column), faults)
            if not path:
                item = value
            else:
                item = _set(item, path, value)
        items.append(_filled(part.each, _closed(item)))
        if len(items) > MOST_ITEMS:
            faults.append(CellFault(part.name, cell_name(line, 0), "there are too many rows"))
            break
    return items


def _is_named(part: Field, path: Path) -> bool:
    """Is an empty cell of this path a None that must be there? Of a required field of the item itself, it is."""
    leaf = _leaf(part, path)
    return leaf.required and len(path) == 1


def _leaves(
    part: Field, sheet: str, rows: Sequence[Sequence[Cell]], faults: list[CellFault]
) -> Iterator[tuple[Path, Any]]:
    for line, row in enumerate(rows):
        name, value = (*row, None, None)[:2]
        if line <= NAMES or name in (None, ""):
            continue
        try:
            path = read_path(str(name).strip())
            leaf = _leaf(part, path)
        except BadPath:
            faults.append(CellFault(sheet, cell_name(line, 0), "there is no field of that name"))
            continue
        yield path, _read(leaf, value, sheet, cell_name(line, 1), faults)


def _leaf(part: Field, path: Path) -> Field:
    """The field of a path that holds one value, or an empty list. Raises BadPath for another path."""
    for step in path:
        inner = part.inner(step)
        if inner is None or (isinstance(step, int)) != (part.kind in ("list", "row")):
            raise BadPath(write_path(path))
        part = inner
    if part.kind in ("object", "row") or (part.kind == "map" and path):
        raise BadPath(write_path(path))
    return part


def _read(leaf: Field, cell: Cell, sheet: str, where: str, faults: list[CellFault]) -> Any:
    """A cell as a value. A cell that does not fit is named and kept as a text."""
    if leaf.kind in ("list", "map"):
        if cell not in (EMPTY, None, ""):
            faults.append(CellFault(sheet, where, "only - can be here: the list is empty"))
        return [] if leaf.kind == "list" else {}
    if cell in (None, ""):
        return None if leaf.optional else "" if leaf.kind in ("text", "choice") else None
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    if leaf.kind == "flag":
        if str(cell).strip().lower() in ("true", "1", "yes", "wahr", "vrai"):
            return True
        if str(cell).strip().lower() in ("false", "0", "no", "falsch", "faux"):
            return False
    elif leaf.kind == "number" or (leaf.kind == "choice" and isinstance(leaf.choices[0], int)):
        if isinstance(cell, int) and not isinstance(cell, bool):
            return cell
        if re.fullmatch(r"\s*[+-]?\d{1,9}\s*", str(cell)):
            return int(str(cell))
    else:
        return str(cell)
    if leaf.kind == "flag":
        faults.append(CellFault(sheet, where, "true or false is needed"))
    else:
        faults.append(CellFault(sheet, where, "a whole number is needed"))
    return str(cell)


def _cell(value: Any) -> Cell:
    return value if isinstance(value, (str, int, bool)) or value is None else msgspec.json.encode(value).decode()


def _set(data: Any, path: Path, value: Any) -> Any:
    """Put a value at a path of new data, making what is around it. A list is an object with its places as names."""
    if not path:
        return value
    parts = data if isinstance(data, dict) else {}
    parts[path[0]] = _set(parts.get(path[0]), path[1:], value)
    return parts


def _closed(data: Any) -> Any:
    """The data with its lists in order and without gaps."""
    if isinstance(data, dict) and data and all(isinstance(step, int) for step in data):
        return [_closed(data[place]) for place in sorted(data)]
    if isinstance(data, dict):
        return {name: _closed(value) for name, value in data.items()}
    return data


def _filled(part: Field, data: Any) -> Any:
    """An item with the lists that no cell has, its fields in their order."""
    if part.kind == "object" and isinstance(data, dict):
        found = {name: _filled(part.inner(name) or part, value) for name, value in data.items()}
        for each in part.fields:
            if each.name not in found and each.required and each.kind == "list":
                found[each.name] = []
        return {each.name: found[each.name] for each in part.fields if each.name in found}
    if part.kind in ("list", "row") and isinstance(data, list):
        return [_filled(part.inner(place) or part, value) for place, value in enumerate(data)]
    return [] if part.kind in ("list", "row") and data == {} else data


def cell_name(row: int, column: int) -> str:
    """`B7` for row 6 and column 1, both from 0."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row + 1}"
