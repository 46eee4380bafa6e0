"""The forms of mails to teams, of events and of observers."""

import hashlib
import json
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from classrooms.models import Session, TeamMail
from classrooms.play.monitor.mail_words import PLACEHOLDERS, SUBJECT_LENGTH, TEXT_LENGTH, tidied, unknown_in
from classrooms.play.monitor.queries.events import RoomOffers
from classrooms.play.monitor.queries.observers import people_without_seat
from classrooms.play.sessions.queries.set_up import roles_of
from games.engine.facilitation import Brought
from games.public.steering import REASON_LENGTH
from games.ui.one_line import is_shown, one_line


def validate_mail_words(text: str) -> None:
    """Raises ValidationError for characters that cannot be shown, and for unknown placeholders, which it names."""
    if not all(map(is_shown, text.splitlines())):
        raise ValidationError(_("There is a character in it that cannot be shown."), code="control_signs")
    unknown = unknown_in(text)
    if unknown:
        words = ngettext(
            "%(unknown)s is no placeholder. There are %(known)s.",
            "%(unknown)s are no placeholders. There are %(known)s.",
            len(unknown),
        )
        known = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
        raise ValidationError(words % {"unknown": ", ".join(unknown), "known": known}, code="unknown_placeholder")


class MailSubject(forms.CharField):
    """One line with placeholders. Its length is checked without `maxlength`, by which browsers cut pasted texts."""

    default_validators = [MaxLengthValidator(SUBJECT_LENGTH), validate_mail_words]

    def to_python(self, value: Any) -> str:
        """The line, tidied before it is checked."""
        return one_line(super().to_python(value) or "")


class MailText(forms.CharField):
    """Several lines with placeholders."""

    default_validators = [MaxLengthValidator(TEXT_LENGTH), validate_mail_words]
    widget = forms.Textarea

    def to_python(self, value: Any) -> str:
        """The text, tidied before it is checked."""
        return tidied(super().to_python(value) or "")


class TeamMailForm(forms.Form):
    """The people of a mail, its subject and its text."""

    to = forms.ChoiceField(label=_("To"), widget=forms.RadioSelect, choices=TeamMail.To, initial=TeamMail.To.ALL)
    teams = forms.TypedMultipleChoiceField(
        label=_("Teams, if you chose some"), widget=forms.CheckboxSelectMultiple, coerce=int, required=False
    )
    subject = MailSubject(label=_("Subject"))
    text = MailText(label=_("Text"), widget=forms.Textarea(attrs={"rows": 10}))

    def __init__(self, play_session: Session, data: Any = None) -> None:
        super().__init__(data)
        tables = play_session.session_teams.order_by("position", "pk").values_list("pk", "name")
        self.fields["teams"].choices = list(tables)  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Some teams are at least one."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if given.get("to") == TeamMail.To.SOME and not given.get("teams") and "teams" not in self.errors:
            self.add_error("teams", _("Choose at least one team."))
        return given

    def values(self) -> dict[str, Any]:
        """The mail of a valid form. Ticked teams count only where some teams are chosen."""
        found = self.cleaned_data
        tables = sorted(found["teams"]) if found["to"] == TeamMail.To.SOME else []
        return {"to": found["to"], "tables": tables, "subject": found["subject"], "text": found["text"]}

    @property
    def digest(self) -> str:
        """A fingerprint of the mail, by which a preview is known to be of these words and people."""
        return hashlib.sha256(json.dumps(self.values(), sort_keys=True).encode()).hexdigest()


class EventForm(forms.Form):
    """An event of the facilitator: what, how much, to whom, when."""

    event = forms.ChoiceField(label=_("Event"))
    amount = forms.IntegerField(label=_("Amount"))
    seat = forms.TypedChoiceField(label=_("Role"), coerce=int, empty_value=None, required=False)
    when = forms.TypedChoiceField(label=_("When"), coerce=int, empty_value=None, required=False)
    to = forms.ChoiceField(
        label=_("Teams"),
        widget=forms.RadioSelect,
        choices=[("all", _("All teams")), ("some", _("Some teams"))],
        initial="all",
    )
    teams = forms.TypedMultipleChoiceField(
        label=_("Teams, if you chose some"), widget=forms.CheckboxSelectMultiple, coerce=int, required=False
    )
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH, required=False)

    def __init__(self, room: RoomOffers, data: Any = None) -> None:
        super().__init__(data)
        self.room, self.spans = room, room.spans()
        part = room.face.facilitation
        words = {key: (title, part.units.get(key, "")) for key, title in part.titles().items() if key in self.spans}
        choices: dict[str, Any] = {
            "event": [(key, self._event(key, *each)) for key, each in words.items()],
            "seat": [("", _("The whole table")), *_roles(room)],
            "when": [("", _("Now")), *room.turns()],
            "teams": [(each.table.pk, each.table.name) for each in room.tables],
        }
        for name, options in choices.items():
            self.fields[name].choices = options  # type: ignore[attr-defined]
        self.fields["seat"].help_text = _("Only for an event that concerns one role.")

    def _event(self, key: str, title: str, unit: Any) -> str:
        low, high = self.spans[key]
        words = gettext("%(event)s: %(low)d to %(high)d %(unit)s")
        return words % {"event": title, "low": low, "high": high, "unit": unit}

    def clean(self) -> dict[str, Any]:
        """Refuse an amount outside the event's span, a role that it does not concern, and no team."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        event, amount = given.get("event"), given.get("amount")
        if event is None:
            return given
        low, high = self.spans[event]
        if amount is not None and not low <= amount <= high:
            words = gettext("%(amount)d is not possible for this event: choose from %(low)d to %(high)d.")
            self.add_error("amount", words % {"amount": amount, "low": low, "high": high})
        if self.room.to_seats(event) and given.get("seat") is None and "seat" not in self.errors:
            self.add_error("seat", _("Choose the role that this event concerns."))
        if not self.room.to_seats(event) and given.get("seat") is not None:
            self.add_error("seat", _("This event concerns the whole table: choose no role."))
        if given.get("to") == "some" and not given.get("teams") and "teams" not in self.errors:
            self.add_error("teams", _("Choose at least one team."))
        return given

    def values(self) -> dict[str, Any]:
        """The event of a valid form, for `room_event`."""
        found = self.cleaned_data
        tables = found["teams"] if found["to"] == "some" else [each.table.pk for each in self.room.tables]
        brought = Brought(found["event"], found["amount"], found["seat"])
        return {"tables": sorted(tables), "brought": brought, "turn": found["when"]}

    @property
    def digest(self) -> str:
        """A fingerprint of the event, by which a preview is known to be of this one."""
        values = self.values()
        text = json.dumps([values["tables"], repr(values["brought"]), values["turn"]])
        return hashlib.sha256(text.encode()).hexdigest()


def _roles(room: RoomOffers) -> list[tuple[int, str]]:
    roles = room.face.words.roles(room.scenario) if room.tables else ()
    return [(seat, role.name) for seat, role in enumerate(roles)]


class ObserversForm(forms.Form):
    """The people who look on at a table, and their view."""

    team = forms.TypedChoiceField(label=_("Team"), coerce=int)
    view = forms.TypedChoiceField(label=_("View"), coerce=int, empty_value=None, required=False)
    is_critical_friend = forms.BooleanField(label=_("Critical friend: writes a note for the debrief"), required=False)
    people = forms.TypedMultipleChoiceField(
        label=_("People without a seat"), widget=forms.CheckboxSelectMultiple, coerce=int, required=False
    )

    def __init__(
        self, play_session: Session, data: Any = None, *, initial: Any = None, needs_people: bool = False
    ) -> None:
        super().__init__(data, initial=initial)
        self.needs_people = needs_people
        self.choosable = {user.pk: user for user in people_without_seat(play_session)}
        tables = play_session.session_teams.exclude(match=None).order_by("position", "pk").values_list("pk", "name")
        fields: Any = self.fields
        fields["team"].choices = list(tables)
        fields["view"].choices = [
            ("", _("Open view")),
            *((seat, role.name) for seat, role in enumerate(roles_of(play_session))),
        ]
        fields["people"].choices = [(pk, user.called) for pk, user in self.choosable.items()]

    def clean(self) -> dict[str, Any]:
        """Letting people look on needs at least one."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if self.needs_people and not given.get("people") and "people" not in self.errors:
            self.add_error("people", _("Choose at least one person."))
        return given

    def values(self) -> dict[str, Any]:
        """The parameters of a valid form."""
        given = self.cleaned_data
        return {
            "session_team_id": given["team"],
            "seat": given["view"],
            "is_critical_friend": given["is_critical_friend"],
            "people": [self.choosable[pk] for pk in given["people"]],
        }
