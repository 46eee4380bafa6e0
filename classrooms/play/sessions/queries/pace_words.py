"""A pace in words, with worked examples: the effect of the settings on a decision asked on a Friday evening."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.play.sessions.holidays import spans_of
from games.public.matches import Pace, due_at
from games.public.models import LatePolicy
from games.ui.dates import date_words, lasting, time_words

FRIDAY, EVENING = 4, time(18)
Extra = tuple[str, int]
"""A person's name, and the percentage of their extra time."""


def pace_words(pace: Pace) -> list[str]:
    """The settings, a sentence each."""
    if pace.mode == "free":
        return [_("No deadlines.")]
    if pace.mode == "live":
        said = ngettext("Live: %(n)d minute for a decision.", "Live: %(n)d minutes for a decision.", pace.minutes)
        return [said % {"n": pace.minutes}, *_bank_words(pace)]
    words = [
        ngettext(
            "Over several days: %(n)d hour for a decision.",
            "Over several days: %(n)d hours for a decision.",
            pace.hours,
        )
        % {"n": pace.hours}
    ]
    words += _bank_words(pace)
    if pace.quiet_from != pace.quiet_to:
        night = {"from": time_words(time(pace.quiet_from)), "to": time_words(time(pace.quiet_to))}
        words.append(_("No clock runs from %(from)s to %(to)s.") % night)
    if pace.weekends:
        words.append(_("No clock runs on Saturdays and Sundays."))
    if pace.holidays:
        days = ", ".join(_span_words(*span) for span in spans_of(pace.holidays))
        words.append(_("No clock runs on %(days)s.") % {"days": days})
    words.append(_("Times are in the time zone %(zone)s.") % {"zone": pace.time_zone})
    return words


def late_words(pace: Pace, late_policy: str) -> str:
    """A sentence about the first decision of an absent person."""
    if pace.mode == "free" or late_policy == LatePolicy.WAIT:
        return _("Their teams wait for them as long as it takes.")
    seconds = 60 * (pace.minutes if pace.mode == "live" else 60 * pace.hours)
    words = {
        LatePolicy.BOT: _("They have %(time)s for a decision. Then a bot decides it."),
        LatePolicy.DEFAULT: _("They have %(time)s for a decision. Then the default move is played."),
    }
    return words[LatePolicy(late_policy)] % {"time": lasting(seconds)}


def _bank_words(pace: Pace) -> list[str]:
    if not pace.bank:
        return []
    return [_("Each seat has a reserve of %(time)s for the whole match.") % {"time": lasting(60 * pace.bank)}]


def _span_words(first: date, last: date) -> str:
    """A day, or a run of days."""
    ends = [date_format(day, "SHORT_DATE_FORMAT") for day in (first, last)]
    return ends[0] if first == last else f"{ends[0]}–{ends[1]}"


def pace_examples(pace: Pace, now: datetime, extras: Iterable[Extra] = ()) -> list[str]:
    """One example for everybody and one for each person with extra time."""
    if pace.mode == "free":
        return []
    zone = ZoneInfo(pace.time_zone)
    opened = _next_friday(now, zone)
    with timezone.override(zone):
        return [_example(pace, opened, "", 0), *(_example(pace, opened, *extra) for extra in extras)]


def _next_friday(now: datetime, zone: ZoneInfo) -> datetime:
    """The coming Friday at six in the evening, for the weekend that follows makes the example."""
    local = now.astimezone(zone)
    return datetime.combine(local.date() + timedelta(days=(FRIDAY - local.weekday()) % 7), EVENING, zone)


def _example(pace: Pace, opened: datetime, name: str, extra: int) -> str:
    due = due_at(pace, None, opened, extra)
    words = {"asked": _moment(opened), "due": _moment(due) if due else "", "name": name, "extra": extra}
    if pace.mode == "live" and due is not None:
        words |= {"asked": time_words(opened), "due": _to_the_second(due)}
    if pace.mode == "async":
        if name:
            return _("%(name)s has %(extra)d%% more time: due on %(due)s.") % words
        return _("A decision that is asked on %(asked)s is due on %(due)s.") % words
    if name:
        return _("%(name)s has %(extra)d%% more time: due at %(due)s.") % words
    return _("A decision that is asked at %(asked)s is due at %(due)s.") % words


def _moment(moment: datetime) -> str:
    """Friday 3 April, 18:00: in the language's order."""
    local = timezone.localtime(moment)
    return f"{date_format(local, 'l')} {date_words(local, 'MONTH_DAY_FORMAT')}, {time_words(local)}"


def _to_the_second(moment: datetime) -> str:
    local = timezone.localtime(moment)
    return time_words(local) if local.second == 0 else f"{local:%H:%M:%S}"
