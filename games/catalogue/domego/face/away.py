"""The form and the words of a firm's plan for the time when its person is away."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.domego.face.forms import MOST
from games.catalogue.domego.names import roles_named
from games.catalogue.domego.quantities import k
from games.catalogue.domego.rules.away import Bargain, Instructions, buys_to_come, highest_tier, own_contracts
from games.ui.away import PlanForm
from games.ui.faces import AwayPart, Scene


class AwayForm(PlanForm):
    """The instructions of an absent player: three prices for each open contract of the seat, and its placements and
    purchases.
    """

    places = forms.BooleanField(label=gettext_lazy("Place the required cubes"), required=False, initial=True)
    risk_tier = forms.IntegerField(label=gettext_lazy("Risk tier, up to"), min_value=0, max_value=20, required=False)
    delay_tier = forms.IntegerField(
        label=gettext_lazy("Duration tier, up to"), min_value=0, max_value=20, required=False
    )
    buys_for_tiers = forms.BooleanField(label=gettext_lazy("Buy cubes for these tiers too"), required=False)
    buys = forms.BooleanField(
        label=gettext_lazy("Buy at the special price what the project requires"), required=False, initial=True
    )

    def __init__(self, data: Mapping[str, Any] | None, *, face: Any, scene: Any, plan: Any = None) -> None:
        super().__init__(data, face=face, scene=scene, plan=plan)
        view, seat = scene.view, scene.seat
        self.contracts = own_contracts(view, seat)
        for number in self.contracts:
            self._add_prices(number)
        for name in ("risk", "delay"):
            field = self.fields[f"{name}_tier"]
            most = highest_tier(view, seat, name)
            field.help_text = _("0: none. From here on the highest is %(most)d.") % {"most": most}
            field.initial = 0
        if not buys_to_come(view, seat):
            del self.fields["buys"]
        prices = [f"{part}_{number}" for number in self.contracts for part in ("low", "high", "opening")]
        self.order_fields([*prices, "buys", "places", "risk_tier", "delay_tier", "buys_for_tiers"])
        if plan is not None:
            self._start_from(plan)

    def _add_prices(self, number: int) -> None:
        contract = self.scene.view.sheet.contracts[number]
        said = roles_named(self.scene.scenario, payer=contract.payer, payee=contract.payee)
        range_words = _("Standard contract: %(low)s to %(high)s.") % {"low": k(contract.low), "high": k(contract.high)}
        labels = {
            "low": _("%(The_payer)s pays %(the_payee)s: accept from (k)") % said,
            "high": _("%(The_payer)s pays %(the_payee)s: accept up to (k)") % said,
            "opening": _("%(The_payer)s pays %(the_payee)s: open with (k)") % said,
        }
        for part, label in labels.items():
            self.fields[f"{part}_{number}"] = forms.IntegerField(
                label=label, min_value=0, max_value=MOST, required=False
            )
        self.fields[f"opening_{number}"].help_text = range_words

    def _start_from(self, plan: Instructions) -> None:
        for name in ("places", "risk_tier", "delay_tier", "buys_for_tiers", "buys"):
            if name in self.fields:
                self.fields[name].initial = getattr(plan, name)
        for bargain in plan.bargains:
            for part in ("low", "high", "opening"):
                field = self.fields.get(f"{part}_{bargain.contract}")
                if field is not None:
                    field.initial = getattr(bargain, part)

    def clean(self) -> dict[str, Any]:
        """A contract with one price must have both bounds; no bound is guessed."""
        given: dict[str, Any] = super().clean() or {}
        for number in self.contracts:
            low, high, opening = (given.get(f"{part}_{number}") for part in ("low", "high", "opening"))
            if (low is None) != (high is None) or (opening is not None and low is None):
                missing = "low" if low is None else "high"
                if f"{missing}_{number}" not in self.errors:
                    self.add_error(f"{missing}_{number}", _("Say from which price up to which price you accept."))
        return given

    def to_plan(self) -> Instructions:
        given = self.cleaned_data
        return Instructions(
            bargains=tuple(
                Bargain(number, given[f"low_{number}"], given[f"high_{number}"], given[f"opening_{number}"])
                for number in self.contracts
                if given[f"low_{number}"] is not None
            ),
            places=given["places"],
            risk_tier=given["risk_tier"] or 0,
            delay_tier=given["delay_tier"] or 0,
            buys_for_tiers=given["buys_for_tiers"],
            buys=bool(given.get("buys")),
        )

    @classmethod
    def describe(cls, plan: Instructions, *, face: Any, scene: Any) -> tuple[str, ...]:
        return _plan_words(scene, plan)


def _plan_words(scene: Scene, plan: Instructions) -> tuple[str, ...]:
    said = []
    for bargain in plan.bargains:
        contract = scene.view.sheet.contracts[bargain.contract]
        about = {
            **roles_named(scene.scenario, payer=contract.payer, payee=contract.payee),
            "low": k(bargain.low),
            "high": k(bargain.high),
        }
        said.append(_("%(The_payer)s pays %(the_payee)s: accept between %(low)s and %(high)s.") % about)
        if bargain.opening is not None:
            said.append(_("Open with %(price)s.") % {"price": k(bargain.opening)})
    if plan.places and not (plan.risk_tier or plan.delay_tier):
        said.append(_("Place the required cubes."))
    elif plan.places:
        tiers = {"risk": plan.risk_tier, "delay": plan.delay_tier}
        said.append(_("Place the required cubes, up to risk tier %(risk)d and duration tier %(delay)d.") % tiers)
        said.append(
            _("Cubes are bought for the tiers too.") if plan.buys_for_tiers else _("Tiers from the stock only.")
        )
    if plan.buys:
        said.append(_("Buy at the special price what the project requires."))
    return tuple(said)


AWAY: Final = AwayPart(form=AwayForm)
