"""Debriefs: the frozen facts of a finished match."""

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
