"""Builds views from the fields of a state."""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from games.engine.types import Value

V = TypeVar("V", bound=Value)


@cache
def _shared(kind: type[Value], own: tuple[str, ...]) -> tuple[tuple[str, ...], Callable[[Value], tuple[Any, ...]]]:
    names = tuple(name for name in kind.__struct_fields__ if name not in own)
    return names, attrgetter(*names)


def seen(kind: type[V], state: Value, **own: Any) -> V:
    """A view of this kind: `own` as given, all other fields from the state under the same names. Fields that a seat
    must not see are in `own` or missing from the view. At least two fields come from the state.
    """
    names, read = _shared(kind, tuple(own))
    return kind(**own, **dict(zip(names, read(state), strict=True)))
