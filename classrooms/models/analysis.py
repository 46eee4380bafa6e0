"""Analyses: results of simulations of a finished match."""

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.public.models import PERSON_MODEL, Match


class Analysis(models.Model):
    """The analysis of a match, or its state. `results` is the JSON text of
    `classrooms.assess.analysis.results.Results`, empty until it is done; `digest` its SHA-256. The same `seed` (hex)
    and `playouts` give the same text. `asked_by` is null if it began automatically.
    """

    class Status(models.TextChoices):
        """A cancelled one can be started again."""

        WORKING = "working", _("in work")
        DONE = "done", _("done")
        CANCELLED = "cancelled", _("cancelled")

    match = models.OneToOneField(Match, models.CASCADE, related_name="analysis")
    status = models.CharField(max_length=10, choices=Status, default=Status.WORKING)
    progress = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(100)])
    seed = models.CharField(max_length=64)
    playouts = models.PositiveIntegerField()
    results = models.TextField(blank=True)
    digest = models.CharField(max_length=64, blank=True)
    asked_by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        constraints = [
            models.CheckConstraint(condition=models.Q(progress__lte=100), name="analysis_progress_in_percent"),
            models.CheckConstraint(
                condition=models.Q(status="done", done_at__isnull=False) & ~models.Q(results="")
                | ~models.Q(status="done") & models.Q(results="", done_at__isnull=True),
                name="analysis_has_results_when_done",
            ),
        ]

    def __str__(self) -> str:
        return f"analysis of match {self.match_id}: {self.status}"
