"""Debriefs: the frozen facts of a finished match."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.public.models import Match


class Debrief(models.Model):
    """The frozen facts of a finished match. `facts` are tables of platform and game as JSON, `digest` is their SHA-256.
    `part_digests` has digests of parts of them (see `classrooms.assess.reports.facts.digests_of`); older rows have
    none.
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
