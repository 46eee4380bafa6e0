"""Forms of a study's plan."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from classrooms.assess.studies.limits import (
    FEWEST_QUESTIONS,
    MOST_ARMS,
    MOST_QUESTIONS,
    SETTINGS,
    TIMES,
    USUAL_QUESTIONS,
)
from classrooms.assess.studies.queries.summaries import KINDS
from classrooms.assess.studies.services.design import ArmPlan, earlier_studies, sessions_for
from classrooms.assess.studies.sharing.summary import LARGEST
from classrooms.models import Study
from classrooms.play.sessions.forms.pace import MomentField
from games.ui import faces
from games.ui.languages import called
from games.ui.names import NameField


def moments() -> dict[str, MomentField]:
    """A field for each time of the tests, on the clocks of the course (`set_zone`)."""
    return {
        "after_at": MomentField(label=_("Second test opens")),
        "after_until": MomentField(label=_("Second test ends")),
        "later_at": MomentField(label=_("Third test opens"), help_text=_("Usual: four weeks after the second test.")),
        "later_until": MomentField(label=_("Third test ends")),
    }


def set_zone(form: forms.BaseForm, study: Study) -> None:
    """Read and show the times of a form on the clocks of the study's course."""
    for name in TIMES:
        form.fields[name].zone = ZoneInfo(study.course.time_zone)  # type: ignore[attr-defined]


class NewStudyForm(forms.Form):
    """The title of a new study, and an earlier one that it is like."""

    title = NameField(label=_("Title"), max_length=120)

    def __init__(self, user: Any, data: Any = None) -> None:
        super().__init__(data)
        earlier = earlier_studies(user)
        if earlier:
            self.fields["like"] = forms.ModelChoiceField(
                label=_("As in an earlier study"),
                queryset=earlier,
                empty_label=_("none: two usual arms"),
                required=False,
                help_text=_("Settings, arms and questions are copied; times and sessions are not."),
            )
            self.fields["like"].label_from_instance = lambda row: f"{row.title} ({row.course})"  # type: ignore[attr-defined]


class TimesForm(forms.ModelForm):
    """The planned times of the second and third test."""

    after_at, after_until, later_at, later_until = moments().values()

    class Meta:
        model = Study
        fields = TIMES

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_zone(self, self.instance)

    def values(self) -> dict[str, datetime | None]:
        """The times by field."""
        return {name: self.cleaned_data[name] for name in TIMES}


class PlanForm(forms.ModelForm):
    """The settings of a draft, except arms and questions."""

    game = forms.ChoiceField(label=_("Questions from the bank of"), required=False)
    after_at, after_until, later_at, later_until = moments().values()

    class Meta:
        model = Study
        fields = SETTINGS
        widgets = {"question": forms.Textarea(attrs={"rows": 2})}
        help_texts = {
            "question": _("What should students know in the end, and which ways do you compare?"),
            "strata": _("The draw deals each of these groups evenly to the arms."),
            "crossover": _("After the second test, arms change places. Nobody loses a lesson."),
            "later_required": _("Otherwise students may leave it out."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_zone(self, self.instance)
        games = [(face.game.key, str(face.title)) for face in faces.all_faces() if face.quiz().offered]
        self.fields["game"].choices = [("", _("own questions only")), *games]  # type: ignore[attr-defined]

    def values(self) -> dict[str, Any]:
        """The settings by field."""
        return {name: self.cleaned_data[name] for name in self.Meta.fields}


class ArmsForm(forms.Form):
    """Two or three arms; an empty third name means two arms. The first one is compared with."""

    def __init__(self, study: Study, data: Any = None) -> None:
        arms = list(study.arms.order_by("position"))
        initial: dict[str, Any] = {}
        for arm in arms:
            initial |= {f"name-{arm.position}": arm.name, f"activity-{arm.position}": arm.activity}
            initial[f"session-{arm.position}"] = arm.session_id or ""
        super().__init__(data, initial=initial, prefix="arm")
        drafts = [(row.pk, row.title) for row in sessions_for(study)]
        for number in range(MOST_ARMS):
            self.fields[f"name-{number}"] = NameField(label=_("Name"), max_length=80, required=number < 2)
            self.fields[f"session-{number}"] = forms.TypedChoiceField(
                label=_("Session"), choices=[("", _("no game")), *drafts], coerce=int, empty_value=None, required=False
            )
            self.fields[f"activity-{number}"] = forms.CharField(label=_("What they do"), max_length=300, required=False)

    def rows(self) -> list[list[Any]]:
        """The fields of each arm."""
        parts = ("name", "session", "activity")
        return [[self[f"{part}-{number}"] for part in parts] for number in range(MOST_ARMS)]

    def arms(self) -> list[ArmPlan]:
        """The arms of a valid form."""
        found = self.cleaned_data
        return [
            ArmPlan(found[f"name-{number}"], found[f"activity-{number}"], found[f"session-{number}"])
            for number in range(MOST_ARMS)
            if found[f"name-{number}"]
        ]


class ChooseForm(forms.Form):
    """The size of forms that are chosen by themselves."""

    size = forms.IntegerField(
        label=_("Questions in each form"), min_value=FEWEST_QUESTIONS, max_value=MOST_QUESTIONS, initial=USUAL_QUESTIONS
    )


class ShareForm(forms.Form):
    """The parts of a summary that the site does not know: what people of an arm without a match did, and the language
    of the test.
    """

    def __init__(self, study: Study, data: Any = None, language: str = "") -> None:
        super().__init__(data, initial={"language": language})
        self.arms = list(study.arms.order_by("position"))
        for arm in self.arms:
            if arm.session_id is None:
                choices = [(key, words) for key, words in KINDS.items() if key != "match"]
                self.fields[f"kind-{arm.pk}"] = forms.ChoiceField(
                    label=_("“%(arm)s” was") % {"arm": arm.name}, choices=choices, initial="lecture"
                )
        languages = [(code, called(code)) for code, _name in settings.LANGUAGES]
        self.fields["language"] = forms.ChoiceField(label=_("Language of the test"), choices=languages)

    def kinds(self) -> list[Any]:
        """The activity of each arm."""
        return [self.cleaned_data.get(f"kind-{arm.pk}", "match") for arm in self.arms]


class SummariesForm(forms.Form):
    """A file of summaries."""

    file = forms.FileField(
        label=_("File of summaries"),
        help_text=_("JSON of at most 2 MB, as other classes download it from their page of a study."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def content(self) -> bytes:
        """The bytes of the file, one more than allowed at most."""
        found: bytes = self.cleaned_data["file"].read(LARGEST + 1)
        return found
