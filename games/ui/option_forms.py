"""The form for a game's options: its own, or one made from the types of its options."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext_lazy
from msgspec import inspect

from games.ui.faces import Face, OptionsForm

PREFIX = "options"


def options_form(
    face: Face, data: Mapping[str, Any] | None = None, initial: Mapping[str, Any] | None = None
) -> OptionsForm:
    """The form of a game, bound if `data` is given; `initial` are options as JSON values."""
    kind = face.options_form
    if kind is OptionsForm:
        kind = made_from(face.game.rules.options_type)
    return kind(data, prefix=PREFIX, initial=dict(initial or {}))


def made_from(options_type: type[msgspec.Struct]) -> type[OptionsForm]:
    """A form with a field for each switch, number, choice and text among the options. A field's label is its name:
    `last_loses` is the text "Last loses" of the game's catalogue. Options of other types keep their defaults.
    """
    fields = {field.name: _field(field) for field in msgspec.structs.fields(options_type)}
    known = {name: field for name, field in fields.items() if field is not None}

    def to_options(self: OptionsForm) -> Mapping[str, Any]:
        """The options without empty fields: the game has defaults for them."""
        given = self.cleaned_data
        return {name: given[name] for name in known if given[name] not in (None, "")}

    return type("MadeOptionsForm", (OptionsForm,), {**known, "to_options": to_options})


def _field(field: Any) -> forms.Field | None:
    info = inspect.type_info(field.type)
    plain = _without_none(info)
    common: dict[str, Any] = {
        "label": gettext_lazy(field.name.replace("_", " ").capitalize()),
        "initial": None if field.default in (msgspec.NODEFAULT, msgspec.UNSET) else field.default,
        "required": False,
    }
    if isinstance(plain, inspect.BoolType):
        return forms.BooleanField(**common)
    if isinstance(plain, inspect.IntType):
        return forms.IntegerField(min_value=plain.ge, max_value=plain.le, **common)
    if isinstance(plain, inspect.LiteralType):
        empty = [("", "")] if plain is not info else []
        return forms.ChoiceField(choices=[*empty, *((value, str(value)) for value in plain.values)], **common)
    if isinstance(plain, inspect.StrType):
        return forms.CharField(max_length=plain.max_length or 200, **common)
    return None


def _without_none(info: Any) -> Any:
    """The other member of a type that may be None."""
    if not isinstance(info, inspect.UnionType):
        return info
    others = [each for each in info.types if not isinstance(each, inspect.NoneType)]
    return others[0] if len(others) == 1 else info
