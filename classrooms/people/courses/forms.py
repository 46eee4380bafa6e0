"""The form of a course's retention."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from classrooms.models import Course, Step
from games.public.base import conf


class RetentionForm(forms.ModelForm):
    """When a course ends, and for how many months after it things stay; empty: as the site says."""

    reason = forms.CharField(
        label=_("Why"),
        max_length=300,
        required=False,
        help_text=_("Needed where something is kept for longer. It stays in the history of the course."),
    )

    class Meta:
        model = Course
        fields = ("ends_on", "papers_months", "talk_months", "names_months")
        labels = {
            "ends_on": _("The course ends on"),
            "papers_months": _("Papers stay, months"),
            "talk_months": _("Talk stays, months"),
            "names_months": _("Names stay, months"),
        }
        widgets = {"ends_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ends_on"].help_text = _("Empty: when it was last in use. Use after that day counts too.")
        for step in Step:
            limits = {"usual": conf.RETENTION_MONTHS[step], "most": conf.RETENTION_MOST_MONTHS[step]}
            words = _("Empty: %(usual)d. At most %(most)d.") % limits
            self.fields[f"{step.value}_months"].help_text = words

    def months(self) -> dict[Step, int | None]:
        """The months by step of the retention."""
        return {step: self.cleaned_data[f"{step.value}_months"] for step in Step}
