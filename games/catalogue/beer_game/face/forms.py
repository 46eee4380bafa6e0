"""Forms: the order, and the options of a match."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from games.catalogue.beer_game.rules.scenario import LEAST_WEEKS, MOST_WEEKS
from games.catalogue.beer_game.rules.types import Order
from games.engine.errors import RulesError
from games.engine.types import Prompt
from games.ui.faces import DecisionForm, OptionsForm, Scene

INFORMATION = (
    ("own", gettext_lazy("its own stage")),
    ("demand", gettext_lazy("its own stage and the demand of the sites")),
    ("open", gettext_lazy("everything")),
)


class OrderForm(DecisionForm):
    amount = forms.IntegerField(
        min_value=0,
        max_value=999,
        error_messages={"required": gettext_lazy("Say how many pallets you order; 0 is an order too.")},
    )

    def __init__(self, data: Mapping[str, Any] | None, *, scene: Scene, prompt: Prompt) -> None:
        super().__init__(data, scene=scene, prompt=prompt)
        self.bound("amount", 0, scene.view.terms.most_order)

    def refuse(self, error: RulesError, message: str) -> None:
        self.add_error("amount", message)

    def to_move(self) -> Order:
        return Order(self.cleaned_data["amount"])


def form_for(scene: Scene, prompt: Prompt, data: Mapping[str, Any] | None = None) -> DecisionForm:
    """The form of an order, the only one."""
    return OrderForm(data, scene=scene, prompt=prompt)


class BeerOptionsForm(OptionsForm):
    """The options of a match; empty fields use the scenario's values."""

    information = forms.ChoiceField(
        label=gettext_lazy("What a stage sees"), choices=INFORMATION, initial="own", required=False
    )
    weeks = forms.IntegerField(label=gettext_lazy("Weeks"), min_value=LEAST_WEEKS, max_value=MOST_WEEKS, required=False)
    order_delay = forms.TypedChoiceField(
        label=gettext_lazy("Weeks until an order arrives"),
        choices=[("", gettext_lazy("as in the scenario")), ("1", "1"), ("2", "2")],
        coerce=int,
        empty_value=None,
        required=False,
    )
    capacity = forms.IntegerField(
        label=gettext_lazy("Pallets that a factory can start in a week"),
        help_text=gettext_lazy("Empty: any number."),
        min_value=1,
        max_value=999,
        required=False,
    )

    def to_options(self) -> Mapping[str, Any]:
        given = {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}
        return {"information": "own"} | given
