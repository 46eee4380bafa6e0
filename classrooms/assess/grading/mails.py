"""Mails about published marks: one for each publication with something new for the student."""

from datetime import datetime
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.db.models import QuerySet
from django.utils.translation import gettext

from classrooms.models import PublishedGrade
from games.public import hooks
from games.public.base import site_url
from games.public.matches import pace
from games.public.models import Prepared
from games.public.work import GROUP_FOR, in_words_of, letter, mail_server, post


def mails_due(now: datetime) -> QuerySet[PublishedGrade]:
    """Published marks of people who want mail, after one minute: two publications within it give one mail."""
    wanted = PublishedGrade.objects.filter(
        mail_claimed_at__isnull=True,
        published_at__lte=now - GROUP_FOR,
        user__mail_notifications=True,
        user__is_active=True,
    )
    return wanted.exclude(user__email="").exclude(final="", state="").order_by("published_at", "pk")


@Prepared
def _any_due(now: datetime) -> QuerySet[PublishedGrade, Any]:
    return mails_due(now).order_by().values_list("pk")[:1]


def mails_send(now: datetime) -> int:
    """Claim and send due mails, except in the quiet hours of a session's pace; returns the number of mails."""
    if not _any_due(now):
        return 0
    rows = mails_due(now).select_related("user", "book__session__course")
    awake = [row for row in rows if not pace.is_quiet(pace.parse_pace(row.book.session.pace), now)]
    if not awake:
        return 0
    with mail_server() as connection:
        if connection is None:
            return 0
        return sum(_send(row, now, connection) for row in awake)


def _send(row: PublishedGrade, now: datetime, connection: Any) -> bool:
    """Claim first, then send: a crash in between loses a mail and never doubles one."""
    mine = PublishedGrade.objects.filter(pk=row.pk, published_at=row.published_at)
    if not mine.filter(mail_claimed_at__isnull=True).update(mail_claimed_at=now):
        return False
    if not post(mail_of(row), connection, row.user_id):
        return False
    mine.update(mail_sent_at=now)
    return True


def mail_of(row: PublishedGrade) -> EmailMultiAlternatives:
    """The mail with a link to the mark, without the mark itself, since others may see the screen."""
    session = row.book.session
    url = site_url("classrooms:my-grade", session.pk)
    with in_words_of(row.user):
        subject = gettext("Your marks in %(session)s") % {"session": session.title}
        context = {"session": session, "course": session.course, "again": row.mail_sent_at is not None, "url": url}
        return letter(row.user, subject, "classrooms/grading/marks.txt", context)


hooks.SWEEPS.fill(mails_send)
