"""Mails that ask for the third test: one to each person who has not sent it, soon after it has opened."""

from datetime import datetime
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from classrooms.models import Enrolment, StudyMoment, StudyPerson, StudyTest
from games.public import hooks
from games.public.base import site_url
from games.public.models import Prepared
from games.public.work import in_words_of, letter, mail_server, post


def mails_due(now: datetime) -> QuerySet[StudyPerson]:
    """People whose third test is open and not sent, who are still in the course and want mail."""
    sent = StudyTest.objects.filter(person=OuterRef("pk"), moment=StudyMoment.LATER, sent_at__isnull=False)
    member = Enrolment.objects.filter(course=OuterRef("study__course"), user=OuterRef("user"), left_at__isnull=True)
    wanted = StudyPerson.objects.filter(
        Q(study__later_until__isnull=True) | Q(study__later_until__gt=now),
        Exists(member),
        ~Exists(sent),
        arm__isnull=False,
        mail_claimed_at__isnull=True,
        study__later_at__lte=now,
        study__after_until__lte=F("study__later_at"),
        user__mail_notifications=True,
        user__is_active=True,
    )
    return wanted.exclude(user__email="").order_by("pk")


@Prepared
def _any_due(now: datetime) -> QuerySet[StudyPerson, Any]:
    return mails_due(now).order_by().values_list("pk")[:1]


def mails_send(now: datetime) -> int:
    """Claim and send due mails; returns their number."""
    if not _any_due(now):
        return 0
    rows = list(mails_due(now).select_related("user", "study__course"))
    with mail_server() as connection:
        if connection is None:
            return 0
        return sum(_send(row, now, connection) for row in rows)


def _send(row: StudyPerson, now: datetime, connection: Any) -> bool:
    """Claim first, then send: a crash in between loses a mail and never doubles one."""
    mine = StudyPerson.objects.filter(pk=row.pk, mail_claimed_at__isnull=True)
    return bool(mine.update(mail_claimed_at=now)) and post(mail_of(row), connection, row.user_id)


def mail_of(row: StudyPerson) -> EmailMultiAlternatives:
    """The mail with the link to the test."""
    with in_words_of(row.user):
        subject = gettext("One more test: %(study)s") % {"study": row.study.title}
        url = site_url("classrooms:study-mine", row.study_id)
        context = {"study": row.study, "course": row.study.course, "url": url}
        return letter(row.user, subject, "classrooms/studies/later.txt", context)


hooks.SWEEPS.fill(mails_send)
