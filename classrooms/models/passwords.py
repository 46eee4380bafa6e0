"""New passwords by mail: requests and sent mails."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.public.models import PERSON_MODEL


class PasswordRequest(models.Model):
    """An address typed in a request for a new password, which the worker reads and deletes. Most requests have no
    account behind them when a stranger guesses.
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
    """A mail with the link to a new password, stored for a day so that mails can be counted."""

    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="password_mails")
    claimed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("mail with a new password")
        verbose_name_plural = _("mails with a new password")

    def __str__(self) -> str:
        return f"password mail {self.pk} to user {self.user_id}"
