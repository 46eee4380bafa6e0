"""Forms of the pages of grades."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.db.models import Field
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classrooms.assess.grading import criteria
from classrooms.assess.grading.levels import (
    MOST_POINTS,
    NUMBER,
    USUAL_POINTS,
    WORDS_LENGTH,
    Level,
    are_levels,
    levels_of,
)
from classrooms.assess.grading.points import points_from
from classrooms.assess.grading.services.grades import REASON_LENGTH
from classrooms.assess.grading.services.peer_reviews import BEST_REVIEW, NOTE_LENGTH
from classrooms.assess.grading.services.rubric_changes import MOST_WEIGHT, TITLE_LENGTH, LineChange, addable
from classrooms.models import GradeBook, RubricLine
from classrooms.models.grades import line_name
from games.ui.names import NameField

STATEMENTS = (
    gettext_lazy("took no part"),
    gettext_lazy("took little part"),
    gettext_lazy("did their share"),
    gettext_lazy("did more than their share"),
    gettext_lazy("carried the team"),
)
"""The meanings of 0 to 4 points for a team mate."""


class BookForm(forms.ModelForm):
    """Scale and rounding of a grade book."""

    class Meta:
        model = GradeBook
        fields = ("scale", "decimals", "smallest_share", "shows_distribution")
        labels = {
            "scale": gettext_lazy("Best mark"),
            "decimals": gettext_lazy("Decimals of the final mark"),
            "smallest_share": gettext_lazy("Percent of the weights that must be judged for a mark"),
            "shows_distribution": gettext_lazy("Show students how the marks are spread, without names"),
        }
        widgets = {
            "scale": forms.NumberInput(attrs={"min": 1, "max": 1000}),
            "decimals": forms.NumberInput(attrs={"min": 0, "max": 2}),
            "smallest_share": forms.NumberInput(attrs={"min": 0, "max": 100}),
        }
        help_texts = {
            "smallest_share": gettext_lazy("Below it, a word stands instead of a number: absent, not enough to judge."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("scale", "decimals", "smallest_share"):  # the row must never have a value that is out of bounds
            field = GradeBook._meta.get_field(name)
            if isinstance(field, Field):
                self.fields[name].validators += field.validators


class LineForm(forms.Form):
    """A line of a rubric: weight, title, and the params of its kind."""

    title = NameField(label=gettext_lazy("Title"), max_length=TITLE_LENGTH, required=False)
    weight = forms.IntegerField(label=gettext_lazy("Weight"), min_value=0, max_value=MOST_WEIGHT)
    when_nothing = forms.ChoiceField(
        label=gettext_lazy("Nothing to judge means"),
        choices=RubricLine.Nothing.choices,
        required=False,
        initial=RubricLine.Nothing.LEFT_OUT,
    )
    remove = forms.BooleanField(label=gettext_lazy("Remove"), required=False)

    def __init__(self, line: RubricLine, data: Mapping[str, Any] | None = None, *, hidden: bool = False) -> None:
        self.line, self.hidden, self.criterion = line, hidden, criteria.of(line.kind)
        params = self.criterion.params
        stored = {name: line.params.get(name, param.usual) for name, param in params.items()}
        initial = {"title": line.title, "weight": line.weight, "when_nothing": line.when_nothing, **stored}
        super().__init__(data, prefix=f"line-{line.pk}", initial=initial)
        self.fields["title"].widget.attrs["placeholder"] = line_name(line.kind, "")
        self.fields["weight"].widget.attrs["data-weight"] = ""
        self.fields |= {name: param.field() for name, param in params.items()}
        if self.criterion.by_hand:
            self._add_levels(levels_of(line.params))

    def _add_levels(self, levels: Sequence[Level]) -> None:
        """Add fields for points and words of each level. Without any words there are no levels."""
        for at, usual in enumerate(USUAL_POINTS):
            level = levels[at] if levels else Level(at + 1, usual, "")
            self.fields[f"points-{at}"] = forms.IntegerField(
                label=_("Level %(n)d: percent of the line") % {"n": at + 1},
                min_value=0,
                max_value=MOST_POINTS,
                required=False,
                initial=level.percent,
            )
            self.fields[f"words-{at}"] = forms.CharField(
                label=_("What level %(n)d takes") % {"n": at + 1},
                max_length=WORDS_LENGTH,
                required=False,
                initial=level.words,
            )

    @property
    def level_fields(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Points and words of each level; empty for a line that is not marked by hand."""
        names = range(NUMBER) if "words-0" in self.fields else ()
        return [(self[f"points-{at}"], self[f"words-{at}"]) for at in names]

    @property
    def has_levels(self) -> bool:
        """Are there words of a level?"""
        return any(words.value() for _points, words in self.level_fields)

    def clean(self) -> dict[str, Any]:
        """Levels must be complete with the best first, or absent."""
        read = super().clean() or {}
        if not are_levels(self._levels(read)):
            say = _("Give each of the four levels words, and fewer points than the one before.")
            self.add_error("words-0", say)
        return read

    def _levels(self, read: Mapping[str, Any]) -> list[list[Any]]:
        if "words-0" not in self.fields or not any(read.get(f"words-{at}") for at in range(NUMBER)):
            return []
        return [[read.get(f"points-{at}") or 0, read.get(f"words-{at}") or ""] for at in range(NUMBER)]

    @property
    def param_fields(self) -> list[forms.BoundField]:
        """The fields of the kind's params."""
        return [self[name] for name in self.criterion.params]

    def to_change(self) -> LineChange:
        """The wanted change of the line. Call after `is_valid()`."""
        read = self.cleaned_data
        params: dict[str, Any] = {name: read[name] for name in self.criterion.params if read[name] not in (None, "")}
        if (levels := self._levels(read)) or "levels" in self.line.params:
            params["levels"] = levels
        nothing = read["when_nothing"] or self.line.when_nothing
        return LineChange(self.line.pk, read["title"], read["weight"], params, nothing)


class NewLineForm(forms.Form):
    """A line to add."""

    kind = forms.ChoiceField(label=gettext_lazy("Kind"))
    title = NameField(label=gettext_lazy("Title"), max_length=TITLE_LENGTH, required=False)

    def __init__(self, lines: Sequence[RubricLine], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, prefix="new")
        found = addable(lines)
        field = self.fields["kind"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(each.kind, line_name(each.kind, "")) for each in found]
        self.initial = {"kind": next(each.kind for each in found if each.by_hand)}


class MarkField(forms.CharField):
    """A mark on a scale, with a point or a comma. Cleans to points."""

    def __init__(self, scale: int, **more: Any) -> None:
        self.scale = scale
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "class": "mark-input"})
        super().__init__(max_length=12, widget=widget, **more)

    def clean(self, value: Any) -> Any:
        """Points from 0 to 10000."""
        text = super().clean(value)
        try:
            return points_from(text, self.scale)
        except ValueError:
            wrong = _("Enter a mark from 0 to %(best)d, such as 14.5.") % {"best": self.scale}
            raise forms.ValidationError(wrong, code="invalid") from None


class MarkForm(forms.Form):
    """A mark set by hand, with its reason."""

    def __init__(self, scale: int, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["points"] = MarkField(scale, label=_("Mark, 0 to %(best)d") % {"best": scale})
        self.fields["reason"] = forms.CharField(
            label=_("Reason"), max_length=REASON_LENGTH, help_text=_("The student reads it when grades are published.")
        )


class SetForm(forms.Form):
    """A final mark set by hand, with its reason."""

    def __init__(self, scale: int, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["points"] = MarkField(scale, label=_("Mark, 0 to %(best)d") % {"best": scale})
        self.fields["reason"] = forms.CharField(label=_("Reason, which the student reads"), max_length=REASON_LENGTH)


class ColumnForm(forms.Form):
    """A pasted column of marks."""

    text = forms.CharField(
        label=gettext_lazy("Marks"),
        max_length=60_000,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_LENGTH)


class ReviewForm(forms.Form):
    """A review of one team mate; an empty form is no review."""

    points = forms.TypedChoiceField(
        label=gettext_lazy("In this session this person"),
        choices=[(str(points), STATEMENTS[points]) for points in range(BEST_REVIEW + 1)],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )
    note = forms.CharField(
        label=gettext_lazy("Note"),
        max_length=NOTE_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, mate: Any, data: Mapping[str, Any] | None = None) -> None:
        said = {"points": mate.review.points, "note": mate.review.note} if mate.review else {}
        super().__init__(data, prefix=f"mate-{mate.user.pk}", initial=said)
        self.mate = mate

    def clean(self) -> dict[str, Any]:
        """A note without points is not kept."""
        read = super().clean() or {}
        if read.get("note") and read.get("points") is None and "points" not in self.errors:
            self.add_error("points", _("Choose a statement: a note alone is not kept."))
        return read
