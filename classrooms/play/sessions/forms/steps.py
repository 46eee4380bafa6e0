"""Forms of the wizard's steps. Each turns its input into changes for `session_update`."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from classrooms.models import Luck, Session, Unfinished
from games.engine.errors import RulesError
from games.public.models import Expected, LatePolicy
from games.ui.faces import Face
from games.ui.names import NameField
from games.ui.option_forms import options_form


class GameStep(forms.Form):
    """Title, game and scenario. The options are a separate form of the game."""

    title = NameField(label=_("Name of the session"), max_length=120)
    scenario = forms.ChoiceField(label=_("Scenario"), widget=forms.RadioSelect)

    def __init__(
        self,
        data: Any,
        *,
        face: Face,
        initial: Mapping[str, Any],
        own_scenario: str = "",
        own: Sequence[tuple[str, str]] = (),
    ) -> None:
        options = dict(initial).pop("options", {})
        super().__init__(data, initial=dict(initial))
        self.face = face
        self.options = options_form(face, data, options)
        names = list(face.scenario_names().items())
        kept = [("", _("%(name)s, as it is in this session") % {"name": own_scenario})] if own_scenario else []
        field = self.fields["scenario"]
        field.required = not own_scenario
        field.choices = [*kept, *names, *own]  # type: ignore[attr-defined]
        self.own = dict(own)
        if not kept and not self.initial.get("scenario"):
            self.initial["scenario"] = names[0][0]

    def is_valid(self) -> bool:
        """Both forms, so that all errors show at once."""
        own = super().is_valid()
        return self.options.is_valid() and own

    @property
    def chosen_own(self) -> str:
        """The key of the chosen scenario, if it is one of the person's."""
        key: str = self.cleaned_data["scenario"]
        return key if key in self.own else ""

    def changes(self) -> dict[str, Any]:
        """The changes; a shipped scenario replaces an own one."""
        given = self.cleaned_data
        found: dict[str, Any] = {"title": given["title"], "options": dict(self.options.to_options())}
        if given["scenario"] and not self.chosen_own:
            found |= {"scenario_key": given["scenario"], "scenario": "", "scenario_version": None}
        return found

    def refuse(self, error: RulesError) -> None:
        """Show an error of the rules in options that are valid one by one."""
        self.add_error(None, self.face.refusal(None, error))


class LateStep(forms.Form):
    """The rule for the end of a time limit."""

    late_policy = forms.ChoiceField(
        label=_("When time is up"),
        widget=forms.RadioSelect,
        choices=[
            (LatePolicy.DEFAULT, _("The default move is played: the least that the rules ask for.")),
            (LatePolicy.BOT, _("A bot decides in that student's place, this once.")),
            (LatePolicy.WAIT, _("The team waits. You see on the monitor who is awaited.")),
        ],
    )

    unfinished = forms.ChoiceField(
        label=_("When the bell rings before the end"),
        widget=forms.RadioSelect,
        required=False,
        choices=[
            (Unfinished.LATER, _("Matches continue another day: no marks until they have ended.")),
            (
                Unfinished.TURNS,
                _(
                    "Matches are marked on the turns played: against the game's own plan for the last turn that is "
                    "done, where the game has one. Points of own objectives count only at the end."
                ),
            ),
        ],
    )

    def changes(self) -> dict[str, Any]:
        """The changes for `session_update`."""
        return {
            "late_policy": self.cleaned_data["late_policy"],
            "unfinished": self.cleaned_data["unfinished"] or Unfinished.LATER,
        }


class LuckStep(forms.Form):
    """Luck, and the remaining settings."""

    luck = forms.ChoiceField(
        label=_("Luck"),
        help_text=_("If you compare the teams, choose the same cards for all."),
        widget=forms.RadioSelect,
        choices=[
            (Luck.OWN, _("Each team draws its own cards.")),
            (
                Luck.SAME,
                _("All teams draw the same cards, so that only decisions differ. Debriefs open when all have ended."),
            ),
        ],
    )
    bot = forms.ChoiceField(label=_("Bots on seats without people"), required=False)
    late_join = forms.BooleanField(
        label=_("Latecomers take a bot's seat by themselves"),
        help_text=_("Otherwise you seat them from the monitor."),
        required=False,
    )
    expected = forms.ChoiceField(
        label=_("What is expected at the end"),
        help_text=_(
            "Worked out by letting bots play the match on many times from what the student sees, and shown with the "
            "range in which 8 of 10 of these matches end."
        ),
        widget=forms.RadioSelect,
        required=False,
        choices=[
            (Expected.OFF, _("Off: students see the counters so far and what is still possible.")),
            (Expected.POSITION, _("Position: where the match is heading; what a choice was worth only after it.")),
            (
                Expected.CHOICES,
                _("Choices: beside each choice what it would change, before the decision; for practice."),
            ),
        ],
    )
    undo = forms.BooleanField(
        label=_("Decisions can be taken back"),
        help_text=_("For 10 seconds, as long as nobody else has seen them and they uncovered nothing."),
        required=False,
    )
    checks_claims = forms.NullBooleanField(
        label=_("Names on the class list require an e-mail address or student number"),
        help_text=_(
            "Anyone who joins with the code and takes a name on the list must know one of the two. If the list has "
            "neither, the name is accepted, unless you choose “always”."
        ),
        widget=forms.Select(
            choices=[("unknown", _("where grades are kept")), ("true", _("always")), ("false", _("never"))]
        ),
        required=False,
    )
    has_forecasts = forms.BooleanField(
        label=_("Forecast journal"),
        help_text=_("Before each turn, students write down what they expect, and see afterwards how near they were."),
        required=False,
    )
    is_rehearsal = forms.BooleanField(
        label=_("This is a rehearsal"),
        help_text=_("It counts in no grade and in no list, and you delete it afterwards."),
        required=False,
    )

    def __init__(self, data: Any, *, play_session: Session, face: Face, can_forecast: bool) -> None:
        names = ("luck", "bot", "late_join", "expected", "undo", "checks_claims", "has_forecasts", "is_rehearsal")
        initial = {name: getattr(play_session, name) for name in names}
        initial["bot"] = initial["bot"] or face.game.usual_bot
        super().__init__(data, initial=initial)
        self.fields["bot"].choices = list(face.bot_names().items())  # type: ignore[attr-defined]
        self.expected_before = play_session.expected
        if face.game.expected is None:
            del self.fields["expected"]
        if not can_forecast:
            del self.fields["has_forecasts"]

    def changes(self) -> dict[str, Any]:
        """The changes for `session_update`. A game without forecast figures has no journal."""
        expected = self.cleaned_data.get("expected") or self.expected_before
        return {"has_forecasts": False, **self.cleaned_data, "expected": expected}
