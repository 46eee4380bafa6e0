"""Mails to people: in the reader's language and time zone, with the unsubscribe link, over one connection for all due
mails.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives, get_connection
from django.template.loader import render_to_string
from django.utils import timezone, translation

from games.platform.addresses import site_url

logger = logging.getLogger(__name__)

UNSUBSCRIBE_SALT = "games.unsubscribe"


@contextmanager
def in_words_of(user: Any) -> Iterator[None]:
    """A context with the reader's language and time zone."""
    with (
        translation.override(user.language or settings.LANGUAGE_CODE),
        timezone.override(user.time_zone or settings.TIME_ZONE),
    ):
        yield


def letter(user: Any, subject: str, template: str, context: Mapping[str, Any]) -> EmailMultiAlternatives:
    """A mail to a person, in the current language, which must be the reader's. The template also has `user` and
    `stop_url`.
    """
    stop = site_url("games:unsubscribe", unsubscribe_token(user.pk))
    return EmailMultiAlternatives(
        subject,
        render_to_string(template, {**context, "user": user, "stop_url": stop}),
        to=[user.email],
        headers={"List-Unsubscribe": f"<{stop}>"},
    )


@contextmanager
def mail_server() -> Iterator[Any]:
    """An open connection; None while the server is away. Then nothing may be claimed, so that an outage delays mails
    without losing them.
    """
    connection = get_connection()
    try:
        connection.open()
    except OSError as away:  # also the base of smtplib's errors
        logger.warning("The mail server does not answer: %s", away)
        yield None
        return
    try:
        yield connection
    finally:
        connection.close()


def post(mail: EmailMultiAlternatives, connection: Any, user_id: int) -> bool:
    """Send a mail. False if it was refused; it may have been delivered nevertheless."""
    mail.connection = connection
    try:
        mail.send()
    except OSError as refused:
        logger.warning("A mail to user %s failed: %s", user_id, refused)
        return False
    return True


def unsubscribe_token(user_id: int) -> str:
    """The secret part of the unsubscribe link."""
    return signing.dumps(user_id, salt=UNSUBSCRIBE_SALT)


def unsubscribe_user(token: str) -> int:
    """The id of the person whose mails a link stops. Raises signing.BadSignature."""
    user_id: int = signing.loads(token, salt=UNSUBSCRIBE_SALT)
    return user_id
