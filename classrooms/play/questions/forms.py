"""The form of an own question."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from classrooms.models import OwnQuestion
from classrooms.play.questions.services.own import FEWEST_OPTIONS, MOST_OPTIONS, OPTION_LENGTH


class OwnQuestionForm(forms.Form):
    """A question with up to six answers; lines left empty at the end are no answers."""

    text = forms.CharField(
        label=_("Question"), max_length=400, widget=forms.Textarea(attrs={"rows": 3, "maxlength": 400})
    )
    explanation = forms.CharField(
        label=_("Explanation, shown after the answer"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": 1000}),
    )
    right = forms.TypedChoiceField(
        coerce=int,
        choices=[(number, str(number + 1)) for number in range(MOST_OPTIONS)],
        error_messages={"required": _("Tick the right answer.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(MOST_OPTIONS):
            self.fields[f"option_{number}"] = forms.CharField(
                label=_("Answer %(n)s") % {"n": number + 1},
                max_length=OPTION_LENGTH,
                required=False,
                widget=forms.TextInput(attrs={"required": number < FEWEST_OPTIONS}),
            )

    def options(self) -> list[Any]:
        """The bound fields of the answers."""
        return [self[f"option_{number}"] for number in range(MOST_OPTIONS)]

    def service_values(self) -> dict[str, Any]:
        """Values for the services. Empty lines are left out. The index of the right answer counts only the others; it
        is -1 if the right answer is empty.
        """
        given = [self.cleaned_data[f"option_{number}"].strip() for number in range(MOST_OPTIONS)]
        right = self.cleaned_data["right"]
        return {
            "text": self.cleaned_data["text"],
            "options": [option for option in given if option],
            "right": sum(bool(option) for option in given[:right]) if given[right] else -1,
            "explanation": self.cleaned_data["explanation"],
        }


def initial_of(question: OwnQuestion) -> dict[str, Any]:
    """A stored question as the form shows it."""
    options = {f"option_{number}": option for number, option in enumerate(question.options)}
    return {"text": question.text, "explanation": question.explanation, "right": question.right, **options}
