"""Forms of people who join by a code, and of changes to an open session."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from classrooms.models import Session, SessionStatus
from classrooms.play.sessions.forms.pace import MomentField
from games.public.base import clock
from games.public.people import NAME_LENGTH
from games.ui.names import NameField
from games.ui.suggesting import EMAIL

ANYWHERE = ""


class SeatChoice(forms.Form):
    """The choice of a seat: one table's role, or any free seat."""

    seat = forms.ChoiceField(label=_("Your seat"), required=False)

    def __init__(self, data: Any, *, seats: Sequence[tuple[str, Sequence[tuple[str, str]]]], **more: Any) -> None:
        super().__init__(data, **more)
        somewhere = (ANYWHERE, _("Put me where somebody is missing"))
        self.fields["seat"].choices = [somewhere, *seats]  # type: ignore[attr-defined]

    def place(self) -> tuple[int | None, int | None]:
        """Table and seat, or neither."""
        table, _dash, seat = self.cleaned_data["seat"].partition("-")
        return (int(table), int(seat)) if table else (None, None)


class GuestForm(SeatChoice):
    """The same choice from a visitor without an account."""

    name = NameField(
        label=_("Your name, as the others will see it"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        max_length=254,
        help_text=_("For notices when it is your turn."),
        error_messages=EMAIL,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("name", "email", "seat")


class AdjustForm(forms.Form):
    """Changes to an open or running session; the planned start can change until it has begun."""

    title = NameField(label=_("Name of the session"), max_length=120)
    starts_at = MomentField(
        label=_("Planned start"),
        help_text=_("At this time the open session starts by itself, and all screens count down. Empty: you start it."),
    )
    debrief_at = MomentField(label=_("Planned debrief"), help_text=_("The room sees how much time is left until then."))
    late_join = forms.BooleanField(label=_("Latecomers take a bot's seat by themselves"), required=False)
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
    shows_league = forms.BooleanField(label=_("The room sees the league table"), required=False)

    def __init__(self, data: Any, *, play_session: Session, zone: Any) -> None:
        super().__init__(data, initial={name: getattr(play_session, name) for name in self.base_fields})
        for name in ("starts_at", "debrief_at"):
            self.fields[name].zone = zone  # type: ignore[attr-defined]
        if play_session.status != SessionStatus.OPEN:
            del self.fields["starts_at"]

    def clean_starts_at(self) -> Any:
        moment = self.cleaned_data["starts_at"]
        if moment is not None and moment <= clock.now():
            raise forms.ValidationError(_("This time has passed. To start at once, use the lobby."))
        return moment
