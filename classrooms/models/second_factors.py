"""The second step of a sign-in: an authenticator app."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.public.models import PERSON_MODEL


class SecondFactor(models.Model):
    """A person's authenticator app, stored after a valid code. `last_step` is the half minute of the last code: no code
    is accepted twice. `recovery` has digests of the unused codes. Wrong codes are counted here and not in the cache,
    which may be unreachable.
    """

    user = models.OneToOneField(PERSON_MODEL, models.CASCADE, related_name="second_factor")
    secret = models.CharField(max_length=64)
    last_step = models.BigIntegerField(default=0)
    recovery = models.JSONField(default=list)
    wrong = models.PositiveSmallIntegerField(default=0)
    wrong_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("second factor")
        verbose_name_plural = _("second factors")

    def __str__(self) -> str:
        return f"second factor of user {self.user_id}"
