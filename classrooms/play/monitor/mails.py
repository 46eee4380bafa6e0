"""Mails to teams: each person of a mail gets one copy, in the frame of the reader's language. Answers go to the person
who wrote it.
"""

from datetime import datetime
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.db.models import Exists, OuterRef, QuerySet

from classrooms.models import TeamMail, TeamMailCopy
from classrooms.play.monitor.mail_words import filled
from classrooms.play.monitor.queries.mails import Receiver, people_of, quiet_until, values_for
from games.public import hooks
from games.public.models import Prepared
from games.public.work import in_words_of, letter, mail_server, post
from games.ui.one_line import one_line


def mails_due() -> QuerySet[TeamMail]:
    """Mails with unclaimed copies, which may wait for the end of quiet hours."""
    waiting = TeamMailCopy.objects.filter(mail=OuterRef("pk"), claimed_at__isnull=True)
    return TeamMail.objects.filter(Exists(waiting)).order_by("created_at", "pk")


@Prepared
def _any_due() -> QuerySet[TeamMailCopy, Any]:
    return TeamMailCopy.objects.filter(claimed_at__isnull=True).order_by().values_list("pk")[:1]


def mails_send(now: datetime) -> int:
    """Claim and send due mails, except in the quiet hours of a session's pace; returns the number of copies."""
    if not _any_due():
        return 0
    rows = mails_due().select_related("session__course", "by")
    awake = [mail for mail in rows if quiet_until(mail.session, now) is None]
    if not awake:
        return 0
    with mail_server() as connection:
        if connection is None:
            return 0
        return sum(_send(mail, now, connection) for mail in awake)


def _send(mail: TeamMail, now: datetime, connection: Any) -> int:
    """Send the unclaimed copies. People who have left, moved or switched mails off since are dropped, and everybody if
    the text or its writer is erased.
    """
    is_whole = bool(mail.text and mail.by is not None and mail.by.email)
    people = people_of(mail.session, mail.to, mail.tables) if is_whole else {}
    copies = list(mail.copies.filter(claimed_at__isnull=True).order_by("pk"))
    return sum(_send_copy(mail, copy, people.get(copy.user_id or 0), now, connection) for copy in copies)


def _send_copy(mail: TeamMail, copy: TeamMailCopy, receiver: Receiver | None, now: datetime, connection: Any) -> bool:
    """Claim first, then send: a crash in between loses a copy and never sends it twice."""
    free = TeamMailCopy.objects.filter(pk=copy.pk, claimed_at__isnull=True)
    if receiver is None or not receiver.can_get_mail:
        free.update(claimed_at=now, dropped_at=now)
        return False
    if not free.update(claimed_at=now) or not post(mail_of(mail, receiver), connection, receiver.user.pk):
        return False
    TeamMailCopy.objects.filter(pk=copy.pk).update(sent_at=now)
    return True


def mail_of(mail: TeamMail, receiver: Receiver) -> EmailMultiAlternatives:
    """The copy of one person."""
    values = values_for(mail.session, receiver)
    with in_words_of(receiver.user):
        context = {"text": filled(mail.text, values), "by": mail.by, "session": mail.session}
        subject = one_line(filled(mail.subject, values))
        found = letter(receiver.user, subject, "classrooms/monitor/team_mail.txt", context)
    found.reply_to = [mail.by.email] if mail.by is not None else []
    return found


hooks.SWEEPS.fill(mails_send)
