"""New passwords by mail: what was asked for, and what went out."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.people import PERSON_MODEL


class PasswordRequest(models.Model):
    """An address that somebody typed as theirs, for the worker to look at and to delete; most requests have no account
    behind them when a stranger guesses.
    """

    email = models.CharField(max_length=254, unique=True)
    language = models.CharField(max_length=8)
    asked_at = models.DateTimeField()

    class Meta:
        verbose_name = _("request for a new password")
        verbose_name_plural = _("requests for a new password")

    def __str__(self) -> str:
        return f"password request {self.pk}"


class PasswordMail(models.Model):
    """A mail with the link to a new password, kept a day to count them."""

    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="password_mails")
    claimed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("mail with a new password")
        verbose_name_plural = _("mails with a new password")

    def __str__(self) -> str:
        return f"password mail {self.pk} to user {self.user_id}"
