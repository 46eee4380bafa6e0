"""Forms of platforms: a manual registration, and the target of a link."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classrooms.connect.lms.calling import origin_of
from classrooms.models import LmsPlatform
from games.ui.names import NameField

ADDRESSES = ("issuer", "auth_url", "token_url", "jwks_url")


class PlatformForm(forms.ModelForm):
    """The values that a platform shows after a manual installation of the tool."""

    deployments = forms.CharField(
        label=gettext_lazy("Deployment IDs"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy(
            "One a line. Moodle has one; Canvas has one for each account in which the tool is installed."
        ),
    )

    class Meta:
        model = LmsPlatform
        fields = ("name", "product", *ADDRESSES, "client_id", "audience", "frames", "admits_all")
        help_texts = {
            "issuer": gettext_lazy("Moodle calls it “Platform ID”. For Canvas it is https://canvas.instructure.com."),
            "audience": gettext_lazy("Leave it empty unless the platform asks for one."),
            "frames": gettext_lazy("Only where pages of another address show links in a frame; one a line."),
            "admits_all": gettext_lazy("Else each course waits until you let it in."),
        }
        widgets = {"frames": forms.Textarea(attrs={"rows": 2})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            known = self.instance.deployments.values_list("deployment_id", flat=True)
            self.fields["deployments"].initial = "\n".join(known)

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        for name in ADDRESSES:
            if values.get(name) and not origin_of(values[name]):
                self.add_error(name, _("Write an address that begins with https://."))
        for address in (values.get("frames") or "").split():
            if not origin_of(address):
                self.add_error("frames", _("Write an address that begins with https://."))
        return values

    def validate_unique(self) -> None:
        """Skip the check: the service reports it with the name of the other platform."""

    def values(self) -> dict[str, Any]:
        """Fields of the platform."""
        return {name: self.cleaned_data[name] for name in self.Meta.fields}

    def deployment_ids(self) -> list[str]:
        """The typed deployment IDs, each once."""
        lines = self.cleaned_data["deployments"].splitlines()
        return list(dict.fromkeys(line.strip()[:255] for line in lines if line.strip()))


class NewCourseForm(forms.Form):
    """A new course of this site for a course of a platform."""

    name = NameField(label=gettext_lazy("Name of the course"), max_length=120)
