"""Forms that answer a prompt, and the form for the options of a match."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from games.catalogue.domego.face.purse import missing_for, price_range
from games.catalogue.domego.face.refusals import REFUSALS
from games.catalogue.domego.quantities import cubes, k
from games.catalogue.domego.rules.moves import Accept, Allocate, BreakOff, Buy, Offer
from games.catalogue.domego.rules.view import firm_before
from games.engine.errors import RulesError
from games.engine.types import Prompt
from games.ui.faces import DecisionForm, OptionsForm, Scene
from games.ui.one_line import is_shown, one_line

MOST = 1_000_000
NOTE_LENGTH = 120


class DomegoForm(DecisionForm):
    """A form that shows a refusal beside the field concerned."""

    def refuse(self, error: RulesError, message: str) -> None:
        field = REFUSALS.field(error)
        if field == "quantity" and "buy" in self.fields:
            field = "buy"
        self.add_error(field if field in self.fields else None, message)


class BuyForm(DomegoForm):
    quantity = forms.IntegerField(min_value=0, max_value=MOST)

    def __init__(self, data: Mapping[str, Any] | None, *, scene: Scene, prompt: Prompt) -> None:
        super().__init__(data, scene=scene, prompt=prompt)
        self.bound("quantity", 0, scene.view.firms[prompt.seat].money // scene.view.sheet.low_price, cubes)

    def to_move(self) -> Buy:
        return Buy(self.cleaned_data["quantity"])


class OfferForm(DomegoForm):
    price = forms.IntegerField(min_value=0, max_value=MOST)
    note = forms.CharField(max_length=NOTE_LENGTH, required=False)

    def __init__(self, data: Mapping[str, Any] | None, *, scene: Scene, prompt: Prompt) -> None:
        super().__init__(data, scene=scene, prompt=prompt)
        self.bound("price", *price_range(scene.view, prompt.key), k)

    def clean_note(self) -> str:
        note = one_line(self.cleaned_data["note"])
        if not is_shown(note):
            raise forms.ValidationError(_("Write one line without special characters."))
        return note

    def to_move(self) -> Offer:
        return Offer(self.cleaned_data["price"], self.cleaned_data["note"])


class AcceptForm(DomegoForm):
    accept = forms.IntegerField(min_value=0, max_value=MOST)

    def to_move(self) -> Accept:
        return Accept(self.cleaned_data["accept"])


class BreakOffForm(DomegoForm):
    def to_move(self) -> BreakOff:
        return BreakOff()


class AllocateForm(DomegoForm):
    """If `buy` is empty, the missing cubes for the chosen tiers are bought."""

    risk_tier = forms.IntegerField(min_value=0, max_value=20, required=False)
    delay_tier = forms.IntegerField(min_value=0, max_value=20, required=False)
    buy = forms.IntegerField(min_value=0, max_value=MOST, required=False)

    def __init__(self, data: Mapping[str, Any] | None, *, scene: Scene, prompt: Prompt) -> None:
        super().__init__(data, scene=scene, prompt=prompt)
        money = firm_before(scene.view, prompt.seat).money
        self.bound("buy", 0, money // scene.view.sheet.high_price, cubes)

    def to_move(self) -> Allocate:
        given = self.cleaned_data
        move = Allocate(given["buy"] or 0, given["risk_tier"] or 0, given["delay_tier"] or 0)
        if given["buy"] is not None:
            return move
        return replace(move, buy=missing_for(self.scene.view, self.prompt.seat, move))


def form_for(scene: Scene, prompt: Prompt, data: Mapping[str, Any] | None) -> DecisionForm:
    """The form of a prompt. In a negotiation the submitted button decides which form it is."""
    kinds: dict[str, type[DomegoForm]] = {"buy": BuyForm, "allocate": AllocateForm, "negotiate": OfferForm}
    kind = kinds[prompt.kind]
    if prompt.kind == "negotiate" and data is not None:
        kind = AcceptForm if "accept" in data else BreakOffForm if "break_off" in data else OfferForm
    return kind(data, scene=scene, prompt=prompt)


class DomegoOptionsForm(OptionsForm):
    """The options that a person chooses; sessions fill in `fixed_contracts`."""

    payments = forms.ChoiceField(
        label=_("Payment of contracts"),
        choices=[("upfront", _("At once")), ("staged", _("In instalments"))],
        initial="upfront",
        required=False,
    )
    hidden_allocations = forms.BooleanField(
        label=_("Hide placed cubes until all have placed"),
        help_text=_(
            "Nobody sees what the others put into an activity before all have put theirs, so that nobody can wait and "
            "fill up what is missing."
        ),
        required=False,
    )
    negotiation_minutes = forms.IntegerField(
        label=_("Minutes for a negotiation"),
        help_text=_("Empty: 3 for one contract, 6 for several. Counts in a live match only."),
        min_value=1,
        max_value=1440,
        required=False,
    )
    price_cap_percent = forms.IntegerField(
        label=_("Highest price, in percent of the high standard contract"),
        help_text=_(
            "Each contract has two standard amounts, a low and a high one, of which one is drawn if a negotiation "
            "fails. Sessions start with 150, because they can be graded: nobody then lifts another's mark by a price "
            "out of all proportion. Empty: no limit."
        ),
        min_value=100,
        max_value=1000,
        required=False,
    )
    price_floor_percent = forms.IntegerField(
        label=_("Lowest price, in percent of the low standard contract"),
        help_text=_("Sessions start with 50. A payer who holds less may offer all it has. Empty: no limit."),
        min_value=0,
        max_value=100,
        required=False,
    )

    def to_options(self) -> Mapping[str, Any]:
        given = self.cleaned_data
        return {
            "payments": given["payments"] or "upfront",
            "hidden_allocations": given["hidden_allocations"],
            "negotiation_minutes": given["negotiation_minutes"],
            "price_cap_percent": given["price_cap_percent"],
            "price_floor_percent": given["price_floor_percent"],
        }
