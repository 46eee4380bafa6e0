"""The step of the wizard about time: pace, quiet times, planned start and debrief."""

from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from classrooms.models import Session
from classrooms.play.sessions.calendars import LeftOut, NoCalendar, read_calendar
from classrooms.play.sessions.holidays import MOST_DAYS, Unreadable, french_holidays, read_days, written
from classrooms.play.sessions.queries.end_words import rounds_of
from classrooms.play.sessions.queries.set_up import pace_of
from classrooms.play.sessions.queries.tables import extra_times_of
from games.public.base import clock
from games.public.matches import LEAST_OPEN_HOURS, MOST_HOURS, Pace, ends, hours_to_end_by
from games.ui.dates import time_words
from games.ui.suggesting import DAY, MOMENT

CALENDAR_BYTES: Final = 1_000_000
HOLIDAY_REFUSALS: Final = {
    "date": _("Line %(line)d: “%(text)s” is not a day. Write 24/12, 24.12.–2.1. or 2026-12-24."),
    "order": _("Line %(line)d: “%(text)s” has the month first. Write the day before the month."),
    "range": _("Line %(line)d: “%(text)s” ends before it begins, or lasts longer than a year."),
    "many": _("At most %(number)d dates."),
}
CALENDAR_REFUSALS: Final = {
    "format": _("This file is not a calendar (.ics)."),
    "empty": _("This calendar has no whole days in the coming year."),
    "large": _("This calendar is too large: at most 1 MB, 3,000 events and 500 that repeat."),
}
CALENDAR_LEFT_OUT: Final = {
    "cancelled": _("“%(name)s” is cancelled in the calendar and does not count."),
    "rule": _("“%(name)s” repeats by a rule that is not read here. Write its days as holidays."),
    "broken": _("“%(name)s” in the calendar has no date that can be read."),
}
MOST_NAMED: Final = 10
FIELDS_OF: Final = {
    "live": ("minutes", "bank"),
    "async": (
        "hours",
        "ends_by",
        "bank_hours",
        "quiet",
        "quiet_from",
        "quiet_to",
        "weekends",
        "holidays",
        "calendar",
        "french",
    ),
}
MOMENT_FORMATS = ("%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M")
BANK_HELP: Final = _("It runs from a passed deadline until the answer is there, instead of the default move. 0: none.")


def _hours() -> list[tuple[str, str]]:
    """The hours of a day, as the language writes them."""
    return [(str(hour), time_words(time(hour))) for hour in range(24)]


class MomentField(forms.DateTimeField):
    """A day and a time on the clocks of a place."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def __init__(self, **more: Any) -> None:
        super().__init__(required=False, input_formats=MOMENT_FORMATS, error_messages=MOMENT, **more)
        self.zone: ZoneInfo = ZoneInfo("UTC")

    def to_python(self, value: Any) -> datetime | None:
        with timezone.override(self.zone):
            return super().to_python(value)

    def prepare_value(self, value: Any) -> Any:
        return timezone.localtime(value, self.zone).replace(tzinfo=None) if isinstance(value, datetime) else value


class PaceStep(forms.Form):
    """The time for a decision. All hours are in the course's time zone."""

    mode = forms.ChoiceField(
        label=_("Pace"),
        widget=forms.RadioSelect,
        choices=[
            ("live", _("Live: together in a room or on a call, minutes for each decision")),
            ("async", _("Over several days: each when they have time, hours for each decision")),
            ("free", _("Without deadlines: the team goes on when all have decided")),
        ],
    )
    minutes = forms.IntegerField(label=_("Minutes for a decision"), min_value=1, max_value=1440, required=False)
    hours = forms.IntegerField(label=_("Hours for a decision"), min_value=1, max_value=MOST_HOURS, required=False)
    ends_by = forms.DateField(
        label=_("End by this date"),
        help_text=_("The hours for a decision are then worked out for you."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages=DAY,
        required=False,
    )
    bank = forms.IntegerField(
        label=_("Reserve of each seat for the whole match, in minutes"),
        help_text=BANK_HELP,
        min_value=0,
        max_value=1440,
        required=False,
    )
    bank_hours = forms.IntegerField(
        label=_("Reserve of each seat for the whole match, in hours"),
        help_text=BANK_HELP,
        min_value=0,
        max_value=160,
        required=False,
    )
    quiet = forms.BooleanField(label=_("No clock runs at night"), required=False)
    quiet_from = forms.ChoiceField(label=_("from"), choices=_hours, required=False)
    quiet_to = forms.ChoiceField(label=_("until"), choices=_hours, required=False)
    weekends = forms.BooleanField(label=_("No clock runs on Saturdays and Sundays"), required=False)
    holidays = forms.CharField(
        label=_("Holidays"),
        help_text=_("Days on which no clock runs, a day or a range a line: 25/12, 24.12.–2.1., 2026-12-24."),
        widget=forms.Textarea(attrs={"rows": 3}),
        required=False,
    )
    calendar = forms.FileField(
        label=_("Add the days of a calendar file (.ics)"),
        widget=forms.FileInput(attrs={"accept": ".ics,text/calendar"}),
        required=False,
    )
    french = forms.BooleanField(label=_("Add the public holidays of France"), required=False)
    starts_at = MomentField(
        label=_("Planned start"),
        help_text=_("At this time the open session starts by itself, and all screens count down. Empty: you start it."),
    )
    debrief_at = MomentField(label=_("Planned debrief"), help_text=_("The room sees how much time is left until then."))

    def __init__(self, data: Any, files: Any = None, *, play_session: Session, today: date | None = None) -> None:
        limits = pace_of(play_session)
        self.play_session = play_session
        self.zone = ZoneInfo(play_session.course.time_zone)
        has_quiet = limits.quiet_from != limits.quiet_to
        over_days = limits.mode == "async"
        initial = {
            "mode": limits.mode,
            "minutes": limits.minutes,
            "hours": limits.hours,
            "bank": limits.bank if not over_days else 0,
            "bank_hours": limits.bank // 60 if over_days else 0,
            "quiet": has_quiet if over_days else True,
            "quiet_from": str(limits.quiet_from if has_quiet else 22),
            "quiet_to": str(limits.quiet_to if has_quiet else 8),
            "weekends": limits.weekends if over_days else True,
            "holidays": written(limits.holidays),
            "starts_at": play_session.starts_at,
            "debrief_at": play_session.debrief_at,
        }
        super().__init__(data, files if data is not None else None, initial=initial)
        self.extra = max((percent for _name, percent in extra_times_of(play_session)), default=0)
        self.calendar_notes: list[str] = []
        self.today = today or timezone.localdate(timezone=self.zone)
        for name in ("starts_at", "debrief_at"):
            self.fields[name].zone = self.zone  # type: ignore[attr-defined]

    @property
    def chosen(self) -> str:
        """The pace whose fields are shown."""
        mode = self["mode"].value()
        return mode if mode in FIELDS_OF else ""

    @property
    def kept(self) -> list[Any]:
        """The fields of the other paces, which are sent as hidden fields so that no input is lost."""
        names = [name for mode, names in FIELDS_OF.items() if mode != self.chosen for name in names]
        return [self[name] for name in names if name not in ("calendar", "french")]

    def clean(self) -> dict[str, Any]:
        """Numbers that the chosen pace needs must be there; nights must leave time to decide."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        mode = given.get("mode")
        for wanted, name in (("live", "minutes"), ("async", "hours")):
            is_worked_out = name == "hours" and (given.get("ends_by") or "ends_by" in self.errors)
            if mode == wanted and given.get(name) is None and name not in self.errors and not is_worked_out:
                self.add_error(name, _("Write a whole number."))
        if mode != "async":
            for name in FIELDS_OF["async"]:
                self.errors.pop(name, None)
        elif given.get("quiet"):
            night = (int(given.get("quiet_to") or 8) - int(given.get("quiet_from") or 22)) % 24
            if night > 24 - LEAST_OPEN_HOURS:
                self.add_error("quiet_to", _("Nights must leave at least six hours of a day."))
        if mode != "live":
            for name in FIELDS_OF["live"]:
                self.errors.pop(name, None)
        given["days"] = self._days(given) if mode == "async" else ()
        if mode == "async" and given.get("ends_by") and not self.errors:
            self._work_out(given)
        if given.get("starts_at") and given.get("debrief_at") and given["debrief_at"] <= given["starts_at"]:
            self.add_error("debrief_at", _("The debrief comes after the start."))
        return given

    def _work_out(self, given: dict[str, Any]) -> None:
        """The hours with which the match ends on the chosen day, for the person with the most time."""
        midnight = datetime.combine(given["ends_by"] + timedelta(days=1), time(), self.zone)
        limits, start = self._limits(given["days"][:MOST_DAYS]), given.get("starts_at") or clock.now()
        hours = hours_to_end_by(limits, rounds_of(self.play_session), start, midnight, self.extra)
        if hours is None:
            self.add_error("ends_by", _("No match can end by this day. Choose a later one, or write the hours."))
        else:
            given["hours"] = hours

    def _days(self, given: dict[str, Any]) -> tuple[date, ...]:
        """All holidays, sorted, each once: typed days, days of the file and days of the ready list."""
        starts_at = given.get("starts_at")
        first = starts_at.astimezone(self.zone).date() if starts_at else self.today
        found: set[date] = set()
        try:
            found |= read_days(given.get("holidays") or "", first)
        except Unreadable as bad:
            params = {"line": bad.line, "text": bad.text[:40], "number": MOST_DAYS}
            words = str(HOLIDAY_REFUSALS[bad.what]) % params
            self.add_error("holidays", words)
        if given.get("calendar"):
            found |= self._calendar_days(given["calendar"], first)
        if given.get("french") and not self.errors:
            found |= french_holidays(first, self._last_day(found, first))
        if len(found) > MOST_DAYS:
            self.add_error("holidays", _("At most %(number)d dates.") % {"number": MOST_DAYS})
        return tuple(sorted(found))

    def _last_day(self, days: set[date], first: date) -> date:
        """The last wanted day of the ready list: a month after the latest end, or a year ahead if the end is
        unknown.
        """
        start = self.cleaned_data.get("starts_at") or datetime.combine(first, time(), self.zone)
        told = ends(self._limits(tuple(sorted(days))[:MOST_DAYS]), rounds_of(self.play_session), start)
        year = first + timedelta(days=365)
        return min(year, told.latest.date() + timedelta(days=31)) if told else year

    def _calendar_days(self, file: Any, first: date) -> set[date]:
        """The days of the file; losses of reading it are in `calendar_notes`."""
        try:
            if file.size > CALENDAR_BYTES:
                raise NoCalendar("large")
            found = read_calendar(file.read(), first, self.zone)
        except NoCalendar as bad:
            self.add_error("calendar", str(CALENDAR_REFUSALS[bad.what]))
            self.calendar_notes = _notes(bad.left_out)
            return set()
        self.calendar_notes = _notes(found.left_out)
        return found.days

    def as_preview(self) -> "PaceStep":
        """The same answers with all holidays as text, for a preview before saving: a file is not sent a second time."""
        typed: Any = self.data
        data = typed.copy()
        if self.cleaned_data["mode"] == "async":
            data["hours"] = str(self.cleaned_data["hours"])
            data["holidays"] = written(self.cleaned_data["days"])
            data.pop("french", None)
        shown = PaceStep(data, play_session=self.play_session, today=self.today)
        shown.is_valid()
        return shown

    def pace(self) -> Pace:
        """The chosen pace. Quiet times are kept for "async" only: a live session never plays at night."""
        return self._limits(self.cleaned_data["days"])

    def _limits(self, days: tuple[date, ...]) -> Pace:
        given = self.cleaned_data
        quiet = given["mode"] == "async" and given.get("quiet")
        return Pace(
            mode=given["mode"],
            minutes=given.get("minutes") or 3,
            hours=given.get("hours") or 24,
            quiet_from=int(given.get("quiet_from") or 22) if quiet else 0,
            quiet_to=int(given.get("quiet_to") or 8) if quiet else 0,
            weekends=given["mode"] == "async" and bool(given.get("weekends")),
            holidays=days,
            bank=self._bank(),
            time_zone=self.zone.key,
        )

    def _bank(self) -> int:
        """The time reserve in minutes."""
        given = self.cleaned_data
        if given["mode"] == "async":
            return 60 * (given.get("bank_hours") or 0)
        return (given.get("bank") or 0) if given["mode"] == "live" else 0

    def changes(self) -> dict[str, Any]:
        return {
            "pace": self.pace(),
            "starts_at": self.cleaned_data["starts_at"],
            "debrief_at": self.cleaned_data["debrief_at"],
        }


def _notes(left_out: tuple[LeftOut, ...]) -> list[str]:
    """The losses of a calendar file, in words: each event once, events with hours as a number."""
    named = list(dict.fromkeys((each.what, each.name) for each in left_out if each.what in CALENDAR_LEFT_OUT))
    notes = [str(CALENDAR_LEFT_OUT[what]) % {"name": name or "?"} for what, name in named[:MOST_NAMED]]
    more = len(named) - len(notes)
    if more:
        words = ngettext("%(n)d more event was left out.", "%(n)d more events were left out.", more)
        notes.append(words % {"n": more})
    hours = sum(each.what == "hours" for each in left_out)
    if hours:
        words = ngettext(
            "%(n)d event of the calendar is no whole day and does not count.",
            "%(n)d events of the calendar are no whole days and do not count.",
            hours,
        )
        notes.append(words % {"n": hours})
    return notes
