"""Mails to people: in the reader's language and zone, with the link that stops them, over one connection for all that
are due.
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

from games.addresses import site_url

logger = logging.getLogger(__name__)

UNSUBSCRIBE_SALT = "games.unsubscribe"


@contextmanager
def in_words_of(user: Any) -> Iterator[None]:
    """Texts and times as the reader has them."""
    with (
        translation.override(user.language or settings.LANGUAGE_CODE),
        timezone.override(user.time_zone or settings.TIME_ZONE),
    ):
        yield


def letter(user: Any, subject: str, template: str, context: Mapping[str, Any]) -> EmailMultiAlternatives:
    """A mail to somebody, in the current language, which must be theirs. The template has `user` and `stop_url` too."""
    stop = site_url("games:unsubscribe", unsubscribe_token(user.pk))
    return EmailMultiAlternatives(
        subject,
        render_to_string(template, {**context, "user": user, "stop_url": stop}),
        to=[user.email],
        headers={"List-Unsubscribe": f"<{stop}>"},
    )


@contextmanager
def mail_server() -> Iterator[Any]:
    """An open connection; None while the server is away. Nothing is to be claimed then, so that an outage delays mails
    and does not eat them.
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
    """Send it. False where it was refused: it may have gone out all the same."""
    mail.connection = connection
    try:
        mail.send()
    except OSError as refused:
        logger.warning("A mail to user %s failed: %s", user_id, refused)
        return False
    return True


def unsubscribe_token(user_id: int) -> str:
    """The secret part of the link that stops mails to a person."""
    return signing.dumps(user_id, salt=UNSUBSCRIBE_SALT)


def unsubscribe_user(token: str) -> int:
    """Whose mails a link stops. Raises signing.BadSignature."""
    user_id: int = signing.loads(token, salt=UNSUBSCRIBE_SALT)
    return user_id
