"""Notices to instructors before data of their course is deleted: on their pages, and by mail at most once."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from classrooms.care.privacy.clock import WARNED, Clock, Hand
from classrooms.models import Enrolment, RetentionDeed, RetentionNotice
from games.public.base import site_url
from games.public.work import in_words_of, letter, mail_server, post
from games.ui.dates import date_words

AGAIN: Final = 7
"""Days before the deletion on which a second notice is sent."""
BY_DAY: Final = range(8, 20)
"""The hours in which these mails are sent, in the time zone of the course."""

Kind = RetentionDeed.Kind


@transaction.atomic
def retention_tell(*, clock: Clock, now: datetime) -> int:
    """Record notices of deletions that are due soon, 30 and 7 days before; returns the number of new notices. Safe to
    repeat.
    """
    number = 0
    for hand in clock.near:
        for days in (WARNED, AGAIN):
            if hand.due_on - clock.today <= timedelta(days=days):
                number += _notify(clock, hand, days, now)
    return number


def _notify(clock: Clock, hand: Hand, days: int, now: datetime) -> int:
    deed, is_new = RetentionDeed.objects.get_or_create(
        course=clock.course,
        kind=Kind.TOLD,
        step=hand.step,
        planned_on=hand.planned_on,
        due_on=hand.due_on,
        days=days,
        defaults={"at": now},
    )
    if not is_new:
        return 0
    people = Enrolment.objects.filter(course=clock.course, role=Enrolment.Role.INSTRUCTOR, left_at__isnull=True)
    notices = [RetentionNotice(deed=deed, user_id=pk) for pk in people.values_list("user", flat=True)]
    RetentionNotice.objects.bulk_create(notices, ignore_conflicts=True)
    return len(notices)


def mails_due(now: datetime) -> QuerySet[RetentionNotice]:
    """Notices of future deletions for people who want mail."""
    wanted = RetentionNotice.objects.filter(
        mail_claimed_at__isnull=True,
        deed__due_on__gte=(now - timedelta(days=1)).date(),
        user__mail_notifications=True,
        user__is_active=True,
    )
    return wanted.exclude(user__email="").select_related("deed__course", "user").order_by("user", "deed__due_on", "pk")


def is_by_day(notice: RetentionNotice, moment: datetime) -> bool:
    """May the mail of a notice be sent at that hour?"""
    return moment.astimezone(ZoneInfo(notice.deed.course.time_zone)).hour in BY_DAY


def mails_send(now: datetime) -> int:
    """Claim and send due mails in daytime, one for each person; returns the number of mails."""
    found: dict[int, list[RetentionNotice]] = defaultdict(list)
    for notice in mails_due(now):
        if is_by_day(notice, now):
            found[notice.user_id].append(notice)
    if not found:
        return 0
    with mail_server() as connection:
        if connection is None:
            return 0
        return sum(_send(notices, now, connection) for notices in found.values())


def _send(notices: Iterable[RetentionNotice], now: datetime, connection: Any) -> bool:
    """Claim the notices, then send: a crash in between loses a mail and never sends it twice."""
    free = RetentionNotice.objects.filter(mail_claimed_at__isnull=True)
    mine = [notice for notice in notices if free.filter(pk=notice.pk).update(mail_claimed_at=now)]
    if not mine or not post(mail_of(mine), connection, mine[0].user_id):
        return False
    RetentionNotice.objects.filter(pk__in=[notice.pk for notice in mine]).update(mail_sent_at=now)
    return True


def mail_of(notices: list[RetentionNotice]) -> EmailMultiAlternatives:
    """A mail with the day of each deletion and course, and the page on which it can be postponed."""
    user = notices[0].user
    with in_words_of(user):
        deeds = {(notice.deed.course_id, notice.deed.step): notice.deed for notice in notices}
        lines = [
            {
                "course": deed.course.name,
                "what": deed.get_step_display(),
                "day": date_words(deed.due_on),
                "url": site_url("classrooms:course-retention", deed.course_id),
            }
            for deed in deeds.values()
            if deed.due_on is not None
        ]
        subject = gettext("What goes soon in %(course)s") % {"course": lines[0]["course"]}
        return letter(user, subject, "classrooms/privacy/retention.txt", {"lines": lines})
