"""Mails with the link to a new password: asked for by anybody, sent by a worker, a few for each person."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from classrooms.models import PasswordMail, PasswordRequest, User
from games.public import hooks
from games.public.base import clock, conf, site_url
from games.public.models import Prepared
from games.public.work import mail_server, post

A_DAY = timedelta(days=1)
LIMITS = ((3, timedelta(hours=1)), (6, A_DAY))
"""The greatest number of mails to one person in each time, so that strangers cannot send them more by typing the
address again.
"""
AT_A_TIME = 50


def password_request(*, email: str, language: str, now: datetime | None = None) -> None:
    """Store a request for a new password. The work is the same for known and unknown addresses."""
    row = PasswordRequest(email=email, language=language, asked_at=now or clock.now())
    PasswordRequest.objects.bulk_create([row], ignore_conflicts=True)


def mails_send(now: datetime) -> int:
    """Send the mails of stored requests in their order; returns the number of mails. While the mail server is
    unreachable requests wait, for a day at most.
    """
    if not _any_asked():
        return 0
    PasswordMail.objects.filter(claimed_at__lte=now - A_DAY).delete()
    PasswordRequest.objects.filter(asked_at__lte=now - A_DAY).delete()
    with mail_server() as connection:
        if connection is None:
            return 0
        rows = PasswordRequest.objects.order_by("asked_at", "pk")[:AT_A_TIME]
        return sum(post(mail_of(user, row.language), connection, user.pk) for row in rows for user in _claim(row, now))


@Prepared
def _any_asked() -> QuerySet[PasswordRequest, Any]:
    return PasswordRequest.objects.order_by().values_list("pk")[:1]


@transaction.atomic
def _claim(request: PasswordRequest, now: datetime) -> list[User]:
    """The people to write to. A request is deleted before its mails are sent: a crash in between loses a mail and
    never sends it twice.
    """
    taken, _each = PasswordRequest.objects.filter(pk=request.pk).delete()
    if not taken:
        return []
    known = [user.pk for user in PasswordResetForm().get_users(request.email)]
    # Locked in one order: two requests for one person are counted one after the other.
    people = User.objects.select_for_update().filter(pk__in=known).order_by("pk")
    told = [user for user in people if _has_room(user, now)]
    PasswordMail.objects.bulk_create(PasswordMail(user=user, claimed_at=now) for user in told)
    return told


def _has_room(user: User, now: datetime) -> bool:
    return all(user.password_mails.filter(claimed_at__gt=now - time).count() < number for number, time in LIMITS)


def mail_of(user: User, asked_in: str) -> EmailMultiAlternatives:
    """The mail in the person's own language, else in the language of the request."""
    uid, token = urlsafe_base64_encode(force_bytes(user.pk)), default_token_generator.make_token(user)
    url = site_url("classrooms:password-reset-confirm", uid, token)
    context = {"user": user, "site_url": conf.SITE_URL, "url": url}
    with translation.override(user.language or asked_in):
        subject = render_to_string("classrooms/accounts/password_reset_subject.txt", context)
        body = render_to_string("classrooms/accounts/password_reset_mail.txt", context)
    return EmailMultiAlternatives(" ".join(subject.split()), body, to=[user.email])


hooks.SWEEPS.fill(mails_send)
