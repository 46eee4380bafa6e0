"""Chat of a match, kept for the debrief."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match
from games.models.people import PERSON_MODEL

MESSAGE_LENGTH = 500
"""The most characters of a message."""


class Message(models.Model):
    """A chat message to the whole table, or by an instructor to `to_seat` alone. `seat` is the sender's, null for an
    instructor.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="messages")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    to_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    author = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, related_name="+")
    text = models.CharField(max_length=MESSAGE_LENGTH)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["match", "created_at", "pk"]

    def __str__(self) -> str:
        return self.text
