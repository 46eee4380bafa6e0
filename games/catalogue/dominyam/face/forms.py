"""Forms that answer a prompt, and the form for the options of a match."""

import re
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.catalogue.dominyam.rules.moves import DominyamMove, Eat, NoMeal, Reroll
from games.catalogue.dominyam.rules.types import DICE
from games.engine.types import Prompt
from games.ui.faces import DecisionForm, OptionsForm, Scene


class RerollForm(DecisionForm):
    """The ticked dice are kept. Throwing all five again needs a button of its own, so that no throw happens by mistake.
    If chances are guessed, the form also has the meal aimed at and its chance.
    """

    keep = forms.TypedMultipleChoiceField(
        coerce=int, choices=[(number, number) for number in range(1, DICE + 1)], required=False
    )

    aim = forms.RegexField(r"^([1-9]|1[0-9]|2[0-8])-([1-9]|1[0-9]|2[0-8])$", required=False)
    guess = forms.IntegerField(min_value=0, max_value=100, required=False)

    def clean_keep(self) -> list[int]:
        kept: list[int] = self.cleaned_data["keep"]
        if len(kept) == DICE:
            raise forms.ValidationError(_("All five dice are kept: untick those that you throw again, or eat."))
        if not kept and "keep_none" not in self.data:
            raise forms.ValidationError(_("Choose the dice that you keep, or say that you keep none."))
        return [] if "keep_none" in self.data else kept

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = self.cleaned_data
        if self.scene.view.options.chances == "guess" and not self.errors:
            if not given.get("aim"):
                raise forms.ValidationError(_("Choose the meal that you go for, then guess how likely it is."))
            if given.get("guess") is None:
                raise forms.ValidationError(_("Guess first how likely the meal is."))
        return given

    def to_move(self) -> Reroll:
        given = self.cleaned_data
        dice = tuple(number for number in range(1, DICE + 1) if number not in given["keep"])
        if self.scene.view.options.chances != "guess":
            return Reroll(dice)
        first, second = map(int, given["aim"].split("-"))
        return Reroll(dice, (first, second), given["guess"])


PICKED: Final = re.compile(r"^([1-9]|1[0-9]|2[0-8])-([1-9]|1[0-9]|2[0-8])-[1-6]$")


class EatForm(DecisionForm):
    meal = forms.RegexField(PICKED, error_messages={"required": _("Choose a meal first.")})

    def to_move(self) -> Eat:
        first, second, point = map(int, self.cleaned_data["meal"].split("-"))
        return Eat((first, second), point)


class NoMealForm(DecisionForm):
    def to_move(self) -> DominyamMove:
        return NoMeal()


def form_for(scene: Scene, prompt: Prompt, data: Mapping[str, Any] | None) -> DecisionForm:
    """The form of the submitted button. The button of a meal contains the meal."""
    given = data or {}
    if PICKED.match(given.get("eat", "")):
        return EatForm({**{name: given[name] for name in given}, "meal": given["eat"]}, scene=scene, prompt=prompt)
    kind = EatForm if "eat" in given else NoMealForm if "none" in given else RerollForm
    return kind(data, scene=scene, prompt=prompt)


class DominyamOptionsForm(OptionsForm):
    """The options that a person chooses."""

    difference_points = forms.BooleanField(
        label=_("A meal also scores what its sum has above the target"), required=False
    )
    value_end = forms.ChoiceField(
        label=_("A domino outside all combinations scores"),
        choices=[("high", _("its higher half")), ("low", _("its lower half"))],
        initial="high",
        required=False,
    )
    chances = forms.ChoiceField(
        label=_("Chances"),
        choices=[
            ("none", _("none: players judge for themselves")),
            ("guess", _("guess first, then reveal: how likely is the meal? The exact value is shown after the throw")),
            ("show", _("show: the exact chance of each pair, before the throw. Takes the judging away")),
        ],
        initial="none",
        required=False,
    )
    stall_limit = forms.IntegerField(
        label=_("Rounds without a meal after which the match ends"),
        help_text=_("0: never. Does not count for a player alone."),
        min_value=0,
        max_value=99,
        initial=8,
        required=False,
    )

    def to_options(self) -> Mapping[str, Any]:
        given = self.cleaned_data
        limit = given["stall_limit"]
        return {
            "difference_points": given["difference_points"],
            "value_end": given["value_end"] or "high",
            "stall_limit": 8 if limit is None else limit,
            **({"chances": given["chances"]} if given["chances"] in ("show", "guess") else {}),
        }
