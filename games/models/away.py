"""Plans that play for people who are away."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.matches import Seat
from games.models.people import PERSON_MODEL


class AwayPlan(models.Model):
    """A person's plan for a seat from `starts_at` to `ends_at`. `instructions` is the game's own plan as JSON; its
    rules found it legal when it was written. `ended_at` is set if the plan ended early.

    `looked_number` is the number of the move at which the plan was last asked and had no answer.
    """

    class End(models.TextChoices):
        """The reason for an early end of a plan."""

        TAKEN_BACK = "taken_back", _("taken back")
        REPLACED = "replaced", _("replaced by another plan")
        RELEASED = "released", _("the seat was handed over")

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="away_plans")
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="away_plans")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    instructions = models.JSONField()
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    end = models.CharField(max_length=10, choices=End, blank=True)
    looked_number = models.IntegerField(default=-1)

    class Meta:
        verbose_name = _("away plan")
        verbose_name_plural = _("away plans")
        ordering = ["created_at", "pk"]
        indexes = [
            models.Index(fields=["starts_at"], condition=models.Q(ended_at__isnull=True), name="away_plan_by_start")
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_at__gt=models.F("starts_at")), name="away_plan_ends_after_it_starts"
            ),
            models.CheckConstraint(
                condition=models.Q(ended_at__isnull=True, end="")
                | (models.Q(ended_at__isnull=False) & ~models.Q(end="")),
                name="away_plan_end_has_a_reason",
            ),
            models.UniqueConstraint(
                fields=["seat", "user"],
                condition=models.Q(ended_at__isnull=True),
                name="away_plan_unique_while_it_holds",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} away from {self.seat_id}"
