"""Mails about a changed second factor, so that a person notices a change by a stranger."""

from datetime import datetime
from enum import StrEnum

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import gettext

from classrooms.models import User
from games.public import hooks
from games.public.base import site_url
from games.public.models import Job
from games.public.work import in_words_of, mail_server, outbox, post

JOB = "second-factor-mail"


class SecondFactorChange(StrEnum):
    """The changes of a second factor that a mail reports."""

    SET_UP = "set-up"
    RECOVERY = "recovery"
    REMOVED = "removed"
    RESET = "reset"


class MailServerAway(Exception):
    """The mail server cannot be reached; the job is tried again later."""


def notify(*, user: User, what: SecondFactorChange, now: datetime) -> None:
    """Queue a mail about a change after the commit; a person without an address gets none."""
    if user.email:
        outbox.job_request(kind=JOB, subject=f"{user.pk}:{what}:{now.timestamp()}", now=now)


def send(job: Job) -> None:
    """One mail. Raises MailServerAway."""
    number, what, _at = job.subject.split(":")
    user = User.objects.filter(pk=number, is_active=True).exclude(email="").first()
    if user is None:
        return
    with mail_server() as connection:
        if connection is None:
            raise MailServerAway
        post(mail_of(user, SecondFactorChange(what)), connection, user.pk)


def mail_of(user: User, what: SecondFactorChange) -> EmailMultiAlternatives:
    """The mail in the person's language."""
    with in_words_of(user):
        subject = gettext("The second factor of your account")
        context = {"user": user, "what": what.value, "url": site_url("classrooms:account")}
        return EmailMultiAlternatives(
            subject, render_to_string("classrooms/accounts/second_factor_mail.txt", context), to=[user.email]
        )


hooks.JOBS[JOB] = hooks.Work(send)
