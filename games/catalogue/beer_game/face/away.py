"""The form of a standing order for an absent player."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.beer_game.away import Plan
from games.ui.away import PlanForm
from games.ui.faces import AwayPart

RULES = (
    ("asked", gettext_lazy("what my customer ordered this week")),
    ("fixed", gettext_lazy("always the same amount")),
    ("up_to", gettext_lazy("what fills stock and supply line up to a level")),
)


class StandingOrderForm(PlanForm):
    """The rule for orders of an absent player."""

    rule = forms.ChoiceField(label=gettext_lazy("Order each week"), choices=RULES, initial="asked")
    amount = forms.IntegerField(
        label=gettext_lazy("Amount or level, in pallets"), min_value=0, max_value=999, required=False
    )

    def __init__(self, data: Mapping[str, Any] | None, *, face: Any, scene: Any, plan: Any = None) -> None:
        super().__init__(data, face=face, scene=scene, plan=plan)
        if plan is not None:
            self.initial = {"rule": plan.rule, "amount": plan.amount}

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = self.cleaned_data
        if given.get("rule") in ("fixed", "up_to") and given.get("amount") is None and "amount" not in self.errors:
            self.add_error("amount", _("This rule needs an amount."))
        return given

    def to_plan(self) -> Plan:
        return Plan(self.cleaned_data["rule"], self.cleaned_data["amount"] or 0)

    @classmethod
    def describe(cls, plan: Plan, *, face: Any, scene: Any) -> tuple[str, ...]:
        if plan.rule == "asked":
            return (_("Each week: order what the customer ordered."),)
        text = {
            "fixed": _("Each week: order %(amount)d pallets."),
            "up_to": _("Each week: order up to a level of %(amount)d pallets, supply line included."),
        }[plan.rule]
        return (text % {"amount": plan.amount},)


AWAY: Final = AwayPart(form=StandingOrderForm)
