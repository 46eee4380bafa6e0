"""Forms that answer a prompt. `send` says which form of a page was submitted."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.catalogue.utboheme.face.forms_trade import AnswerForm, ConfirmForm, OfferForm, RefuseForm, WithdrawForm
from games.catalogue.utboheme.face.plan_form import PlanForm
from games.catalogue.utboheme.face.robbing import victims_at
from games.catalogue.utboheme.face.steps import LONGEST, NOBODY, NoStep, step_of
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.engine.types import Prompt
from games.ui.faces import DecisionForm, Scene

ANYBODY = "anybody"


class StepForm(DecisionForm):
    """One step, as the word of a button or of a list."""

    step = forms.CharField(max_length=LONGEST, error_messages={"required": _("Choose something first.")})
    one = forms.CharField(max_length=LONGEST, required=False)
    other = forms.CharField(max_length=LONGEST, required=False)
    """The two cards of a discovery, if the step does not name them."""
    field_order = ("one", "other", "step")

    def clean_step(self) -> m.Step:
        word, given = self.cleaned_data["step"], self.cleaned_data
        if word == "discovery":
            if not (given.get("one") and given.get("other")):
                raise forms.ValidationError(_("Choose two cards first."))
            word = f"discovery-{given['one']}-{given['other']}"
        try:
            return step_of(word)
        except NoStep:
            raise forms.ValidationError(_("This cannot be done here.")) from None

    def to_move(self) -> m.Step:
        step: m.Step = self.cleaned_data["step"]
        return step


class BuildForm(DecisionForm):
    """A place on the island for a piece; `what` is the kind whose places the page shows."""

    place = forms.CharField(
        max_length=LONGEST, error_messages={"required": _("Choose a place on the island first.")}
    )  # fmt: skip
    what = forms.ChoiceField(choices=[(kind, kind) for kind in ("cc", "uv", "up")], required=False)

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = self.cleaned_data
        word, what = given.get("place", ""), given.get("what", "")
        if not word:
            return given
        if word.partition("-")[0] not in ("cc", "uv", "up") or (what and not word.startswith(f"{what}-")):
            raise forms.ValidationError(_("Choose a place on the island first."))
        try:
            given["step"] = step_of(word)
        except NoStep:
            raise forms.ValidationError(_("This cannot be done here.")) from None
        return given

    def to_move(self) -> m.Step:
        step: m.Step = self.cleaned_data["step"]
        return step


class RobberForm(DecisionForm):
    """A hexagon, and the victim: a seat, nobody, or anybody if only one can be robbed."""

    place = forms.RegexField(
        r"^robber-([0-9]|[12][0-9]|3[0-6])$", error_messages={"required": _("Choose a hexagon on the island first.")}
    )
    victim = forms.ChoiceField(
        choices=[(ANYBODY, ANYBODY), (NOBODY, NOBODY), *((str(seat), str(seat)) for seat in range(4))], required=False
    )

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = self.cleaned_data
        if "place" not in given:
            return given
        hexagon, chosen = int(given["place"].partition("-")[2]), given.get("victim") or ANYBODY
        given["move"] = m.MoveRobber(hexagon, self._victim(hexagon, chosen))
        return given

    def _victim(self, hexagon: int, chosen: str) -> int | None:
        if chosen == NOBODY:
            return None
        if chosen != ANYBODY:
            return int(chosen)
        there = victims_at(self.scene.view, hexagon)
        if len(there) > 1:
            raise forms.ValidationError(_("Several players can be robbed there: choose one of them, or nobody."))
        return there[0] if there else None

    def to_move(self) -> m.MoveRobber:
        move: m.MoveRobber = self.cleaned_data["move"]
        return move


class HandfulForm(DecisionForm):
    """A number of cards of each resource; empty fields count as none."""

    prefix_of = "cards"

    def __init__(self, data: Mapping[str, Any] | None, *, scene: Scene, prompt: Prompt) -> None:
        super().__init__(data, scene=scene, prompt=prompt)
        for name in RESOURCES:
            self.fields[f"{self.prefix_of}-{name}"] = forms.IntegerField(
                min_value=0, max_value=m.MOST_IN_OFFER, required=False
            )  # fmt: skip

    def handful(self) -> list[int]:
        """The numbers in the order of the resources."""
        return [self.cleaned_data[f"{self.prefix_of}-{name}"] or 0 for name in RESOURCES]


class DiscardForm(HandfulForm):
    """The cards to discard on a seven."""

    prefix_of = "discard"

    def __init__(self, data: Mapping[str, Any] | None, *, scene: Scene, prompt: Prompt) -> None:
        super().__init__(data, scene=scene, prompt=prompt)
        for name, held in zip(RESOURCES, scene.view.hand, strict=True):
            self.bound(f"discard-{name}", 0, held)

    def to_move(self) -> m.Discard:
        return m.Discard(*self.handful())


class KeepForm(HandfulForm):
    """A standing order for a seven."""

    prefix_of = "keep"

    def to_move(self) -> m.KeepCards:
        return m.KeepCards(*self.handful())


class DropForm(DecisionForm):
    """The end of a standing order for a seven: the player is asked again."""

    def to_move(self) -> m.DropKeep:
        return m.DropKeep()


class RateForm(DecisionForm):
    """A standing order for trade."""

    give = forms.ChoiceField(choices=[(name, name) for name in RESOURCES])
    get = forms.ChoiceField(choices=[(name, name) for name in RESOURCES])
    most = forms.IntegerField(min_value=0, max_value=4)

    def to_move(self) -> m.SetRate:
        given = self.cleaned_data
        return m.SetRate(given["give"], given["get"], given["most"])


class RefusalForm(DecisionForm):
    """A standing order to refuse offers."""

    all_now = forms.BooleanField(required=False)
    asks = forms.MultipleChoiceField(choices=[(name, name) for name in RESOURCES], required=False)
    gives = forms.MultipleChoiceField(choices=[(name, name) for name in RESOURCES], required=False)

    def to_move(self) -> m.SetRefusals:
        given = self.cleaned_data
        return m.SetRefusals(given["all_now"], tuple(given["asks"]), tuple(given["gives"]))


FORMS: Mapping[str, type[DecisionForm]] = {
    "step": StepForm,
    "build": BuildForm,
    "robber": RobberForm,
    "discard": DiscardForm,
    "offer": OfferForm,
    "accept": AnswerForm,
    "refuse": RefuseForm,
    "confirm": ConfirmForm,
    "withdraw": WithdrawForm,
    "keep": KeepForm,
    "drop": DropForm,
    "rate": RateForm,
    "refusals": RefusalForm,
    "plan": PlanForm,
}
USUAL: Mapping[str, str] = {
    "found_uv": "build",
    "found_cc": "build",
    "roads": "build",
    "robber": "robber",
    "discard": "discard",
    "answer": "refuse",
    "orders": "keep",
}


def form_for(scene: Scene, prompt: Prompt, data: Mapping[str, Any] | None) -> DecisionForm:
    """The form that was submitted."""
    sent = str((data or {}).get("send", ""))
    kind = FORMS.get(sent) or FORMS[USUAL.get(prompt.kind, "step")]
    return kind(data, scene=scene, prompt=prompt)
