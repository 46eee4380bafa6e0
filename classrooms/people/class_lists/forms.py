"""Forms of courses, people, teams and one's own data."""

import zoneinfo
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from classrooms.models import Course, Enrolment, Invitation
from classrooms.people.accounts.forms import time_zone_choices
from classrooms.people.class_lists.services.rosters_time import MOST_EXTRA_TIME
from classrooms.people.class_lists.services.staff import STAFF
from classrooms.people.class_lists.services.teams_lot import MOST, SEED_LENGTH
from classrooms.people.class_lists.services.teams_rules import LONGEST
from games.ui.names import NameField
from games.ui.suggesting import EMAIL

NAME_LENGTH = 80


class CourseForm(forms.ModelForm):
    """Name, term and time zone of a course."""

    class Meta:
        model = Course
        fields = ("name", "term", "time_zone")
        labels = {"name": _("Name of the course"), "term": _("Term"), "time_zone": _("Time zone")}
        help_texts = {
            "term": _("For example: Spring 2027."),
            "time_zone": _("Deadlines and quiet hours are meant in it."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zones = [(name, name) for name, _label in time_zone_choices() if name]
        if self.instance.time_zone not in dict(zones) and self.instance.time_zone in zoneinfo.available_timezones():
            zones.insert(0, (self.instance.time_zone, self.instance.time_zone))
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"), choices=zones, help_text=_("Deadlines and quiet hours are meant in it.")
        )
        if self.instance.pk is None:
            self.initial.setdefault("time_zone", settings.TIME_ZONE)


class ShownName(NameField):
    """The name of a person."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": NAME_LENGTH, "label": _("Name"), **kwargs})
        self.widget.attrs["autocomplete"] = "name"


class JoinForm(forms.Form):
    """A visitor without an account joins a course."""

    name = ShownName(label=_("Your name, as the others see it"))
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        max_length=254,
        help_text=_("For notices when it is your turn."),
        error_messages=EMAIL,
    )


class StudentForm(forms.Form):
    """A course's data of a student. Name and address can be changed for guests only."""

    name = ShownName(label=_("Name"))
    family_name = ShownName(label=_("Family name"), required=False, help_text=_("Lists are sorted by it."))
    given_name = ShownName(label=_("Given name"), required=False)
    email = forms.EmailField(label=_("E-mail"), required=False, max_length=254, error_messages=EMAIL)
    student_number = forms.CharField(label=_("Student number"), required=False, max_length=60)
    extra_time = forms.IntegerField(
        label=_("Extra time, percent"),
        min_value=0,
        max_value=MOST_EXTRA_TIME,
        initial=0,
        help_text=_("Lengthens all deadlines of this person: 33 turns 30 minutes into 40."),
    )

    @classmethod
    def of(cls, enrolment: Enrolment, data: Any = None) -> "StudentForm":
        """The form for a member; people with an account keep their own name and address."""
        user = enrolment.user
        initial = {
            "name": user.display_name,
            "family_name": user.family_name,
            "given_name": user.given_name,
            "email": user.email,
            "student_number": enrolment.student_number,
            "extra_time": enrolment.extra_time,
        }
        form = cls(data, initial=initial)
        if not user.is_guest:
            for name in ("name", "family_name", "given_name", "email"):
                form.fields[name].disabled = True
        return form


class ExtraTimeForm(forms.Form):
    """A student asks for extra time in a course."""

    course = forms.IntegerField(min_value=1)
    extra_time = forms.IntegerField(label=_("Extra time, percent"), min_value=0, max_value=MOST_EXTRA_TIME)


class RosterForm(forms.Form):
    """A class list, pasted or as a file."""

    text = forms.CharField(
        label=_("Paste names here, one person per line"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=_("Or choose a CSV or XLSX file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,.xls,.html"}),
    )
    choose = forms.BooleanField(label=_("Let me say what each column is"), required=False)

    def clean(self) -> dict[str, Any]:
        """Text or file must be given, but not both."""
        found = super().clean() or {}
        if not self.errors and not found.get("file") and not str(found.get("text", "")).strip():
            raise ValidationError(_("Paste a list or choose a file."), code="nothing")
        return found


class InvitationForm(forms.ModelForm):
    """An invitation for a colleague."""

    days = forms.TypedChoiceField(
        label=_("Valid for"),
        coerce=lambda text: int(text) or None,
        empty_value=None,
        choices=[("7", _("7 days")), ("30", _("30 days")), ("0", _("until it is used or withdrawn"))],
        initial="30",
    )

    class Meta:
        model = Invitation
        fields = ("role", "note")
        labels = {"role": _("Invited as"), "note": _("For whom")}
        help_texts = {"note": _("Only for your own list: the link itself names nobody.")}

    def __init__(self, *args: Any, for_course: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if for_course:
            self.fields["role"] = forms.ChoiceField(
                label=_("Invited as"), choices=[(role.value, role.label) for role in STAFF], initial="assistant"
            )
        else:
            del self.fields["role"]


class SignUpForm(forms.Form):
    """An account for an invited person."""

    name = ShownName(label=_("Name shown to others"))
    email = forms.EmailField(
        label=_("E-mail"), max_length=150, help_text=_("You sign in with it."), error_messages=EMAIL
    )
    password = forms.CharField(
        label=_("Password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )

    def clean_password(self) -> str:
        """Check the password with the site's validators."""
        password: str = self.cleaned_data["password"]
        validate_password(password)
        return password


class LotForm(forms.Form):
    """The division of a class into teams."""

    by = forms.ChoiceField(
        label=_("Divide by"),
        choices=[("size", _("people in a team, about")), ("teams", _("number of teams"))],
        initial="size",
    )
    number = forms.IntegerField(label=_("How many"), min_value=1, max_value=MOST, initial=6)
    who = forms.ChoiceField(
        label=_("Who is included"),
        choices=[("everyone", _("everybody, old teams are dissolved")), ("rest", _("those without a team"))],
        initial="rest",
    )
    apart = forms.BooleanField(label=_("Keep earlier team mates apart"), required=False, initial=True)
    by_level = forms.BooleanField(label=_("Mix strong and weak, by earlier marks"), required=False)
    by_language = forms.BooleanField(label=_("Mix languages"), required=False)
    rules = forms.CharField(
        label=_("Rules by name"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_(
            "A line each: “Ana Stone + Ben Hill” are together, “Ana Stone / Ben Hill” apart, “Ana Stone: Ben Hill, "
            "Cleo Reed” are wishes of Ana, of which three count."
        ),
    )
    seed = forms.CharField(
        label=_("Seed"),
        required=False,
        max_length=SEED_LENGTH,
        help_text=_("Any word. The same seed gives the same teams; without one, it is drawn by lot."),
    )
