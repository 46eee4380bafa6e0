"""Ways besides mail to notify people of their turn: push alerts on devices, and a calendar."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.people import PERSON_MODEL

ENDPOINT_LENGTH = 1000


class PushSubscription(models.Model):
    """A browser to which a person allows push alerts. `endpoint` is its address at its maker's push service. `p256dh`
    and `auth` are the browser's keys in URL-safe base64, by which only it can read a message. `device` is its name
    for the list of devices. After `failures` in a row nothing is sent before `rests_until`.
    """

    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=ENDPOINT_LENGTH)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    device = models.CharField(max_length=60, blank=True)
    language = models.CharField(max_length=8, blank=True)
    created_at = models.DateTimeField()
    told_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    rests_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("device told of turns")
        verbose_name_plural = _("devices told of turns")
        ordering = ["created_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["endpoint"], name="push_endpoint_unique")]

    def __str__(self) -> str:
        return f"{self.user_id} on {self.device}"


class CalendarLink(models.Model):
    """The secret calendar link of a person's deadlines. It is signed from `nonce`; a new nonce ends the old link."""

    user = models.OneToOneField(PERSON_MODEL, models.CASCADE, related_name="calendar_link")
    nonce = models.CharField(max_length=32, unique=True)
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("calendar link")
        verbose_name_plural = _("calendar links")

    def __str__(self) -> str:
        return f"calendar of {self.user_id}"
