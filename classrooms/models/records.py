"""Data for other systems: the progress of sent learning records, and each call of a webhook."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from classrooms.models.grades import GradeBook
from games.public.models import Match


class RecordMark(models.Model):
    """The progress of the learning records sent of a match, or of a session's marks. `number` is the last sent move,
    `at` the last sent time of seats taken or marks published. `is_asked` marks old matches or marks that were
    requested. After `losses` failures in a row, the next try is not before `next_at`. Statements are never stored: they
    are made from the records each time.
    """

    match = models.OneToOneField(Match, models.CASCADE, null=True, blank=True, related_name="record_mark")
    book = models.OneToOneField(GradeBook, models.CASCADE, null=True, blank=True, related_name="record_mark")
    number = models.IntegerField(default=0)
    at = models.DateTimeField(null=True, blank=True)
    is_whole = models.BooleanField(default=False)
    is_asked = models.BooleanField(default=False)
    losses = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("mark of learning records")
        verbose_name_plural = _("marks of learning records")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(match__isnull=False, book__isnull=True)
                | models.Q(match__isnull=True, book__isnull=False),
                name="record_mark_of_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"learning records of match {self.match_id} or book {self.book_id}"


class Delivery(models.Model):
    """One call of a webhook: the event (`kind`, and `key`, by which each address is called once), its data, and the
    result. It holds ids of rows, and no names.
    """

    class State(models.TextChoices):
        """FAILED calls were tried for days and wait for a person."""

        WAITING = "waiting", _("waiting")
        DONE = "done", _("delivered")
        FAILED = "failed", _("given up")

    url = models.CharField(_("address"), max_length=500)
    kind = models.CharField(_("what happened"), max_length=40)
    key = models.CharField(max_length=80)
    body = models.JSONField()
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_at = models.DateTimeField(_("next attempt"), null=True, blank=True)
    error = models.CharField(_("last answer"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("since"))
    done_at = models.DateTimeField(_("delivered at"), null=True, blank=True)

    class Meta:
        verbose_name = _("call of a webhook")
        verbose_name_plural = _("calls of webhooks")
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["next_at"], condition=models.Q(state="waiting"), name="delivery_waiting")]
        constraints = [models.UniqueConstraint(fields=["url", "key"], name="delivery_unique_at_address")]

    def __str__(self) -> str:
        return f"{self.kind} ({self.key})"
