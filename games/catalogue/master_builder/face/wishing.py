"""Wishes for the hiring phase: an ordered list set in advance, and its form."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from games.catalogue.master_builder import names
from games.catalogue.master_builder.rules.moves import Want, Wish
from games.catalogue.master_builder.rules.scenario import SKILLS
from games.catalogue.master_builder.rules.view import View
from games.engine.types import Prompt
from games.ui.faces import DecisionForm, Scene

ROWS: Final = 6
"""Places in the list of the form."""


@dataclass(frozen=True)
class WishRow:
    """A place in the list: `value` is one of the options, "" for none."""

    name: str
    number: int
    value: str
    is_first: bool
    is_last: bool


def text_of(want: Want) -> str:
    """A wish as the value of an option: `pass`, `fire-T5`, `hire-T5`, `hire-T`."""
    return want.do if want.do == "pass" else f"{want.do}-{want.worker or want.skill}"


def want_of(text: str) -> Want:
    """The wish for the value of an option."""
    do, _dash, whom = text.partition("-")
    if do == "pass":
        return Want("pass")
    if do == "fire":
        return Want("fire", worker=whom)
    return Want("hire", skill=whom) if len(whom) == 1 else Want("hire", worker=whom)  # type: ignore[arg-type]


def words_of_wish(scene: Scene, text: str) -> str:
    """A wish in words."""
    want = want_of(text)
    if want.do == "pass":
        return _("neither hire nor fire")
    if want.do == "fire":
        return _("fire %(worker)s") % {"worker": names.worker(scene.scenario, want.worker or "")}
    if want.worker:
        return _("hire %(worker)s, if on top") % {"worker": names.worker(scene.scenario, want.worker)}
    return _("hire the worker on top: %(skill)s") % {"skill": names.skill(want.skill or "A")}


def options(scene: Scene, seat: int) -> list[tuple[str, str]]:
    """The possible wishes: the top worker or any worker of each stack, firing, passing; in the first round only hiring.
    Earlier wishes remain possible.
    """
    view: View = scene.view
    tops = [stack.top for stack in view.stacks if stack.top]
    found = [f"hire-{top}" for top in tops] + [f"hire-{skill}" for skill in SKILLS]
    if view.round > 1:
        found += [f"fire-{each.worker}" for each in view.firms[seat].crew] + ["pass"]
    found += [text for text in map(text_of, view.wishes) if text not in found]
    return [(text, words_of_wish(scene, text)) for text in found]


class WishForm(DecisionForm):
    """A form of ordered rows. The buttons `up` and `down` exchange two rows, store nothing and show the page again."""

    def __init__(self, data: Mapping[str, Any] | None, *, scene: Scene, prompt: Prompt) -> None:
        super().__init__(data, scene=scene, prompt=prompt)
        choices = [("", ""), *options(scene, prompt.seat)]
        for number in range(ROWS):
            self.fields[f"wish-{number}"] = forms.ChoiceField(choices=choices, required=False)

    def clean(self) -> dict[str, Any]:
        """Refuses a submission that only changes the order."""
        if self.moved_rows() is not None:
            raise forms.ValidationError(_("The order is changed. Leave the list to keep it."), code="changed")
        return self.cleaned_data

    def moved_rows(self) -> list[str] | None:
        """The rows after one of them was moved; None if no button was used."""
        rows = [str(self.data.get(f"wish-{number}", "")) for number in range(ROWS)]
        for button, step in (("up", -1), ("down", 1)):
            text = str(self.data.get(button, ""))
            if text.isascii() and text.isdecimal() and len(text) < 3:
                here, there = int(text), int(text) + step
                if 0 <= here < ROWS and 0 <= there < ROWS:
                    rows[here], rows[there] = rows[there], rows[here]
                return rows
        return None

    def to_move(self) -> Wish:
        texts = [self.cleaned_data[f"wish-{number}"] for number in range(ROWS)]
        return Wish(tuple(want_of(text) for text in texts if text))


def rows(view: View, bound: DecisionForm | None) -> list[WishRow]:
    """The stored list, or the one that was submitted and refused."""
    if isinstance(bound, WishForm):
        texts = bound.moved_rows() or [str(bound.data.get(f"wish-{number}", "")) for number in range(ROWS)]
    else:
        texts = [text_of(want) for want in view.wishes][:ROWS]
    texts += [""] * (ROWS - len(texts))
    return [
        WishRow(f"wish-{number}", number + 1, text, number == 0, number == ROWS - 1)
        for number, text in enumerate(texts)
    ]
