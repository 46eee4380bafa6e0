"""Teams that need help, and the reasons."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.models import Session, SessionStatus
from games.engine.expected import TargetEnds
from games.public.models import Status
from games.public.pages import when
from games.public.work import has_ends
from games.ui.alarms import is_early, is_nearly_lost, most_named
from games.ui.expected import whole
from games.ui.progress import Gauge
from games.ui.sentences import phrase, sentences

if TYPE_CHECKING:
    from classrooms.play.monitor.queries.monitor import Awaited, Row

ABSENT_AFTER: Final = {"live": timedelta(minutes=2), "free": timedelta(minutes=10), "async": timedelta(hours=24)}
"""The waiting time after which an absent person counts as missed. It is at most a third of the time for the
decision, so that time to act remains.
"""
SLOW_AFTER: Final = {"live": timedelta(minutes=6), "free": timedelta(minutes=30), "async": timedelta(hours=48)}
"""The waiting time that counts as long for a person who is present, or whose presence is unknown."""


@dataclass(frozen=True)
class Need:
    """A reason for which a team needs help. `badge` is shown beside its name. A need with `title` and `words`
    (safe HTML) is a card on top of the page. `acts` are helpful actions, the most obvious first. `seat` is the
    seat concerned; `away` says that its people are not in the room. Needs without `counts` do not make a team
    one that needs help.
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
    away: bool = False

    @property
    def is_card(self) -> bool:
        """Is it urgent enough for the top of the page?"""
        return bool(self.title)


def needs_of(row: "Row", play_session: Session, now: datetime) -> tuple[Need, ...]:
    """The needs of a team, most urgent first."""
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
    return most_urgent((*found, *_alerts(row)))


def most_urgent(needs: Iterable[Need]) -> tuple[Need, ...]:
    """The needs in the order of their weight."""
    return tuple(sorted(needs, key=lambda need: -need.weight))


def _first(row: "Row", mode: str, now: datetime) -> Need:
    """The need of a table without people so far: a badge, and a card when people could have come by now."""
    badge = _("waits until somebody comes")
    waited = now - row.since if row.since is not None else timedelta(0)
    if waited < ABSENT_AFTER[mode]:
        return Need("first", 40, badge, "away", counts=False)
    minutes = int(waited.total_seconds() // 60)
    words = phrase(_("Nobody has come for %(time)s. No clock runs, and bots wait."), time=duration(minutes))
    title = _("%(team)s waits until somebody comes") % {"team": row.table.name}
    return Need("first", 100 + min(minutes, 500), badge, "away", title, sentences(words), ("remind", "look"))


def _waits(row: "Row", mode: str, now: datetime) -> Iterable[Need]:
    """One need for all people awaited too long, described by the one awaited longest."""
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
        away=each.here is False,
    )


def _lateness(each: "Awaited", mode: str, now: datetime) -> str:
    """The reason for which an awaited seat is late; empty if it is not late."""
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
    """Alerts of the game itself in this turn and the last one."""
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


def off_needs(rows: Sequence["Row"]) -> dict[int, Need]:
    """Needs of teams far off their targets, by table: only the worst ones, and never all teams. Teams of bots are
    left out.
    """
    off = [(row, said) for row in rows if row.is_steered and row.held and (said := _off(row))]
    off.sort(key=lambda each: (each[0].ranked.points or 0, each[0].table.position, each[0].table.pk))
    return {row.table.pk: _off_need(row, said) for row, said in off[: most_named(len(rows))]}


Said = tuple[str, SafeString]


def _off(row: "Row") -> list[Said]:
    """The label of each target that is nearly lost, and a sentence about the expected end. Without a forecast, the
    gauges of the game give the sentence.
    """
    if row.progress is None or is_early(row.progress.turn, row.progress.turns):
        return []
    gauges = row.progress.gauges
    if row.match is not None and has_ends(row.match):
        labels = {gauge.name: gauge.label for gauge in gauges}
        pairs = zip(row.ends.targets, row.ends.usual, strict=True) if row.ends is not None else ()
        off = [(ends, usual) for ends, usual in pairs if is_nearly_lost(ends, usual)]
        return [_ends_words(labels.get(ends.name, ends.name), ends, usual) for ends, usual in off]
    return [_gauge_words(gauge) for gauge in gauges if gauge.out_of_reach]


def _off_need(row: "Row", said: Sequence[Said]) -> Need:
    labels = ", ".join(label.lower() for label, _words in said)
    return Need(
        "off",
        30,
        labels,
        "alert",
        _("%(team)s will hardly meet a target: %(what)s") % {"team": row.table.name, "what": labels},
        sentences(*(words for _label, words in said)),
        ("message", "look"),
    )


def _ends_words(label: str, ends: TargetEnds, usual: float) -> Said:
    text = _(
        "%(label)s: %(mean)s expected at the end, target %(target)s. The target is met in %(chance)s of matches that "
        "go on from here, and usually in %(usual)s."
    )
    words = {"label": label, "mean": whole(ends.mean), "target": ends.target}
    return label, phrase(text, **words, chance=_percent(ends.chance), usual=_percent(usual))


def _percent(share: float) -> str:
    percent = round(100 * share)
    return _("%(percent)d\xa0%%") % {"percent": percent} if percent else _("less than 1\xa0%%") % {}


def _gauge_words(gauge: Gauge) -> Said:
    if gauge.fewer:
        text = _("%(label)s %(value)s: the target %(target)s can no longer be met. The end is %(least)s or more.")
    else:
        text = _("%(label)s %(value)s: the target %(target)s can no longer be met. The end is %(most)s or less.")
    words = {"value": gauge.value, "target": gauge.target, "least": gauge.least, "most": gauge.most}
    return gauge.label, phrase(text, label=gauge.label, **words)
