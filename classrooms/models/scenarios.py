"""Scenarios that people make from shipped ones or from each other's."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from classrooms.models.courses import Course
from games.public.models import PERSON_MODEL, NameField


class OwnScenario(models.Model):
    """A scenario that a person edits. `text` is its draft as JSON, which may have faults. It was copied from its
    version 0, which was called `parent_name`.

    `done` and `undone` are the changes that can be undone and made again: lists of {"revision", "changes"}, the newest
    last, with the changes as JSON text. `revision` counts changes. Staff of `courses` may read and copy it; so may
    every instructor with the link of `token`. A removed one can be restored until it is deleted.
    """

    owner = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, related_name="own_scenarios")
    game = models.CharField(max_length=40)
    title = NameField(_("title"), max_length=120)
    text = models.TextField()
    parent_name = NameField(max_length=160)
    revision = models.PositiveIntegerField(default=0)
    done = models.JSONField(default=list)
    undone = models.JSONField(default=list)
    courses: Any = models.ManyToManyField(Course, related_name="scenarios", blank=True)
    token = models.CharField(max_length=32, unique=True, null=True, blank=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("own scenario")
        verbose_name_plural = _("own scenarios")
        ordering = ["-changed_at", "-pk"]

    def __str__(self) -> str:
        return self.title


class ScenarioVersion(models.Model):
    """A state of an own scenario that was used: played, tried, shared or given to a session. Version 0 is the scenario
    that it was copied from, which may have faults. `trial` is the result of the games of bots (games.engine.trial) as
    JSON, of the games that are over if they still run, and null before.
    """

    scenario = models.ForeignKey(OwnScenario, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    text = models.TextField()
    digest = models.CharField(max_length=64)
    made_by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField()
    trial = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name = _("version of a scenario")
        verbose_name_plural = _("versions of scenarios")
        ordering = ["scenario", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["scenario", "number"], name="scenario_version_number_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.scenario_id} version {self.number}"
