"""The parts of a face, found by their names."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from msgspec import UNSET, UnsetType

if TYPE_CHECKING:
    from games.ui.faces.face import Face

T = TypeVar("T")


class Part(Generic[T]):
    """A field of `Face`: the constant `TABLE` of the file `face/table.py`, imported at first use.

    A face without this file has `absent()`; without `absent`, LookupError is raised. A part that is given to `Face` is
    used as it is.
    """

    def __init__(self, absent: Callable[[], T] | None = None) -> None:
        self.absent = absent

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, face: None, owner: Any = None) -> UnsetType: ...
    @overload
    def __get__(self, face: "Face", owner: Any = None) -> T: ...
    def __get__(self, face: "Face | None", owner: Any = None) -> T | UnsetType:
        if face is None:
            return UNSET
        if face.__dict__[self.name] is UNSET:
            face.__dict__[self.name] = self._found(face.game.face)
        found: T = face.__dict__[self.name]
        return found

    def __set__(self, face: "Face", value: T | UnsetType) -> None:
        face.__dict__[self.name] = value

    def _found(self, package: str | None) -> T:
        name = f"{package}.{self.name}"
        if not package or not hasattr(import_module(package), "__path__") or not find_spec(name):
            if self.absent is None:
                raise LookupError(f"{name} is missing: every face needs this part")
            return self.absent()
        part: T = getattr(import_module(name), self.name.upper())
        return part
