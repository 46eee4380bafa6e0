"""Faults in the shape of a JSON text: everything that differs from a type. The decoder alone stops at one."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin

import msgspec

from games.engine.errors import Fault, fault

MOST: Final = 200
"""The number of faults after which the search ends."""

Params = dict[str, int | str]
Convert = Callable[[Any, Any], Any]


def shape_faults(text: bytes | str, kind: Any, convert: Convert) -> tuple[Fault, ...]:
    """The faults of a text in the order of the type's fields, `MOST` at most; empty if it can be read. The codec gives
    its `convert`.
    """
    try:
        return tuple(islice(_Shape(convert).faults(msgspec.json.decode(text), kind, "", ""), MOST))
    except UnicodeError:
        return (fault("$", "the file is not UTF-8 text"),)
    except RecursionError:
        return (fault("$", "the file is nested too deeply"),)
    except msgspec.DecodeError as error:
        place = re.search(r"\(byte (\d+)\)", str(error))
        if place is None:
            return (fault("$", "the file is empty or ends too early"),)
        start = (text.encode() if isinstance(text, str) else text)[: int(place[1])]
        return (fault("$", "this is not JSON (line %(line)s)", line=start.count(b"\n") + 1),)


class _Shape(NamedTuple):
    convert: Convert

    def faults(self, data: Any, kind: Any, path: str, whose: str) -> Iterator[Fault]:
        base, limits = _unwrapped(kind)
        origin, inner = get_origin(base), get_args(base)
        if origin in (Union, UnionType):
            others = [each for each in inner if each is not NoneType]
            if data is None and NoneType in inner:
                return
            if len(others) == 1:
                yield from self.faults(data, others[0], path, whose)
                return
        if isinstance(data, dict) and isinstance(base, type) and issubclass(base, msgspec.Struct):
            yield from self._object_faults(data, base, path, (path and _name(data)) or whose)
        elif isinstance(data, dict) and origin is dict:
            for key, value in data.items():
                yield from self._value_faults(key, inner[0], f"{path}.{key}", whose)
                yield from self.faults(value, inner[1], f"{path}.{key}", whose)
        elif isinstance(data, list) and origin is tuple:
            kinds = [inner[0]] * len(data) if inner[-1] is ... else list(inner)
            row: Any = tuple[Any, ...] if inner[-1] is ... else tuple[(Any,) * len(inner)]  # type: ignore[misc]
            for limit in limits:
                row = Annotated[row, limit]
            yield from self._value_faults([None] * len(data), row, path, whose)
            for index, (value, each) in enumerate(zip(data, kinds, strict=False)):
                yield from self.faults(value, each, f"{path}[{index}]", whose)
        else:
            yield from self._value_faults(data, kind, path, whose)

    def _object_faults(
        self, data: dict[str, Any], kind: type[msgspec.Struct], path: str, whose: str
    ) -> Iterator[Fault]:
        fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        for name, field in fields.items():
            if name in data:
                yield from self.faults(data[name], field.type, f"{path}.{name}" if path else name, whose)
            elif field.required:
                yield fault(path or "$", "the field `%(name)s` is missing", whose, name=name)
        unknown = [name for name in data if name not in fields] if kind.__struct_config__.forbid_unknown_fields else []
        for name in unknown:
            yield fault(path or "$", "there is no field `%(name)s` here", whose, name=name[:40])

    def _value_faults(self, data: Any, kind: Any, path: str, whose: str) -> Iterator[Fault]:
        try:
            self.convert(data, kind)
        except msgspec.ValidationError as error:
            text, params = _in_words(str(error), kind)
            yield Fault(path or "$", text, params, whose)
        except OverflowError:
            yield fault(path, "the number is too large (at most %(most)s)", whose, most=2**63 - 1)


def _unwrapped(kind: Any) -> tuple[Any, tuple[Any, ...]]:
    """A type without its limits, and the limits."""
    return (kind.__origin__, kind.__metadata__) if get_origin(kind) is Annotated else (kind, ())


def _name(data: Mapping[str, Any]) -> str:
    name = data.get("role", data.get("id"))
    return name[:24] if isinstance(name, str) else ""


def _in_words(reason: str, kind: Any) -> tuple[str, Params]:
    """The decoder's words for a value as a sentence with its numbers."""
    base, _limits = _unwrapped(kind)
    if get_origin(base) is Literal and reason.startswith("Invalid"):
        return _ONE_OF.text, {"values": ", ".join(str(each) for each in get_args(base))}
    for pattern, sentence in _SENTENCES.items():
        if found := re.match(pattern, reason):
            return sentence.text, dict(found.groupdict())
    return "%(reason)s", {"reason": reason}


_ONE_OF: Final = fault("", "one of these is needed: %(values)s")
_SENTENCES: Final = {
    r"Expected `int`, got": fault("", "a whole number is needed"),
    r"Expected `str`, got": fault("", "a text is needed"),
    r"Expected `bool`, got": fault("", "true or false is needed"),
    r"Expected `array`, got": fault("", "a list is needed"),
    r"Expected `object`, got": fault("", "an object is needed"),
    r"Expected `int` >= (?P<least>-?\d+)": fault("", "the number is too small (at least %(least)s)"),
    r"Expected `int` <= (?P<most>-?\d+)": fault("", "the number is too large (at most %(most)s)"),
    r"Expected `str` of length >= (?P<least>\d+)": fault("", "the text is too short (at least %(least)s)"),
    r"Expected `str` of length <= (?P<most>\d+)": fault("", "the text is too long (at most %(most)s)"),
    r"Expected `array` of length >= (?P<least>\d+)": fault("", "the list is too short (at least %(least)s)"),
    r"Expected `array` of length <= (?P<most>\d+)": fault("", "the list is too long (at most %(most)s)"),
    r"Expected `array` of length (?P<count>\d+)": fault("", "the list has another length than %(count)s"),
    r"Expected `str` matching regex (?P<pattern>.+)": fault("", "the text has another form than %(pattern)s"),
}
"""The decoder's words, and what people read."""
