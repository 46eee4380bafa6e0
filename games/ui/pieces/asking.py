"""The card that asks, made from the types of a move: a number, one of several, several of several, a switch, a text."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import msgspec
from django import forms
from django.utils.translation import gettext as _
from msgspec import inspect

from games.engine.types import Move, Prompt
from games.ui.faces.scene import Scene
from games.ui.faces.table import DecisionForm

LONG: Final = 24
"""Options with longer labels are below each other."""
LONGEST: Final = 200
Kind = Literal["number", "one", "several", "switch", "text"]


class Option(msgspec.Struct, frozen=True):
    """A value that can be chosen, with its label and a smaller line below it."""

    value: int | str
    label: str
    more: str = ""


@dataclass(frozen=True, kw_only=True)
class Field:
    """A field of a move in words. `bounds` are those of now, from what the seat may know; without them, those of the
    type. With `options` one of them is chosen, or several where the move takes a tuple. `first` is the value that is
    shown at first.
    """

    label: Any
    hint: Callable[[Scene, Prompt], str] = lambda scene, prompt: ""
    unit: Any = ""
    bounds: Callable[[Scene, Prompt], tuple[int, int]] | None = None
    options: Callable[[Scene, Prompt], Sequence[Option]] | None = None
    first: Callable[[Scene, Prompt], Any] = lambda scene, prompt: None


@dataclass(frozen=True, kw_only=True)
class Ask:
    """The question of one kind of prompt, and its answer, a `move`. `fields` are all fields of the move, in the order
    of the card. `rule` is the help page and heading behind it (`rules#order`). Raises ValueError for a field without
    words, and for words without a field.
    """

    move: type[Move]
    question: Callable[[Scene, Prompt], str]
    button: Any
    fields: Mapping[str, Field] = field(default_factory=dict)
    note: Callable[[Scene, Prompt], str] = lambda scene, prompt: ""
    rule: str = ""

    def __post_init__(self) -> None:
        """Refuse a field without words."""
        own = {each.name for each in msgspec.structs.fields(self.move)}
        name = self.move.__name__
        if missing := sorted(own - set(self.fields)):
            raise ValueError(f"{name}.{missing[0]} has no Field: name it in `fields` with its label")
        if unknown := sorted(set(self.fields) - own):
            raise ValueError(f"`fields` has {unknown[0]!r}, but {name} has no such field")
        for key, each in self.fields.items():
            if self.kind(key) in ("one", "several") and each.options is None and not self._literals(key):
                raise ValueError(f"{name}.{key} is chosen from a list: give its `options`")

    def kind(self, name: str) -> Kind:
        """The control of a field of the move. Raises ValueError for a type without one."""
        info, chosen = self._info(name), self.fields[name].options is not None
        if isinstance(info, inspect.VarTupleType | inspect.TupleType):
            return "several"
        if chosen or isinstance(info, inspect.LiteralType):
            return "one"
        for kind, known in KINDS.items():
            if isinstance(info, known):
                return kind
        raise ValueError(f"no control for {self.move.__name__}.{name}: draw the card yourself, or give `options`")

    def bounds(self, name: str, scene: Scene, prompt: Prompt) -> tuple[int, int]:
        """The least and the greatest number of a field now."""
        told = self.fields[name].bounds
        if told is not None:
            return told(scene, prompt)
        info: Any = self._info(name)
        least = info.ge if info.ge is not None else info.gt + 1 if info.gt is not None else 0
        most = info.le if info.le is not None else info.lt - 1 if info.lt is not None else 10**6
        return int(least), int(most)

    def options(self, name: str, scene: Scene, prompt: Prompt) -> Sequence[Option]:
        """The values that can be chosen for a field."""
        told = self.fields[name].options
        return (
            told(scene, prompt) if told is not None else [Option(value, str(value)) for value in self._literals(name)]
        )

    def _info(self, name: str) -> Any:
        types = {each.name: each.type for each in msgspec.structs.fields(self.move)}
        return inspect.type_info(types[name])

    def _literals(self, name: str) -> Sequence[Any]:
        info = self._info(name)
        return info.values if isinstance(info, inspect.LiteralType) else ()


KINDS: Final[Mapping[Kind, type]] = {
    "number": inspect.IntType,
    "switch": inspect.BoolType,
    "text": inspect.StrType,
}


class AskForm(DecisionForm):
    """The form of an `Ask`."""

    def __init__(self, data: Mapping[str, Any] | None, *, scene: Scene, prompt: Prompt, ask: Ask) -> None:
        super().__init__(data, scene=scene, prompt=prompt)
        self.ask = ask
        for name in ask.fields:
            self.fields[name] = self._field(name)

    def _field(self, name: str) -> forms.Field:
        ask, kind = self.ask, self.ask.kind(name)
        if kind == "number":
            least, most = ask.bounds(name, self.scene, self.prompt)
            made = forms.IntegerField(min_value=least, max_value=most)
            words = {"least": least, "most": most}
            made.error_messages |= {
                "min_value": _("At least %(least)s.") % words,
                "max_value": _("At most %(most)s.") % words,
            }
            return made
        if kind == "switch":
            return forms.BooleanField(required=False)
        if kind == "text":
            return forms.CharField(max_length=LONGEST)
        known = {str(each.value): each.value for each in ask.options(name, self.scene, self.prompt)}
        choices = [(text, text) for text in known]
        if kind == "several":
            return forms.TypedMultipleChoiceField(choices=choices, coerce=known.__getitem__, required=False)
        return forms.TypedChoiceField(choices=choices, coerce=known.__getitem__)

    def to_move(self) -> Any:
        values = {name: self.cleaned_data[name] for name in self.ask.fields}
        return self.ask.move(**{name: tuple(each) if isinstance(each, list) else each for name, each in values.items()})


class Control(msgspec.Struct, frozen=True):
    """A field to draw. `chosen` are the values that are on, as texts."""

    name: str
    kind: Kind
    label: str
    hint: str
    chosen: tuple[str, ...]
    error: str = ""
    least: int = 0
    most: int = 0
    options: tuple[Option, ...] = ()
    is_tall: bool = False


class Asked(msgspec.Struct, frozen=True):
    """A question to draw with its controls. `hides` says that nobody sees the answer before all have answered."""

    key: str
    id: str
    question: str
    note: str
    button: str
    page: str
    anchor: str
    errors: tuple[str, ...]
    controls: tuple[Control, ...]
    hides: bool


def asked_of(ask: Ask, scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> Asked:
    """The question of a prompt; with the typed values and errors of `bound` if that is its refused form."""
    own = bound if bound is not None and bound.prompt.key == prompt.key else None
    page, _hash, anchor = ask.rule.partition("#")
    return Asked(
        key=prompt.key,
        id="".join(sign if sign.isalnum() else "-" for sign in prompt.key),
        question=ask.question(scene, prompt),
        note=ask.note(scene, prompt),
        button=str(ask.button),
        page=page,
        anchor=anchor,
        errors=tuple(map(str, own.non_field_errors())) if own is not None else (),
        controls=tuple(_control(ask, name, scene, prompt, own) for name in ask.fields),
        hides=prompt.simultaneous,
    )


def _control(ask: Ask, name: str, scene: Scene, prompt: Prompt, own: DecisionForm | None) -> Control:
    kind, words = ask.kind(name), ask.fields[name]
    options = tuple(ask.options(name, scene, prompt)) if kind in ("one", "several") else ()
    least, most = ask.bounds(name, scene, prompt) if kind == "number" else (0, 0)
    return Control(
        name=name,
        kind=kind,
        label=f"{words.label}, {words.unit}" if words.unit else str(words.label),
        hint=words.hint(scene, prompt),
        chosen=_chosen(name, kind, words.first(scene, prompt), own),
        error=" ".join(map(str, own.errors.get(name, ()))) if own is not None else "",
        least=least,
        most=most,
        options=options,
        is_tall=any(len(each.label) > LONG for each in options),
    )


def _chosen(name: str, kind: Kind, first: Any, own: DecisionForm | None) -> tuple[str, ...]:
    """The values that are on: those that were sent, else the first one."""
    if own is not None:
        data: Any = own.data
        sent = data.getlist(name) if hasattr(data, "getlist") else [data[name]] if name in data else []
        return tuple(map(str, sent))
    if first is None:
        return ()
    if kind == "switch":
        return ("on",) if first else ()
    return tuple(map(str, first)) if kind == "several" else (str(first),)
