"""The step of the wizard about time: pace, quiet times, planned start and debriefing."""

import re
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from classrooms.models import Session
from classrooms.selectors.set_up import pace_of
from games.pace import LEAST_OPEN_HOURS, Pace

HOURS = [(str(hour), f"{hour:02}:00") for hour in range(24)]
MOST_HOLIDAYS = 100
MOMENT_FORMATS = ("%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M")


class HolidaysField(forms.CharField):
    """Dates, one a line or with commas between them; the error names the one that cannot be read."""

    widget = forms.Textarea(attrs={"rows": 3})

    def clean(self, value: Any) -> Any:
        """Sorted, each once."""
        text: str = super().clean(value)
        read = forms.DateField()
        found: set[date] = set()
        for part in filter(None, (each.strip() for each in re.split(r"[\n,;]", text))):
            try:
                found.add(read.to_python(part))  # type: ignore[arg-type]
            except forms.ValidationError:
                raise forms.ValidationError(
                    _("%(text)s is not a date. Write year, month and day: 2026-12-24."), params={"text": part[:40]}
                ) from None
        if len(found) > MOST_HOLIDAYS:
            raise forms.ValidationError(_("At most %(number)d dates."), params={"number": MOST_HOLIDAYS})
        return tuple(sorted(found))


class MomentField(forms.DateTimeField):
    """A day and a time on the clocks of a place."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def __init__(self, **more: Any) -> None:
        super().__init__(required=False, input_formats=MOMENT_FORMATS, **more)
        self.zone: ZoneInfo = ZoneInfo("UTC")

    def to_python(self, value: Any) -> datetime | None:
        with timezone.override(self.zone):
            return super().to_python(value)

    def prepare_value(self, value: Any) -> Any:
        return timezone.localtime(value, self.zone).replace(tzinfo=None) if isinstance(value, datetime) else value


class PaceStep(forms.Form):
    """How much time there is for a decision. All hours are those of the course's time zone."""

    mode = forms.ChoiceField(
        label=_("Pace"),
        widget=forms.RadioSelect,
        choices=[
            ("live", _("Live: together in a room or on a call, minutes for each decision")),
            ("async", _("Over days: each when they have time, hours for each decision")),
            ("free", _("Without deadlines: the team goes on when all have decided")),
        ],
    )
    minutes = forms.IntegerField(label=_("Minutes for a decision"), min_value=1, max_value=1440, required=False)
    hours = forms.IntegerField(label=_("Hours for a decision"), min_value=1, max_value=1000, required=False)
    quiet = forms.BooleanField(label=_("No clock runs at night"), required=False)
    quiet_from = forms.ChoiceField(label=_("from"), choices=HOURS, required=False)
    quiet_to = forms.ChoiceField(label=_("until"), choices=HOURS, required=False)
    weekends = forms.BooleanField(label=_("No clock runs on Saturdays and Sundays"), required=False)
    holidays = HolidaysField(
        label=_("Holidays"),
        help_text=_("Days on which no clock runs, one a line: 2026-12-24."),
        required=False,
    )
    starts_at = MomentField(
        label=_("Planned start"),
        help_text=_("At this time the open session starts by itself, and all screens count down. Empty: you start it."),
    )
    debrief_at = MomentField(
        label=_("Planned debriefing"), help_text=_("The room sees how much time is left until then.")
    )

    def __init__(self, data: Any, *, play_session: Session) -> None:
        limits = pace_of(play_session)
        self.zone = ZoneInfo(play_session.course.time_zone)
        has_quiet = limits.quiet_from != limits.quiet_to
        over_days = limits.mode == "async"
        initial = {
            "mode": limits.mode,
            "minutes": limits.minutes,
            "hours": limits.hours,
            "quiet": has_quiet if over_days else True,
            "quiet_from": str(limits.quiet_from if has_quiet else 22),
            "quiet_to": str(limits.quiet_to if has_quiet else 8),
            "weekends": limits.weekends if over_days else True,
            "holidays": "\n".join(day.isoformat() for day in limits.holidays),
            "starts_at": play_session.starts_at,
            "debrief_at": play_session.debrief_at,
        }
        super().__init__(data, initial=initial)
        for name in ("starts_at", "debrief_at"):
            self.fields[name].zone = self.zone  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Numbers that the chosen pace needs must be there; nights must leave time to decide."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        mode = given.get("mode")
        for wanted, name in (("live", "minutes"), ("async", "hours")):
            if mode == wanted and given.get(name) is None and name not in self.errors:
                self.add_error(name, _("Write a whole number."))
        if mode == "async" and given.get("quiet"):
            night = (int(given.get("quiet_to") or 8) - int(given.get("quiet_from") or 22)) % 24
            if night > 24 - LEAST_OPEN_HOURS:
                self.add_error("quiet_to", _("Nights must leave at least six hours of a day."))
        if given.get("starts_at") and given.get("debrief_at") and given["debrief_at"] <= given["starts_at"]:
            self.add_error("debrief_at", _("The debriefing comes after the start."))
        return given

    def pace(self) -> Pace:
        """Quiet times are kept for "async" only: in a room nobody plays at night by mistake."""
        given = self.cleaned_data
        quiet = given["mode"] == "async" and given["quiet"]
        return Pace(
            mode=given["mode"],
            minutes=given["minutes"] or 3,
            hours=given["hours"] or 24,
            quiet_from=int(given["quiet_from"] or 22) if quiet else 0,
            quiet_to=int(given["quiet_to"] or 8) if quiet else 0,
            weekends=given["mode"] == "async" and given["weekends"],
            holidays=given["holidays"] if given["mode"] == "async" else (),
            time_zone=self.zone.key,
        )

    def changes(self) -> dict[str, Any]:
        """See `classrooms.forms_sessions.steps`."""
        return {
            "pace": self.pace(),
            "starts_at": self.cleaned_data["starts_at"],
            "debrief_at": self.cleaned_data["debrief_at"],
        }
