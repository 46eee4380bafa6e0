"""Telling people that something changed about their second factor: if it was not them, they should know."""

from datetime import datetime
from enum import StrEnum

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import gettext

from classrooms.models import User
from games import slots
from games.addresses import site_url
from games.models import Job
from games.work import outbox
from games.work.mail import in_words_of, mail_server, post

JOB = "second-factor-mail"


class Told(StrEnum):
    """What happened."""

    SET_UP = "set-up"
    RECOVERY = "recovery"
    REMOVED = "removed"
    RESET = "reset"


class MailServerAway(Exception):
    """The job is done again later."""


def register() -> None:
    """Have the mails sent by the worker."""
    slots.JOBS[JOB] = slots.Work(send)


def tell(*, user: User, what: Told, now: datetime) -> None:
    """A mail about this, after the commit; nothing to who has no address."""
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
        post(mail_of(user, Told(what)), connection, user.pk)


def mail_of(user: User, what: Told) -> EmailMultiAlternatives:
    """In the person's language."""
    with in_words_of(user):
        subject = gettext("The second factor of your account")
        context = {"user": user, "what": what.value, "url": site_url("classrooms:account")}
        return EmailMultiAlternatives(
            subject, render_to_string("classrooms/accounts/second_factor_mail.txt", context), to=[user.email]
        )
