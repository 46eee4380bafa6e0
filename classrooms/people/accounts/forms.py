"""Forms of the account pages."""

import zoneinfo
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from classrooms.models import User
from games.public.people import known_username
from games.ui.suggesting import EMAIL


def time_zone_choices() -> list[tuple[str, Any]]:
    """Places only: no abbreviations, no fixed offsets that know no summer time."""
    names = sorted(name for name in zoneinfo.available_timezones() if "/" in name and not name.startswith("Etc/"))
    return [("", _("As the site: %(zone)s") % {"zone": settings.TIME_ZONE}), *((name, name) for name in names)]


class SignInForm(AuthenticationForm):
    """The sign-in form with a checked length of the name, since failed sign-ins store the name in a column. Django's
    own form does not check it.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].validators.append(MaxLengthValidator(User._meta.get_field("username").max_length or 0))

    def clean_username(self) -> str:
        """The name of the account that is meant: wrong tries are counted for it however it was typed."""
        return known_username(self.cleaned_data["username"])


class AccountForm(forms.ModelForm):
    class Meta:
        model = User
        fields = ("display_name", "family_name", "given_name", "email", "language", "time_zone")
        widgets = {
            "display_name": forms.TextInput(attrs={"autocomplete": "name"}),
            "family_name": forms.TextInput(attrs={"autocomplete": "family-name"}),
            "given_name": forms.TextInput(attrs={"autocomplete": "given-name"}),
        }
        labels = {
            "display_name": _("Name shown to others"),
            "family_name": _("Family name"),
            "given_name": _("Given name"),
            "email": _("E-mail"),
            "language": _("Language"),
            "time_zone": _("Time zone"),
        }
        help_texts = {"language": "", "time_zone": ""}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"] = forms.ChoiceField(
            label=_("Language"), required=False, choices=[("", _("As the browser asks")), *settings.LANGUAGES]
        )
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"), required=False, choices=time_zone_choices, help_text=_("Due times are shown in it.")
        )
        self.fields["email"].widget.attrs["autocomplete"] = "email"
        self.fields["email"].error_messages |= EMAIL


class MailForm(forms.ModelForm):
    class Meta:
        model = User
        fields = ("mail_notifications",)
        labels = {
            "mail_notifications": _("Mail me when it is my turn, my marks are published or the teaching team writes")
        }
