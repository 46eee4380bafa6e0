"""Forms and words of plans that answer for a person who is away."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.away import ByBot
from games.engine.errors import RulesError


class PlanForm(forms.Form):
    """Base of a game's form; `plan` is the one to start from. Subclasses turn cleaned data into the game's plan."""

    def __init__(self, data: Mapping[str, Any] | None, *, face: Any, scene: Any, plan: Any = None) -> None:
        super().__init__(data)
        self.face, self.scene, self.plan = face, scene, plan

    def refuse(self, error: RulesError, message: str) -> None:
        """Show the rules' refusal beside the field that it is about."""
        field = str(error.params.get("field", ""))
        self.add_error(field if field in self.fields else None, message)

    def to_plan(self) -> Any:
        """The plan from the cleaned data. Call after `is_valid()`."""
        raise NotImplementedError

    @classmethod
    def describe(cls, plan: Any, *, face: Any, scene: Any) -> tuple[str, ...]:
        """A plan of the scene's seat in sentences, for its author."""
        raise NotImplementedError


class ByBotForm(PlanForm):
    """Choice of the substitute: a bot, or the default move of a passed deadline."""

    strength = forms.ChoiceField(label=gettext_lazy("What answers for me"), required=False)

    def __init__(self, data: Mapping[str, Any] | None, *, face: Any, scene: Any, plan: Any = None) -> None:
        super().__init__(data, face=face, scene=scene, plan=plan)
        choices: Any = [*_bots(face).items(), ("", _("What is played when a deadline has passed"))]
        self.fields["strength"].choices = choices  # type: ignore[attr-defined]
        self.fields["strength"].initial = plan.strength if plan is not None else face.game.usual_bot

    def to_plan(self) -> ByBot:
        return ByBot(self.cleaned_data["strength"])

    @classmethod
    def describe(cls, plan: Any, *, face: Any, scene: Any) -> tuple[str, ...]:
        if plan.strength:
            return (_bots(face).get(plan.strength, plan.strength),)
        return (_("What is played when a deadline has passed"),)


def _bots(face: Any) -> dict[str, str]:
    return {key: _("A bot, %(strength)s") % {"strength": name} for key, name in face.bot_names().items()}
