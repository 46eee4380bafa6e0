"""Forms that answer a prompt, and the form for the options of a match."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.dominato.rules.moves import Claim, Close, DominatoMove, Give, Pass, Place
from games.engine.types import Prompt
from games.kit.faces import DecisionForm, OptionsForm, Scene


class LayForm(DecisionForm):
    """A tile, a place and a way round; `choice` holds all three in one where the page lists what fits."""

    choice = forms.RegexField(r"^[0-9]{1,2}-[01]-[0-9]{1,4}$", required=False)
    tile = forms.IntegerField(min_value=0, max_value=99, required=False)
    turned = forms.IntegerField(min_value=0, max_value=1, required=False)
    place = forms.IntegerField(min_value=0, max_value=2000, required=False)

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = self.cleaned_data
        if given.get("choice"):
            given["tile"], given["turned"], given["place"] = map(int, given["choice"].split("-"))
        if not self.errors and (given.get("tile") is None or given.get("place") is None):
            raise forms.ValidationError(_("Choose a tile and a place."))
        return given

    def to_move(self) -> Place:
        given = self.cleaned_data
        return Place(given["tile"], given["place"], given["turned"] or 0)


class GiveForm(DecisionForm):
    """The tile for the player who was wrong."""

    tile = forms.IntegerField(
        min_value=0, max_value=99, error_messages={"required": _("Choose the tile that you give away.")}
    )

    def to_move(self) -> Give:
        return Give(self.cleaned_data["tile"])


class PassForm(DecisionForm):
    def to_move(self) -> DominatoMove:
        return Pass()


class ClaimForm(DecisionForm):
    def to_move(self) -> DominatoMove:
        return Claim()


class CloseForm(DecisionForm):
    def to_move(self) -> DominatoMove:
        return Close()


def form_for(scene: Scene, prompt: Prompt, data: Mapping[str, Any] | None) -> DecisionForm:
    """The form of a prompt: the button that was pressed tells which."""
    kind: type[DecisionForm] = {"play": LayForm, "give": GiveForm}.get(prompt.kind, CloseForm)
    if data is not None and "claim" in data:
        kind = ClaimForm
    elif data is not None and "pass" in data:
        kind = PassForm
    return kind(data, scene=scene, prompt=prompt)


class DominatoOptionsForm(OptionsForm):
    """The options that a person chooses."""

    validation = forms.ChoiceField(
        label=_("Who checks the tiles"),
        choices=[
            ("auto", _("The table: a wrong tile cannot be laid")),
            ("challenge", _("The players: errors can be laid, and claimed by the others")),
        ],
        initial="auto",
        required=False,
    )
    helper = forms.BooleanField(
        label=_("Write the balance on every tile"),
        help_text=_("The helper. Off: players work the balances out, which is the exercise."),
        initial=True,
        required=False,
    )
    games = forms.IntegerField(
        label=_("Number of games"),
        help_text=_("Empty: as many as there are players, so that each starts once."),
        min_value=1,
        max_value=20,
        required=False,
    )
    free_pass = forms.BooleanField(label=_("Passing is always allowed"), required=False)
    incidental_contacts = forms.BooleanField(label=_("Tiles may also touch where no link is made"), required=False)

    def to_options(self) -> Mapping[str, Any]:
        given = self.cleaned_data
        return {
            "validation": given["validation"] or "auto",
            "helper": given["helper"],
            "games": given["games"],
            "free_pass": given["free_pass"],
            "incidental_contacts": given["incidental_contacts"],
        }
