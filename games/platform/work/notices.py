"""Notices of open decisions: on the site exactly once per decision, by mail at most once, grouped and
never at night.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import ngettext

from games.models import Decision, Match, Notification, SeatHolder, Status
from games.models.people import person_model
from games.models.prepared import Prepared
from games.platform import clock, pace
from games.platform.addresses import site_url
from games.platform.selectors.position import scenario_of
from games.platform.work import news
from games.platform.work.mail import in_words_of, letter, mail_server, post
from games.ui import faces

GROUP_FOR = timedelta(seconds=60)
"""Delay of a mail after a notice, so that several decisions share one."""
REMIND_BEFORE = timedelta(hours=3)
STUCK_AFTER = timedelta(minutes=10)
"""The age of an unsent mail from which the site reports it."""


def notify_open(*, match_id: int, now: datetime | None = None) -> int:
    """Write the on-site notices of open decisions whose holders have none; returns their number. Safe to run twice at
    once. First games have no notices.
    """
    now = now or clock.now()
    match = Match.objects.get(pk=match_id)
    if match.status != Status.RUNNING:
        return 0
    waiting = match.decisions.filter(closed_at__isnull=True, optional=False, notified_at__isnull=True)
    if not waiting.exists():
        return 0
    with transaction.atomic():
        # The lock keeps the holders unchanged until their notices are recorded.
        Match.objects.select_for_update().get(pk=match_id)
        return _notify(match, list(waiting), now)


def _notify(match: Match, waiting: list[Decision], now: datetime) -> int:
    rows = SeatHolder.objects.filter(seat__match=match, released_at__isnull=True)
    told = () if match.is_lesson else set(rows.values_list("seat__index", "user_id"))
    written = notices_write(waiting, told, now)
    Decision.objects.filter(pk__in=[decision.pk for decision in waiting]).update(notified_at=now, lease_until=None)
    return written


def notices_write(waiting: Iterable[Decision], people: Iterable[tuple[int, int]], now: datetime) -> int:
    """Write a notice of each decision for the `people` (seat, user) on its seat; existing ones are kept. The number
    of intended notices is returned.
    """
    notices = [
        Notification(decision=decision, user_id=user, created_at=now)
        for decision in waiting
        for seat, user in people
        if seat == decision.seat
    ]
    Notification.objects.bulk_create(notices, ignore_conflicts=True)
    for user_id in {notice.user_id for notice in notices}:
        news.publish_to_person(user_id)
    return len(notices)


def mark_read(*, match_id: int, user_id: int, now: datetime) -> None:
    """Mark a match's notices as read by a person: no further mail about them. Writes only if there are any."""
    unread = Notification.objects.filter(decision__match=match_id, user=user_id, read_at__isnull=True)
    found = list(unread.order_by().values_list("pk", flat=True))
    if found:
        Notification.objects.filter(pk__in=found, read_at__isnull=True).update(read_at=now)


def _wanted() -> QuerySet[Notification]:
    """Notices of people who want mail, on decisions still open."""
    return Notification.objects.filter(
        decision__closed_at__isnull=True,
        decision__optional=False,
        decision__passive=False,
        decision__match__status=Status.RUNNING,
        user__mail_notifications=True,
        user__is_active=True,
    ).exclude(user__email="")


def _mailed_automatically(now: datetime) -> QuerySet[Notification]:
    """Notices with an automatic mail. Live matches send none: everybody is in the room."""
    return _wanted().filter(decision__match__pace__mode="async")


def mails_due(now: datetime) -> QuerySet[Notification]:
    """Unread notices whose mail is unclaimed. A notice with a reminder has its mail already."""
    unread = _mailed_automatically(now).filter(
        mail_claimed_at__isnull=True, read_at__isnull=True, reminded_at__isnull=True
    )
    return unread.filter(created_at__lte=now - GROUP_FOR)


def reminders_due(now: datetime) -> QuerySet[Notification]:
    """Notices of decisions that are due soon; each is reminded once."""
    return _mailed_automatically(now).filter(
        reminder_claimed_at__isnull=True,
        created_at__lte=now - REMIND_BEFORE,
        decision__due_at__gt=now,
        decision__due_at__lte=now + REMIND_BEFORE,
    )


ASKED_AGAIN = Q(reminder_claimed_at__isnull=True) | Q(reminder_claimed_at__lt=F("reminded_at"))
"""No mail was claimed since a steward's last request for a reminder."""


def requested_reminders() -> QuerySet[Notification]:
    """Reminders that a steward requested, at any pace."""
    return _wanted().filter(ASKED_AGAIN, reminded_at__isnull=False)


@dataclass(frozen=True)
class ReminderReach:
    """The people concerned by a reminder, as ids. `here` have an open page, `mailed` get a mail now, `held` after the
    quiet time. The others get no mail, without an address or by choice.
    """

    here: tuple[int, ...] = ()
    mailed: tuple[int, ...] = ()
    held: tuple[int, ...] = ()
    no_address: tuple[int, ...] = ()
    unwanted: tuple[int, ...] = ()
    until: datetime | None = None


def reach_of(match: Match, people: Collection[int], here: Collection[int], now: datetime) -> ReminderReach:
    """The ways by which a reminder would reach these people at this moment; `here` have the page open."""
    found: dict[str, list[int]] = {}
    limits = pace.parse_pace(match.pace)
    quiet = pace.is_quiet(limits, now)
    rows = person_model().objects.filter(pk__in=people).order_by("pk")
    for pk, email, wants, active in rows.values_list("pk", "email", "mail_notifications", "is_active"):
        if pk in here:
            way = "here"
        elif not email or not active:
            way = "no_address"
        elif not wants:
            way = "unwanted"
        else:
            way = "held" if quiet else "mailed"
        found.setdefault(way, []).append(pk)
    until = pace.not_at_a_quiet_time(limits, now) if "held" in found else None
    return ReminderReach(**{way: tuple(ids) for way, ids in found.items()}, until=until)


def send_mails(*, now: datetime | None = None) -> int:
    """Claim and send the due mails, one per person and kind; returns the number of mails."""
    now, sent = now or clock.now(), 0
    if _any_requested():
        sent += _send(requested_reminders(), "reminder", ASKED_AGAIN, now)
    if _any_due(now):
        sent += _send(mails_due(now), "mail", Q(mail_claimed_at__isnull=True), now)
    if _any_reminders(now):
        sent += _send(reminders_due(now), "reminder", Q(reminder_claimed_at__isnull=True), now)
    return sent


@Prepared
def _any_requested() -> QuerySet[Notification, Any]:
    return requested_reminders().order_by().values_list("pk")[:1]


@Prepared
def _any_due(now: datetime) -> QuerySet[Notification, Any]:
    return mails_due(now).order_by().values_list("pk")[:1]


@Prepared
def _any_reminders(now: datetime) -> QuerySet[Notification, Any]:
    return reminders_due(now).order_by().values_list("pk")[:1]


def _send(due: QuerySet[Notification], kind: str, unclaimed: Q, now: datetime) -> int:
    """Send the due mails of a kind. Nothing is claimed while the mail server is away, so that an outage delays mails
    without losing them.
    """
    users = list(due.order_by().values_list("user_id", flat=True).distinct())
    if not users:
        return 0
    with mail_server() as connection:
        if connection is None:
            return 0
        return sum(_send_to(due.filter(user_id=user_id), kind, unclaimed, now, connection) for user_id in users)


def _send_to(due: QuerySet[Notification], kind: str, unclaimed: Q, now: datetime, connection: Any) -> int:
    """Claim first, then send: a crash in between loses a mail and never sends it twice."""
    rows = due.select_related("decision__match", "user").order_by("decision__due_at", "pk")
    wanted = [row for row in rows if not pace.is_quiet(pace.parse_pace(row.decision.match.pace), now)]
    claimed = [
        row for row in wanted if Notification.objects.filter(unclaimed, pk=row.pk).update(**{f"{kind}_claimed_at": now})
    ]
    if not claimed:
        return 0
    mail = mail_of(claimed, reminder=kind == "reminder")
    if not post(mail, connection, claimed[0].user_id):
        return 0  # the claim stays and is shown to the operator
    Notification.objects.filter(pk__in=[row.pk for row in claimed]).update(**{f"{kind}_sent_at": now})
    return 1


def mail_of(notices: list[Notification], *, reminder: bool) -> EmailMultiAlternatives:
    """One mail in the reader's language with the open decisions, a link to each match and an unsubscribe link."""
    user = notices[0].user
    with in_words_of(user):
        lines = [_line(notice) for notice in notices]
        subject = ngettext("Your turn in %(title)s", "%(count)d decisions wait for you", len(lines)) % {
            "title": lines[0]["title"],
            "count": len(lines),
        }
        return letter(user, subject, "games/mail/your_turn.txt", {"lines": lines, "reminder": reminder})


def _line(notice: Notification) -> dict[str, object]:
    decision = notice.decision
    match = decision.match
    face = faces.get(match.game)
    return {
        "title": " ".join(filter(None, [match.title or str(face.title), match.team_name])),
        "asked": face.words.decision(scenario_of(match), decision),
        "due_at": decision.due_at,
        "url": site_url("games:match", match.pk),
    }


def stuck_claims(now: datetime) -> QuerySet[Notification]:
    """Mails that were claimed long ago and never sent, as their worker died. They are shown to the operator, not sent
    again.
    """
    old = now - STUCK_AFTER
    return Notification.objects.filter(
        Q(mail_claimed_at__lt=old, mail_sent_at__isnull=True)
        | Q(reminder_claimed_at__lt=old, reminder_sent_at__isnull=True)
    )
