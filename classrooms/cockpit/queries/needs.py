"""Which teams need somebody, and what for."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from classrooms.models import Session, SessionStatus
from games.kit.sentences import phrase, sentences
from games.models import Status
from games.templatetags.kit import when

if TYPE_CHECKING:
    from classrooms.cockpit.queries.monitor import Awaited, Row

ABSENT_AFTER: Final = {"live": timedelta(minutes=2), "free": timedelta(minutes=10), "async": timedelta(hours=24)}
"""Somebody who is awaited so long and has no page open is missed, or after a third of the time for the decision, which
leaves time to act.
"""
SLOW_AFTER: Final = {"live": timedelta(minutes=6), "free": timedelta(minutes=30), "async": timedelta(hours=48)}
"""So long is long for somebody who is here, or of whom nothing is known."""
FEWEST_TURNS: Final = 2
"""A pace says little before so many turns are done."""


@dataclass(frozen=True)
class Need:
    """Why a team needs somebody. `badge` goes beside its name; one with `title` and `words` (safe HTML) is a card on
    top of the page. `acts` are what may help, the most obvious first. `seat` is whom it is about. A team with nothing
    but needs that do not `count` needs nobody yet.
    """

    kind: str
    weight: int
    badge: str
    icon: str
    title: str = ""
    words: SafeString = SafeString("")
    acts: tuple[str, ...] = ()
    seat: int | None = None
    counts: bool = True

    @property
    def is_card(self) -> bool:
        """Is it urgent enough for the top of the page?"""
        return bool(self.title)


def needs_of(row: "Row", play_session: Session, now: datetime) -> tuple[Need, ...]:
    """What a team needs, most urgent first."""
    match = row.match
    if match is None or match.is_over or match.started_at is None:
        return ()
    found: list[Need] = []
    if match.status == Status.PAUSED and play_session.status == SessionStatus.RUNNING:
        found.append(Need("paused", 10, _("paused"), "pause"))
    if row.awaits_people:
        found.append(_first(row, match.pace.get("mode", "free"), now))
    elif match.status == Status.RUNNING:
        found += _waits(row, match.pace.get("mode", "free"), now)
    return tuple(sorted((*found, *_alerts(row), *_off(row)), key=lambda need: -need.weight))


def _first(row: "Row", mode: str, now: datetime) -> Need:
    """Nobody has come yet: a badge, and a card when somebody could have come by now."""
    badge = _("waits until somebody comes")
    waited = now - row.since if row.since is not None else timedelta(0)
    if waited < ABSENT_AFTER[mode]:
        return Need("first", 40, badge, "away", counts=False)
    minutes = int(waited.total_seconds() // 60)
    words = phrase(_("Nobody has come for %(time)s. No clock runs, and bots wait."), time=duration(minutes))
    title = _("%(team)s waits until somebody comes") % {"team": row.table.name}
    return Need("first", 100 + min(minutes, 500), badge, "away", title, sentences(words), ("remind", "look"))


def _waits(row: "Row", mode: str, now: datetime) -> Iterable[Need]:
    """One need for all who are awaited too long: of the one who has been longest."""
    late = [(each, kind) for each in row.awaited if each.people and (kind := _lateness(each, mode, now))]
    if not late:
        return
    each, kind = min(late, key=lambda pair: pair[0].decision.opened_at)
    minutes = int((now - each.decision.opened_at).total_seconds() // 60)
    badges = {"absent": _("absent"), "overdue": _("overdue"), "slow": _("waiting long")}
    titles = {
        "absent": _("%(team)s waits for somebody who is not here"),
        "overdue": _("%(team)s waits past its deadline"),
        "slow": _("%(team)s has been waiting for long"),
    }
    yield Need(
        kind,
        100 + min(minutes, 500),
        badges[kind],
        "away" if kind == "absent" else "clock",
        titles[kind] % {"team": row.table.name},
        _wait_words(row, each, minutes, len(late)),
        ("default", "bot", "remind") if kind != "slow" else ("remind", "default", "look"),
        each.seat,
    )


def _lateness(each: "Awaited", mode: str, now: datetime) -> str:
    """Why somebody who is awaited is late, empty if not."""
    waited = now - each.decision.opened_at
    if each.decision.due_at is not None and each.decision.due_at <= now:
        return "overdue"
    if each.here is False and waited >= _absent_after(each, mode):
        return "absent"
    return "slow" if waited >= SLOW_AFTER[mode] else ""


def _absent_after(each: "Awaited", mode: str) -> timedelta:
    decision = each.decision
    if decision.due_at is None:
        return ABSENT_AFTER[mode]
    return min(ABSENT_AFTER[mode], (decision.due_at - decision.opened_at) / 3)


def _wait_words(row: "Row", each: "Awaited", minutes: int, late: int) -> SafeString:
    said = [
        phrase(
            _("The team has waited for <b>%(names)s</b> (%(role)s) for %(time)s."),
            names=each.names,
            role=each.role.name,
            time=duration(minutes),
        )
    ]
    if each.here is False and each.seen is not None:
        said.append(phrase(_("Last seen: %(time)s."), time=when(each.seen)))
    elif each.here is False:
        said.append(phrase(_("Not seen at this table today.")))
    if late > 1:
        said.append(phrase(ngettext("%(n)s other is late too.", "%(n)s others are late too.", late - 1), n=late - 1))
    return sentences(*said)


def duration(minutes: int) -> str:
    """less than 1 min, 3 min, 2 h 05, 4 d: as exact as one needs it."""
    if minutes < 1:
        return _("less than 1\xa0min")
    if minutes < 60:
        return _("%(n)d\xa0min") % {"n": minutes}
    if minutes < 24 * 60:
        return _("%(hours)d\xa0h\xa0%(minutes)02d") % {"hours": minutes // 60, "minutes": minutes % 60}
    return _("%(days)d\xa0d") % {"days": minutes // (24 * 60)}


def _alerts(row: "Row") -> Iterable[Need]:
    """What the game itself reports of this turn and the last one."""
    if row.progress is None:
        return
    for alert in row.progress.alerts:
        if alert.turn < row.progress.turn - 1:
            continue
        who = row.roles[alert.seat].name if alert.seat is not None else ""
        yield Need(
            "alert",
            60,
            alert.badge,
            "alert",
            _("%(team)s: %(what)s") % {"team": row.table.name, "what": alert.badge},
            sentences(phrase("<b>%(who)s</b>", who=who) if who else "", mark_safe(alert.words)),
            ("look", "message", "back"),
            alert.seat,
        )


def _off(row: "Row") -> Iterable[Need]:
    """Gauges far off their pace, or whose target is out of reach."""
    if row.progress is None:
        return
    gauges = [
        each for each in row.progress.gauges if len(each.series) > FEWEST_TURNS and (each.is_off or each.out_of_reach)
    ]
    if not gauges:
        return
    labels = ", ".join(each.label.lower() for each in gauges)
    yield Need(
        "off",
        30,
        labels,
        "alert",
        _("%(team)s is far off the pace: %(what)s") % {"team": row.table.name, "what": labels},
        sentences(*(_gauge_words(each) for each in gauges)),
        ("message", "look"),
    )


OFF_WORDS: Final = {
    "range": gettext_lazy("%(label)s %(value)s, target %(target)s; the end can still be %(least)s to %(most)s."),
    "lost": gettext_lazy("%(label)s %(value)s: the target %(target)s can no longer be met (%(least)s to %(most)s)."),
    "plain": gettext_lazy("%(label)s %(value)s, target %(target)s."),
}


def _gauge_words(gauge: Any) -> SafeString:
    form = "lost" if gauge.out_of_reach else "range" if gauge.least is not None else "plain"
    return phrase(
        str(OFF_WORDS[form]),
        label=gauge.label,
        value=gauge.value,
        target=gauge.target,
        least=gauge.least,
        most=gauge.most,
    )
