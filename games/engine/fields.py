"""The fields of a scenario's type as a tree: what forms, spreadsheets and comparisons of scenarios are made from."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, Literal

import msgspec
from msgspec import Meta, inspect

Kind = Literal["number", "text", "choice", "flag", "object", "list", "row", "map"]
"""An object has named fields, a list any number of equal items, a row a fixed number of items, and a map named items
of one form.
"""
LANGUAGES: Final = {"en", "fr", "es", "de", "ar"}


def label(
    title: str,
    help: str = "",
    unit: str = "",
    *,
    refers: str = "",
    by: str = "",
    long: bool = False,
    names: Mapping[Any, str] | None = None,
) -> Meta:
    """The words of a field in English, which are the keys of their translations; catalogues are searched for this name.
    `refers` are the lists (`roles`), separated by spaces, among whose ids the value or its parts are. `by` are the
    fields, separated by spaces, that tell one item of a list from the others; `value` if items are single values. A
    `long` text has several lines. `names` are the words of the values of a choice, written out in the call; that of
    None stands for an empty value.
    """
    extra = {"unit": unit, "refers": refers, "by": by, "long": long, "names": names}
    return Meta(title=title, description=help or None, extra={name: value for name, value in extra.items() if value})


class Field(msgspec.Struct, frozen=True):
    """A field. `title`, `help` and `unit` are English. `least` and `most` are the bounds of a number, of a text's
    length, or of a list's. `choices` are the values of a choice, in the order of `names`, which are pairs of a value
    and its English word. With `optional` the value may be None. A field that is not `required` has `default`, as JSON
    data. `fields` are those of an object or a row; `item` is the form of a list's items or a map's values, and `key`
    the form of a map's names.
    """

    name: str
    kind: Kind
    title: str = ""
    help: str = ""
    unit: str = ""
    refers: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    long: bool = False
    least: int | None = None
    most: int | None = None
    pattern: str = ""
    choices: tuple[Any, ...] = ()
    names: tuple[tuple[Any, str], ...] = ()
    optional: bool = False
    required: bool = True
    default: Any = None
    fields: tuple["Field", ...] = ()
    item: "Field | None" = None
    key: "Field | None" = None

    @property
    def each(self) -> "Field":
        """The form of its items. Raises TypeError for a field without items."""
        if self.item is None:
            raise TypeError(f"{self.name or self.kind} has no items")
        return self.item

    def name_of(self, value: Any) -> str | None:
        """The English word of a choice's value; None for a value without one."""
        return next((name for choice, name in self.names if choice == value), None)

    @property
    def is_words(self) -> bool:
        """Is it a text in several languages?"""
        return self.kind == "object" and bool(self.fields) and {each.name for each in self.fields} <= LANGUAGES

    @property
    def is_single(self) -> bool:
        """Is it one value, without parts?"""
        return self.kind in ("number", "text", "choice", "flag")

    def inner(self, step: str | int) -> "Field | None":
        """The form of a part: of a named field, or of the item at a place. None if there is no such part."""
        if self.kind in ("list", "map"):
            return self.item
        if self.kind == "row":
            return self.fields[step] if isinstance(step, int) and 0 <= step < len(self.fields) else None
        return next((each for each in self.fields if each.name == step), None)

    def fresh(self) -> Any:
        """JSON data for a new value: the default, else the smallest that the field allows."""
        if not self.required:
            return self.default
        if self.optional:
            return None
        return _smallest(self)

    def smallest(self) -> Any:
        """JSON data for a value that is there: the smallest that the field allows."""
        return _smallest(self)


def _smallest(field: Field) -> Any:
    match field.kind:
        case "number":
            return max(field.least or 0, 0) if field.most is None else min(max(field.least or 0, 0), field.most)
        case "text":
            return ""
        case "choice":
            return field.choices[0]
        case "flag":
            return False
        case "object":
            return {each.name: each.fresh() for each in field.fields if each.required}
        case "row":
            return [each.fresh() for each in field.fields]
        case "list":
            return [field.item.fresh() for _number in range(field.least or 0)] if field.item else []
        case _:
            return {}


@lru_cache(maxsize=64)
def fields_of(kind: Any) -> Field:
    """The tree of a type, usually a Struct. Raises TypeError for a type that JSON data cannot have."""
    return _field("", inspect.type_info(kind), {})


def _field(name: str, kind: inspect.Type, words: Mapping[str, Any], **more: Any) -> Field:
    """The field of a type. The words of outer annotations win over those of inner ones."""
    if isinstance(kind, inspect.Metadata):
        return _field(name, kind.type, {**(kind.extra_json_schema or {}), **(kind.extra or {}), **words}, **more)
    if isinstance(kind, inspect.UnionType):
        others = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        if len(others) == 1:
            return _field(name, others[0], words, **{**more, "optional": True})
    said = {
        "title": words.get("title", ""),
        "help": words.get("description", ""),
        "unit": words.get("unit", ""),
        "refers": tuple(words.get("refers", "").split()),
        "by": tuple(words.get("by", "").split()),
        "long": words.get("long", False),
        "names": tuple((words.get("names") or {}).items()),
        **more,
    }
    match kind:
        case inspect.IntType():
            return Field(name, "number", least=kind.ge, most=kind.le, **said)
        case inspect.StrType():
            most, pattern = kind.max_length, kind.pattern or ""
            return Field(name, "text", least=kind.min_length, most=most, pattern=pattern, **said)
        case inspect.LiteralType():
            order = [value for value, _name in said["names"] if value in kind.values]
            unnamed = [value for value in kind.values if value not in order]
            return Field(name, "choice", choices=(*order, *unnamed), **said)
        case inspect.BoolType():
            return Field(name, "flag", **said)
        case inspect.StructType():
            return Field(name, "object", fields=tuple(map(_of_struct, kind.fields)), **said)
        case inspect.VarTupleType():
            item = _field("", kind.item_type, {})
            return Field(name, "list", least=kind.min_length, most=kind.max_length, item=item, **said)
        case inspect.TupleType():
            return Field(name, "row", fields=tuple(_field("", each, {}) for each in kind.item_types), **said)
        case inspect.DictType():
            return Field(name, "map", item=_field("", kind.value_type, {}), key=_field("", kind.key_type, {}), **said)
        case _:
            raise TypeError(f"a scenario cannot hold {kind}")


def _of_struct(field: inspect.Field) -> Field:
    default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    data = None if field.required else msgspec.json.decode(msgspec.json.encode(default))
    return _field(field.encode_name, field.type, {}, required=field.required, default=data)
