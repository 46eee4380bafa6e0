"""When the matches of a session will end, in words, and whether the debrief waits for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.models import Session
from classrooms.play.sessions.queries.set_up import face_of, scenario_of
from games.engine import codec
from games.engine.errors import RulesError
from games.public.matches import Ends, Pace, ends
from games.public.models import LatePolicy
from games.ui.dates import date_words, time_words
from games.ui.tempo import Rounds


@dataclass(frozen=True)
class EndWords:
    """`said` are sentences, `warning` is one about the debrief; empty where there is nothing to say."""

    said: Sequence[str] = ()
    warning: str = ""


def rounds_of(play_session: Session) -> Rounds | None:
    """The rounds of its matches; None if they are unknown."""
    try:
        face = face_of(play_session)
        options = codec.read_options(codec.to_json(play_session.options), face.game.rules.options_type)
        return face.rounds(scenario_of(play_session), options)
    except (LookupError, RulesError):
        return None


def end_words(
    play_session: Session,
    limits: Pace,
    *,
    starts_at: datetime | None,
    debrief_at: datetime | None,
    now: datetime,
    extra: int = 0,
    ends_by: date | None = None,
) -> EndWords:
    """The end of a match by a pace that may be unsaved yet. Without a planned start the match is assumed to begin now.
    `extra` is the most extra time of any person, in percent. With `ends_by` the hours of the pace were computed to end
    on that day.
    """
    rounds = rounds_of(play_session)
    if rounds is None or limits.mode == "free":
        return EndWords()
    start = starts_at or now
    with timezone.override(ZoneInfo(limits.time_zone)):
        told = ends(limits, rounds, start, extra)
        if told is None:
            return EndWords([_("With this pace a match can take more than a year.")])
        said = [_by_words(limits, ends_by, start, planned=starts_at is not None)] if ends_by else []
        said += [_range_words(limits, told, start, planned=starts_at is not None), _rounds_words(limits, rounds)]
        if limits.bank and play_session.late_policy != LatePolicy.WAIT:
            said.append(_("Reserves that are used come on top."))
        if limits.mode == "async" and play_session.late_policy == LatePolicy.WAIT:
            said.append(_("Late answers are waited for: an absent person holds a team up until you step in."))
        return EndWords(said, debrief_warning(limits, told, debrief_at))


def _by_words(limits: Pace, day: date, start: datetime, *, planned: bool) -> str:
    """The computed hours, and their basis."""
    noon = datetime.combine(day, time(12), ZoneInfo(limits.time_zone))
    words = ngettext(
        "To end by %(day)s, each decision has %(n)d hour.",
        "To end by %(day)s, each decision has %(n)d hours.",
        limits.hours,
    ) % {"day": day_words(noon, start), "n": limits.hours}
    if not planned:
        return words + " " + _("This assumes a start now and every answer at its deadline.")
    assumed = _("This assumes a start on %(day)s and every answer at its deadline.")
    return words + " " + assumed % {"day": day_words(start, noon)}


def _range_words(limits: Pace, told: Ends, start: datetime, *, planned: bool) -> str:
    if limits.mode == "live":
        minutes = {
            "least": (told.earliest - start) // timedelta(minutes=1),
            "most": -((start - told.latest) // timedelta(minutes=1)),
        }
        if not planned:
            return _("In the room, a match takes %(least)d to %(most)d minutes.") % minutes
        between = {"from": _time(told.earliest), "to": _time(told.latest)}
        return _("In the room, a match takes %(least)d to %(most)d minutes: it ends between %(from)s and %(to)s.") % (
            minutes | between
        )
    days = {"from": day_words(told.earliest, start), "to": day_words(told.latest, start)}
    if days["from"] == days["to"]:
        return (_("A match ends on %(to)s.") if planned else _("Started now, a match ends on %(to)s.")) % days
    if planned:
        return _("A match ends between %(from)s and %(to)s.") % days
    return _("Started now, a match ends between %(from)s and %(to)s.") % days


def _rounds_words(limits: Pace, rounds: Rounds) -> str:
    if limits.mode == "live":
        return _room_words(rounds)
    if rounds.least == rounds.most:
        words = ngettext(
            "Reckoned with %(n)d decision.",
            "Reckoned with %(n)d decisions one after the other, some answers late and some missing.",
            rounds.most,
        )
        return words % {"n": rounds.most}
    return _(
        "Reckoned with %(least)d to %(most)d decisions one after the other, some answers late and some missing."
    ) % {"least": rounds.least, "most": rounds.most}


def _room_words(rounds: Rounds) -> str:
    if rounds.least == rounds.most:
        words = ngettext(
            "Reckoned with %(n)d decision, at the most with all its time.",
            "Reckoned with %(n)d decisions one after the other, at the most with all their time.",
            rounds.most,
        )
        return words % {"n": rounds.most}
    return _("Reckoned with %(least)d to %(most)d decisions one after the other, at the most with all their time.") % {
        "least": rounds.least,
        "most": rounds.most,
    }


def debrief_warning(limits: Pace, told: Ends, debrief_at: datetime | None) -> str:
    """Does the debrief come before the matches have ended? Empty where it does not."""
    if debrief_at is None or debrief_at >= told.latest:
        return ""
    at = {"at": _time(debrief_at) if limits.mode == "live" else day_words(debrief_at, told.latest)}
    if debrief_at < told.earliest:
        if limits.mode == "live":
            return _("Your debrief at %(at)s comes before the matches end.") % at
        return _("Your debrief on %(at)s comes before the matches end.") % at
    if limits.mode == "live":
        return _("Your debrief at %(at)s may come too early.") % at
    return _("Your debrief on %(at)s may come too early.") % at


def day_words(moment: datetime, beside: datetime) -> str:
    """Friday 4 December in the language's order, with the year where it is not that of the moment `beside`."""
    local = timezone.localtime(moment)
    if local.year != timezone.localtime(beside).year:
        return f"{date_format(local, 'l')} {date_words(local)}"
    return f"{date_format(local, 'l')} {date_words(local, 'MONTH_DAY_FORMAT')}"


def _time(moment: datetime) -> str:
    return time_words(timezone.localtime(moment))
