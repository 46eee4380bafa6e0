"""Forms of trade between players: offers, and answers to them."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.engine.types import Prompt
from games.ui.faces import DecisionForm, Scene

ALL = "all"


def errors_of(bound: DecisionForm | None) -> list[Any]:
    """All errors of a refused form."""
    return [error for errors in bound.errors.values() for error in errors] if bound is not None else []


class OfferForm(DecisionForm):
    """An offer: cards given and cards wanted. Players other than the active one offer to the active player."""

    to = forms.ChoiceField(choices=[(ALL, ALL), *((str(seat), str(seat)) for seat in range(4))], required=False)

    def __init__(self, data: Mapping[str, Any] | None, *, scene: Scene, prompt: Prompt) -> None:
        super().__init__(data, scene=scene, prompt=prompt)
        for side in ("give", "get"):
            for name in RESOURCES:
                self.fields[f"{side}-{name}"] = forms.IntegerField(
                    min_value=0, max_value=m.MOST_IN_OFFER, required=False
                )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = self.cleaned_data
        if self.errors:
            return given
        both = [name for name in RESOURCES if given[f"give-{name}"] and given[f"get-{name}"]]
        if both:
            raise forms.ValidationError(_("A resource stands on one side of an offer only."))
        given["cards"] = [(given[f"give-{name}"] or 0) - (given[f"get-{name}"] or 0) for name in RESOURCES]
        return given

    def to_move(self) -> m.Offer:
        active = self.scene.view.seat
        chosen = self.cleaned_data["to"]
        to = active if self.prompt.seat != active or chosen in ("", ALL) else int(chosen)
        return m.Offer(to, *self.cleaned_data["cards"])


class AnswerForm(DecisionForm):
    """The acceptance of an offer."""

    def to_move(self) -> m.AcceptOffer:
        return m.AcceptOffer()


class RefuseForm(DecisionForm):
    """The refusal of an offer."""

    def to_move(self) -> m.RefuseOffer:
        return m.RefuseOffer()


class ConfirmForm(DecisionForm):
    """An offer and the player with whom it is carried out."""

    deal = forms.RegexField(r"^[1-9][0-9]?-[0-3]$")

    def to_move(self) -> m.Confirm:
        offer, partner = map(int, self.cleaned_data["deal"].split("-"))
        return m.Confirm(offer, partner)


class WithdrawForm(DecisionForm):
    """An offer to withdraw."""

    offer = forms.IntegerField(min_value=1, max_value=99)

    def to_move(self) -> m.Withdraw:
        return m.Withdraw(self.cleaned_data["offer"])
