"""Background jobs: work that a commit causes and a worker does later."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match


class Job(models.Model):
    """A job on a match, or on a `subject` that its handler knows. It is written in the commit that causes it, so that
    a lost message costs seconds and never the work.

    The working worker holds `lease_until`. `progress` is in percent, `error` the last failure in words for the
    operator. `losses` are `attempts` that ended without a fault of the job: the worker died, or the database was
    lost.
    """

    class State(models.TextChoices):
        """States of a job. Failed jobs were tried `attempts` times and need a person."""

        PENDING = "pending", _("waiting")
        RUNNING = "running", _("in work")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    kind = models.CharField(max_length=40)
    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="jobs")
    subject = models.CharField(max_length=80, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.PENDING)
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    losses = models.PositiveSmallIntegerField(default=0)
    progress = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "match"], name="job_unique_per_match"),
            models.UniqueConstraint(
                fields=["kind", "subject"], condition=models.Q(match__isnull=True), name="job_unique_per_subject"
            ),
            models.CheckConstraint(
                condition=models.Q(match__isnull=False, subject="")
                | (models.Q(match__isnull=True) & ~models.Q(subject="")),
                name="job_has_match_or_subject",
            ),
            models.CheckConstraint(condition=models.Q(progress__lte=100), name="job_progress_in_percent"),
            models.CheckConstraint(
                condition=models.Q(losses__lte=models.F("attempts")), name="job_losses_are_attempts"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.subject or f'match {self.match_id}'}: {self.state}"
