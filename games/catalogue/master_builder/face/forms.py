"""Forms that answer a prompt, and the form for the options of a match."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.catalogue.master_builder.face.planning import PlanForm, ProposeForm
from games.catalogue.master_builder.face.wishing import WishForm
from games.catalogue.master_builder.names import k
from games.catalogue.master_builder.rules import moves as answers
from games.catalogue.master_builder.rules.auctions import least_limit
from games.catalogue.master_builder.rules.moves import MasterBuilderMove
from games.engine.errors import RulesError
from games.engine.types import Prompt
from games.ui.faces import DecisionForm, OptionsForm, Scene

MOST: Final = 1_000_000
WORKER: Final = r"^[ATFM][1-9][0-9]?$"
CHOOSE: Final = {"required": _("Choose first.")}

FIELDS: Final = {
    "bid_too_low": "bid", "bid_over_cash": "bid", "limit_over_cash": "limit", "limit_too_low": "limit",
    "price_over_cash": "price", "offer_changed": "price",
}  # fmt: skip
"""The field beside which a refusal is shown."""


class MasterBuilderForm(DecisionForm):
    """A form that shows a refusal beside the field concerned."""

    def refuse(self, error: RulesError, message: str) -> None:
        field = FIELDS.get(error.code)
        self.add_error(field if field in self.fields else None, message)


class PlainForm(MasterBuilderForm):
    """A form without fields, only with a button."""

    move: MasterBuilderMove

    def to_move(self) -> MasterBuilderMove:
        return self.move


class PassForm(PlainForm):
    move = answers.Pass()


class DeclineForm(PlainForm):
    move = answers.Decline()


class CloseForm(PlainForm):
    move = answers.CloseTalks()


class NoLimitForm(PlainForm):
    move = answers.SetLimit(0)


class HireForm(MasterBuilderForm):
    """A move of the hiring phase: `hire-T`, `look-T`, `fire-T5` or `pass`."""

    do = forms.RegexField(r"^(pass|(hire|look)-[ATFM]|fire-[ATFM][1-9][0-9]?)$", error_messages=CHOOSE)

    def to_move(self) -> MasterBuilderMove:
        what, _dash, whom = self.cleaned_data["do"].partition("-")
        if what == "hire":
            return answers.Hire(whom)
        if what == "look":
            return answers.Look(whom)
        return answers.Fire(whom) if what == "fire" else answers.Pass()


class TakeForm(MasterBuilderForm):
    worker = forms.RegexField(WORKER, error_messages=CHOOSE)

    def to_move(self) -> answers.Take:
        return answers.Take(self.cleaned_data["worker"])


class RaiseForm(MasterBuilderForm):
    """A bid, and optionally a limit for further raises."""

    bid = forms.IntegerField(min_value=0, max_value=MOST)
    limit = forms.IntegerField(min_value=0, max_value=MOST, required=False)

    def __init__(self, data: Mapping[str, Any] | None, *, scene: Scene, prompt: Prompt) -> None:
        super().__init__(data, scene=scene, prompt=prompt)
        for name in ("bid", "limit"):
            self.bound(name, self.least(), scene.view.firms[prompt.seat].cash, k)

    def least(self) -> int:
        """The current bid plus one."""
        return int(self.scene.view.auction.price + 1)

    def clean(self) -> dict[str, Any]:
        """Refuses a limit below the bid, because it would have no effect."""
        given: dict[str, Any] = self.cleaned_data
        if given.get("limit") and given.get("bid") is not None and given["limit"] < given["bid"]:
            self.add_error("limit", _("The limit is below the bid. Leave it empty, or set it higher."))
        return given

    def to_move(self) -> MasterBuilderMove:
        return answers.Raise(self.cleaned_data["bid"], self.cleaned_data["limit"] or 0)


class NominateForm(RaiseForm):
    """A nomination; an empty bid means the contract's minimum bid."""

    bid = forms.IntegerField(min_value=0, max_value=MOST, required=False)
    contract = forms.IntegerField(min_value=1, max_value=99, error_messages={"required": _("Choose a contract first.")})

    def least(self) -> int:
        view = self.scene.view
        return min(view.sheet.contract(lot.contract).min_bid for lot in view.lots)

    def clean(self) -> dict[str, Any]:
        """See the docstring of the class."""
        given, contracts = self.cleaned_data, self.scene.view.sheet.contracts
        number = given.get("contract")
        if number is not None and number <= len(contracts) and "bid" in given and given["bid"] is None:
            given["bid"] = contracts[number - 1].min_bid
        return super().clean()

    def to_move(self) -> MasterBuilderMove:
        given = self.cleaned_data
        return answers.Nominate(given["contract"], given["bid"], given["limit"] or 0)


class LimitForm(MasterBuilderForm):
    limit = forms.IntegerField(min_value=1, max_value=MOST)

    def __init__(self, data: Mapping[str, Any] | None, *, scene: Scene, prompt: Prompt) -> None:
        super().__init__(data, scene=scene, prompt=prompt)
        least = least_limit(scene.view.auction, prompt.seat)
        self.bound("limit", least, scene.view.firms[prompt.seat].cash, k)

    def to_move(self) -> answers.SetLimit:
        return answers.SetLimit(self.cleaned_data["limit"])


class BuyForm(MasterBuilderForm):
    contract = forms.IntegerField(min_value=1, max_value=99, error_messages=CHOOSE)

    def to_move(self) -> answers.Buy:
        return answers.Buy(self.cleaned_data["contract"])


class EventForm(MasterBuilderForm):
    event = forms.RegexField(r"^[A-Z][0-9]{1,3}$", error_messages=CHOOSE)

    def to_move(self) -> answers.PlayEvent:
        return answers.PlayEvent(self.cleaned_data["event"])


class ChooseForm(MasterBuilderForm):
    """The ticked workers, in the order of hiring."""

    workers = forms.MultipleChoiceField(required=False)

    def __init__(self, data: Mapping[str, Any] | None, *, scene: Scene, prompt: Prompt) -> None:
        super().__init__(data, scene=scene, prompt=prompt)
        crew = [each.worker for each in scene.view.firms[prompt.seat].crew]
        self.fields["workers"].choices = [(id_, id_) for id_ in crew]  # type: ignore[attr-defined]

    def to_move(self) -> answers.Choose:
        ticked = self.cleaned_data["workers"]
        crew = [each.worker for each in self.scene.view.firms[self.prompt.seat].crew]
        return answers.Choose(tuple(id_ for id_ in crew if id_ in ticked))


class OfferForm(MasterBuilderForm):
    """An offer of a worker to a player, `T5-2`, at a price."""

    offer = forms.RegexField(r"^[ATFM][1-9][0-9]?-[0-3]$", error_messages=CHOOSE)
    price = forms.IntegerField(min_value=0, max_value=MOST)

    def __init__(self, data: Mapping[str, Any] | None, *, scene: Scene, prompt: Prompt) -> None:
        super().__init__(data, scene=scene, prompt=prompt)
        others = [firm.cash for seat, firm in enumerate(scene.view.firms) if seat != prompt.seat]
        self.bound("price", 0, max(others), k)

    def to_move(self) -> answers.Offer:
        worker, _dash, to = self.cleaned_data["offer"].partition("-")
        return answers.Offer(worker, int(to), self.cleaned_data["price"])


class AnswerForm(MasterBuilderForm):
    """An answer to an offer. `how` is the button; `seen` is the price shown on the page."""

    how = forms.ChoiceField(choices=[(how, how) for how in ("accept", "counter", "refuse")])
    worker = forms.RegexField(WORKER)
    renter = forms.IntegerField(min_value=0, max_value=3)
    price = forms.IntegerField(min_value=0, max_value=MOST, required=False)
    seen = forms.IntegerField(min_value=0, max_value=MOST)

    def __init__(self, data: Mapping[str, Any] | None, *, scene: Scene, prompt: Prompt) -> None:
        super().__init__(data, scene=scene, prompt=prompt)
        renter = str((data or {}).get("renter", ""))
        firms = [firm for seat, firm in enumerate(scene.view.firms) if str(seat) == renter] or scene.view.firms
        self.bound("price", 0, max(firm.cash for firm in firms), k)

    def clean(self) -> dict[str, Any]:
        """Refuses a counter-offer without a different price."""
        given: dict[str, Any] = self.cleaned_data
        if given.get("how") == "counter" and given.get("price") is None and "price" not in self.errors:
            self.add_error("price", _("Name your price."))
        return given

    def to_move(self) -> answers.Answer:
        given = self.cleaned_data
        price = {"accept": given["seen"], "counter": given["price"], "refuse": 0}[given["how"]]
        return answers.Answer(given["how"], given["worker"], given["renter"], price)


class LoanForm(MasterBuilderForm):
    loan = forms.ChoiceField(choices=[("small", "small"), ("large", "large")], error_messages=CHOOSE)

    def to_move(self) -> MasterBuilderMove:
        kind = answers.Repay if self.prompt.kind == "repay" else answers.Borrow
        return kind(self.cleaned_data["loan"])


FORMS: Final[Mapping[str, type[DecisionForm]]] = {
    "draft": HireForm, "hire": HireForm, "take": TakeForm, "wish": WishForm, "nominate": NominateForm,
    "bid": RaiseForm, "limit": LimitForm, "buy": BuyForm, "play_event": EventForm, "choose": ChooseForm,
    "rent": OfferForm, "plan": PlanForm, "borrow": LoanForm, "repay": LoanForm,
}  # fmt: skip
BUTTONS: Final[Mapping[tuple[str, str], type[DecisionForm]]] = {
    ("nominate", "decline"): DeclineForm, ("bid", "pass"): PassForm, ("limit", "pass"): PassForm,
    ("limit", "none"): NoLimitForm, ("rent", "close"): CloseForm, ("rent", "how"): AnswerForm,
    ("plan", "propose"): ProposeForm,
}  # fmt: skip
"""Forms by kind of prompt and name of the button, if the button needs another form than usual."""


def form_for(scene: Scene, prompt: Prompt, data: Mapping[str, Any] | None) -> DecisionForm:
    """The form of a prompt, or of the submitted button."""
    kind = FORMS[prompt.kind]
    for (asked, button), other in BUTTONS.items():
        if asked == prompt.kind and data is not None and button in data:
            kind = other
    return kind(data, scene=scene, prompt=prompt)


class MasterBuilderOptionsForm(OptionsForm):
    """The four variants, and the first player."""

    choose_worker = forms.BooleanField(
        label=_("Choose a worker"),
        help_text=_("A player who hires may pay 1k, look through a stack and take any worker of it."),
        required=False,
    )
    selective_events = forms.BooleanField(
        label=_("Events in the hand"),
        help_text=_(
            "Everybody gets two events at the start; the first player of a round plays one, until they are gone."
        ),
        required=False,
    )
    refill_events = forms.BooleanField(
        label=_("Events in the hand are replaced"),
        help_text=_("A player who plays one draws another, so that everybody always holds two."),
        required=False,
    )
    rent_workers = forms.BooleanField(
        label=_("Rent out workers"),
        help_text=_("Before they build, players may rent workers to each other for a round."),
        required=False,
    )
    extra_events = forms.BooleanField(label=_("Two events a round"), required=False)
    proposal = forms.BooleanField(
        label=_("The best plan may be asked for"),
        help_text=_(
            "Before an own plan is made. Without this the best plan is only shown beside one's own, once it is built."
            " In the debrief a round in which it was asked for counts half among the own plans."
        ),
        required=False,
    )
    first_player = forms.TypedChoiceField(
        label=_("Who begins"),
        choices=[
            ("", _("drawn at random")),
            ("0", _("Architect A")),
            ("1", _("Architect B")),
            ("2", _("Architect C, if there are three")),
            ("3", _("Architect D, if there are four")),
        ],
        coerce=int,
        empty_value=None,
        required=False,
    )

    def to_options(self) -> Mapping[str, Any]:
        """The chosen options. Later switches are left unset if they have no effect."""
        given = self.cleaned_data
        silent = {"proposal": not given["proposal"], "refill_events": not given["selective_events"]}
        return {name: given[name] for name in self.fields if not silent.get(name)}
