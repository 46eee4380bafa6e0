"""The form of a mail to teams."""

import hashlib
import json
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from classrooms.models import Session, TeamMail
from classrooms.play.monitor.mail_words import PLACEHOLDERS, SUBJECT_LENGTH, TEXT_LENGTH, tidied, unknown_in
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
