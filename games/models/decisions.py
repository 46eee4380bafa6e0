"""The inbox: open prompts of seats, their deadlines, and the notifications about them."""

from django.db import models
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from games.models.matches import FIRST_GAME, Match, Status
from games.models.moves import Move
from games.models.people import PERSON_MODEL


class Decision(models.Model):
    """A stored prompt: open until a move closes it. An `optional` one need not be answered and is never due. In a
    `passive` one another seat acts first. `required` is true if it ever had to be answered. Such a prompt may turn
    optional once its answer is in and can still be revised. It keeps its `due_at` then.

    `bot_looked_at` is the move number at which a bot last looked and chose to wait. `lease_until` keeps sweeps from
    handing out the same work twice.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="decisions")
    seat = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=120)
    kind = models.CharField(max_length=40)
    minutes = models.PositiveIntegerField(null=True, blank=True)
    params = models.JSONField(default=dict)
    optional = models.BooleanField(default=False)
    passive = models.BooleanField(default=False)
    required = models.BooleanField(default=True, db_column="owed")
    opened_at = models.DateTimeField()
    opened_number = models.PositiveIntegerField()
    due_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(Move, models.SET_NULL, null=True, blank=True, related_name="+")
    notified_at = models.DateTimeField(null=True, blank=True)
    bot_looked_at = models.IntegerField(default=-1)
    lease_until = models.DateTimeField(null=True, blank=True)
    in_bank = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        ordering = ["match", "opened_at", "pk"]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(closed_at__isnull=True), name="decision_open_by_due"),
            models.Index(fields=["match", "closed_at"], name="decision_by_match_open"),
        ]
        constraints = [models.UniqueConstraint(fields=["match", "seat", "key"], name="decision_unique_in_seat")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat} {self.key}"


def pending_of(user_id: int) -> QuerySet[Decision]:
    """The required open decisions of the seats that the user holds, without first games."""
    return Decision.objects.exclude(match__scenario_key=FIRST_GAME).filter(
        match__status=Status.RUNNING,
        match__seats__holders__user=user_id,
        match__seats__holders__released_at__isnull=True,
        match__seats__index=F("seat"),
        closed_at__isnull=True,
        optional=False,
        passive=False,
    )


class Notification(models.Model):
    """A notification of a person about a decision. It is shown on the site exactly once (unique row). By mail and on
    devices it is sent at most once each (claimed before sending). `reminded_at` is the time of the instructor's
    last reminder.
    """

    decision = models.ForeignKey(Decision, models.CASCADE, related_name="notifications")
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="notifications")
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)
    mail_claimed_at = models.DateTimeField(null=True, blank=True)
    mail_sent_at = models.DateTimeField(null=True, blank=True)
    reminder_claimed_at = models.DateTimeField(null=True, blank=True)
    reminder_sent_at = models.DateTimeField(null=True, blank=True)
    push_claimed_at = models.DateTimeField(null=True, blank=True)
    push_sent_at = models.DateTimeField(null=True, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        constraints = [models.UniqueConstraint(fields=["decision", "user"], name="notification_unique_per_decision")]

    def __str__(self) -> str:
        return f"{self.user_id} told of {self.decision_id}"
