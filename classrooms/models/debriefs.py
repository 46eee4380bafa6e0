"""Debriefs: the frozen facts of a finished match and the files made from them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Match


class Debrief(models.Model):
    """What a finished match is remembered by. `facts` are the platform's and the game's tables as JSON, frozen when
    they were made; `digest` is their SHA-256, `part_digests` has those of parts of them (see
    `classrooms.reports.facts.digests_of`). Facts that were frozen before it was kept have none.
    """

    match = models.OneToOneField(Match, models.CASCADE, related_name="debrief")
    facts = models.JSONField()
    digest = models.CharField(max_length=64)
    part_digests = models.JSONField(default=dict, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("debrief")
        verbose_name_plural = _("debriefs")

    def __str__(self) -> str:
        return f"debrief of match {self.match_id}"


class DebriefChart(models.Model):
    """A chart of a debrief in one language, drawn by a worker. `digest` is that of everything that decides its look:
    another one means that it must be drawn anew.
    """

    debrief = models.ForeignKey(Debrief, models.CASCADE, related_name="charts")
    language = models.CharField(max_length=8)
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=64)
    svg = models.TextField()

    class Meta:
        verbose_name = _("debrief chart")
        verbose_name_plural = _("debrief charts")
        constraints = [
            models.UniqueConstraint(fields=["debrief", "language", "name"], name="debrief_chart_unique_per_language")
        ]

    def __str__(self) -> str:
        return f"{self.debrief}: {self.name} ({self.language})"


class DebriefFile(models.Model):
    """A PDF of a debrief in one language. `digest` is that of everything that it shows: another one means that it
    is out of date. `shows` has the parts of it, which say why (see `classrooms.reports.shown`).
    """

    debrief = models.ForeignKey(Debrief, models.CASCADE, related_name="files")
    language = models.CharField(max_length=8)
    digest = models.CharField(max_length=64)
    shows = models.JSONField(default=dict, blank=True)
    file = models.FileField(upload_to="debriefs/%Y/")
    pages = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("debrief file")
        verbose_name_plural = _("debrief files")
        constraints = [models.UniqueConstraint(fields=["debrief", "language"], name="debrief_file_unique_per_language")]

    def __str__(self) -> str:
        return f"{self.debrief} ({self.language})"
