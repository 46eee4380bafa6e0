"""Forms that answer a prompt, and the form for the options of a match."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.catalogue.dominato.rules.moves import Claim, Close, DominatoMove, Give, Pass, Place
from games.engine.types import Prompt
from games.ui.faces import DecisionForm, OptionsForm, Scene


class LayForm(DecisionForm):
    """A tile, a place and a direction; `choice` combines all three if the page lists the right placements."""

    choice = forms.RegexField(r"^[0-9]{1,2}-[01]-[0-9]{1,4}$", required=False)
    tile = forms.IntegerField(min_value=0, max_value=99, required=False)
    turned = forms.IntegerField(min_value=0, max_value=1, required=False)
    place = forms.IntegerField(min_value=0, max_value=2000, required=False)
    said = forms.IntegerField(min_value=-18, max_value=18, required=False)

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = self.cleaned_data
        if given.get("choice"):
            given["tile"], given["turned"], given["place"] = map(int, given["choice"].split("-"))
        if not self.errors and (given.get("tile") is None or given.get("place") is None):
            raise forms.ValidationError(_("Choose a tile and a place."))
        if not self.errors and self.scene.view.options.say_first and given.get("said") is None:
            raise forms.ValidationError(_("Say the balance of your tile first."))
        return given

    def to_move(self) -> Place:
        given = self.cleaned_data
        return Place(given["tile"], given["place"], given["turned"] or 0, given["said"])


class GiveForm(DecisionForm):
    """The tile to give to the player who was wrong."""

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
    """The form of a prompt, by the submitted button."""
    kind: type[DecisionForm] = {"play": LayForm, "give": GiveForm}.get(prompt.kind, CloseForm)
    if data is not None and "claim" in data:
        kind = ClaimForm
    elif data is not None and "pass" in data:
        kind = PassForm
    return kind(data, scene=scene, prompt=prompt)


class DominatoOptionsForm(OptionsForm):
    """The options that a person chooses. The initial ones are those of the printed rules."""

    validation = forms.ChoiceField(
        label=_("Who checks the tiles"),
        choices=[
            ("challenge", _("The players: a wrong tile can be laid, and contested; it then costs the turn")),
            ("auto", _("The table: a wrong tile does not stay. Takes the checking away from the players")),
        ],
        initial="challenge",
        required=False,
    )
    helper = forms.BooleanField(
        label=_("Helper: write the balance on every tile"),
        help_text=_("Takes the reckoning away from the players. If the table checks, it also shows what fits."),
        initial=False,
        required=False,
    )
    say_first = forms.BooleanField(
        label=_("Say it first"),
        help_text=_("Before players lay a tile, they say its balance; the tile shows what was said, right or wrong."),
        required=False,
    )
    bots_err = forms.IntegerField(
        label=_("Turns in which a bot is wrong, percent"),
        help_text=_("Only if the players check. Then there is something to contest."),
        min_value=0,
        max_value=50,
        initial=15,
        required=False,
    )
    bots_overlook = forms.IntegerField(
        label=_("Errors that a bot does not see, percent"),
        min_value=0,
        max_value=100,
        initial=35,
        required=False,
    )
    error_map = forms.BooleanField(
        label=_("Map of errors by name, for the teacher"),
        help_text=_(
            "Only where the school has agreed in writing. The map is seen by the teachers of the course, is not"
            " printed, and goes when the course ends. Without it they see how often each kind of error was made,"
            " without names."
        ),
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
        """The chosen options. Later switches are left out if off. Wrong tries are recorded with automatic validation
        and no helper.
        """
        given = self.cleaned_data
        validation = given["validation"] or "challenge"
        later = {
            "say_first": given["say_first"],
            "error_map": given["error_map"],
            "tries": validation == "auto" and not given["helper"],
            "bots_err": given["bots_err"] if validation == "challenge" else 0,
            "bots_overlook": given["bots_overlook"] if validation == "challenge" else 0,
        }
        return {
            "validation": validation,
            "helper": given["helper"],
            "games": given["games"],
            "free_pass": given["free_pass"],
            "incidental_contacts": given["incidental_contacts"],
            **{name: value for name, value in later.items() if value},
        }
