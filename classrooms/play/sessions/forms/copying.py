"""Forms for copies of a session and of a course: target, contents, and dates."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from classrooms.models import Course, Session
from games.ui.names import NameField

MOST_WEEKS = 520


class WeeksField(forms.IntegerField):
    """The number of whole weeks by which planned dates move; empty to drop the dates."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Move dates by weeks"),
            help_text=_("52 or 53 for the same weekday a year later. Without a number the copy has no dates."),
            min_value=1,
            max_value=MOST_WEEKS,
            required=False,
        )


class SessionCopyForm(forms.Form):
    """The target course of a copy, and its dates."""

    course = forms.ChoiceField(label=_("Into the course"), required=False)
    weeks = WeeksField()

    def __init__(self, data: Any, *, here: Course, others: Sequence[Course]) -> None:
        super().__init__(data, initial={"course": str(here.pk)})
        names = [(str(each.pk), f"{each.name}, {each.term}" if each.term else each.name) for each in (here, *others)]
        self.fields["course"].choices = names  # type: ignore[attr-defined]


class CourseCopyForm(forms.Form):
    """The name of the new course, its sessions, and the dates."""

    name = NameField(label=_("Name of the course"), max_length=120)
    term = NameField(label=_("Term"), max_length=60, required=False, help_text=_("For example: Spring 2027."))
    sessions = forms.MultipleChoiceField(
        label=_("Sessions to copy"), widget=forms.CheckboxSelectMultiple, required=False
    )
    weeks = WeeksField()

    def __init__(self, data: Any, *, course: Course, rows: Sequence[Session]) -> None:
        choices = [(str(row.pk), row.title) for row in rows]
        super().__init__(data, initial={"name": course.name, "sessions": [key for key, _title in choices]})
        self.fields["sessions"].choices = choices  # type: ignore[attr-defined]
        if not choices:
            del self.fields["sessions"]
