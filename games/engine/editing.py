"""Changes of a scenario's JSON data by path, each with its inverse. Nothing is changed in place."""

import re
from typing import Any, Final, Literal

import msgspec

Step = str | int
Path = tuple[Step, ...]
NAME: Final = re.compile(r"[^.\[\]]{1,60}")
"""A name that paths can hold."""
STEP: Final = re.compile(r"([^.\[\]]+)|\[([0-9]+)\]")
WHOLE: Final = re.compile(r"(?:[^.\[\]]{1,60}|\[[0-9]{1,5}\])(?:\.[^.\[\]]{1,60}|\[[0-9]{1,5}\])*")


class BadPath(Exception):
    """A path that does not lead to a place in the data."""


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change at a path: `put` sets or, with `new` UNSET, takes away a named value, whose former value is `old`;
    `insert` and `remove` concern an item of a list, with `new` or `old` as its value; `move` takes an item to the
    place `to`. The empty path is that of the whole data.
    """

    op: Literal["put", "insert", "remove", "move"]
    at: str
    old: Any = msgspec.UNSET
    new: Any = msgspec.UNSET
    to: int = 0

    @property
    def moves_places(self) -> bool:
        """May later paths mean other places after this change?"""
        return self.op != "put" or any(isinstance(value, (list, dict)) for value in (self.old, self.new))


def read_path(text: str) -> Path:
    """The steps of `activities[3].special[0]`, the inverse of `write_path`. Raises BadPath for any other text."""
    if not WHOLE.fullmatch(text):
        raise BadPath(text)
    return tuple(name or int(index) for name, index in STEP.findall(text))


def write_path(path: Path) -> str:
    """`("activities", 3, "name")` as a text."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")


def get(data: Any, path: Path) -> Any:
    """The value at a path. Raises BadPath if there is none."""
    for step in path:
        is_there = step in data if isinstance(data, dict) else isinstance(data, list) and step in range(len(data))
        if not is_there:
            raise BadPath(write_path(path))
        data = data[step]
    return data


def has(data: Any, path: Path) -> bool:
    """Is there a value at this path?"""
    try:
        get(data, path)
    except BadPath:
        return False
    return True


def apply(data: Any, change: Change) -> Any:
    """The data after a change. Raises BadPath if its place is not there."""
    if not change.at and change.op == "put":
        return change.new
    *inner, last = read_path(change.at)
    around = get(data, tuple(inner))
    if isinstance(around, dict) and isinstance(last, str) and change.op == "put":
        after: Any = {**around, last: change.new}
        if change.new is msgspec.UNSET:
            del after[last]
    elif isinstance(around, list) and isinstance(last, int):
        after = _list_after(around, last, change)
    else:
        raise BadPath(change.at)
    return _with(data, tuple(inner), after)


def _list_after(items: list[Any], at: int, change: Change) -> list[Any]:
    if at > len(items) - (change.op != "insert") or change.to >= max(1, len(items)):
        raise BadPath(change.at)
    match change.op:
        case "insert":
            return [*items[:at], change.new, *items[at:]]
        case "put":
            return [*items[:at], change.new, *items[at + 1 :]]
        case _:
            rest = [*items[:at], *items[at + 1 :]]
            if change.op == "move":
                rest.insert(change.to, items[at])
            return rest


def inverse(change: Change) -> Change:
    """The change that undoes this one."""
    match change.op:
        case "put":
            return Change("put", change.at, old=change.new, new=change.old)
        case "insert":
            return Change("remove", change.at, old=change.new)
        case "remove":
            return Change("insert", change.at, new=change.old)
        case _:
            path = read_path(change.at)
            return Change("move", write_path((*path[:-1], change.to)), to=int(path[-1]))


def put(data: Any, path: Path, new: Any) -> Change:
    """The change that sets a value."""
    old = get(data, path) if has(data, path) else msgspec.UNSET
    return Change("put", write_path(path), old=old, new=new)


def remove(data: Any, path: Path) -> Change:
    """The change that takes an item or a named value away. Raises BadPath if it is not there."""
    old = get(data, path)
    op: Literal["put", "remove"] = "remove" if isinstance(path[-1], int) else "put"
    return Change(op, write_path(path), old=old)


def _with(data: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    step, *rest = path
    inner = _with(data[step], tuple(rest), value)
    if isinstance(step, str):
        return {**data, step: inner}
    return [*data[:step], inner, *data[step + 1 :]]
