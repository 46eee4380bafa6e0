"""Requests to share a seat with its holder."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.matches import Seat
from games.models.people import PERSON_MODEL


class SeatAsk(models.Model):
    """A request to share a seat; any holder of the seat answers it. It is open while `answer` is empty.

    `answered_by` is null if the request was withdrawn, or if the seat became free and the requester took it.
    """

    class Answer(models.TextChoices):
        """The outcome of the request."""

        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="asks")
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()
    answer = models.CharField(max_length=9, choices=Answer, blank=True)
    answered_by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("question for a seat")
        verbose_name_plural = _("questions for seats")
        ordering = ["asked_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["seat", "user"], condition=models.Q(answer=""), name="seat_ask_open_once"),
            models.CheckConstraint(
                condition=models.Q(answer="", answered_at__isnull=True)
                | models.Q(answer__in=["accepted", "refused", "withdrawn"], answered_at__isnull=False),
                name="seat_ask_answered_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} asks for {self.seat_id}"
