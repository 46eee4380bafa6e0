"""The instructors' interventions in matches, for the debrief and for fair marks."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match
from games.models.people import PERSON_MODEL


class Intervention(models.Model):
    """A change to a match's course by an instructor or owner, at move `number`. It is never deleted.

    `batch` is shared by interventions of one action on several matches. `seat` and `user` are the ones concerned,
    null for the whole table. It affects no mark unless `counts`.
    """

    class Kind(models.TextChoices):
        """The kind of intervention."""

        START = "start", _("started")
        PAUSE = "pause", _("paused")
        RESUME = "resume", _("resumed")
        EXTEND = "extend", _("more time")
        REMIND = "remind", _("reminded")
        DEFAULT = "default", _("default move played")
        ANSWER = "answer", _("moved for a student")
        TO_BOT = "to_bot", _("seat given to a bot")
        TO_PERSON = "to_person", _("seat given to a person")
        RELEASE = "release", _("person removed from a seat")
        TOGETHER = "together", _("several at one screen")
        CREDIT = "credit", _("moves given to another person")
        MESSAGE = "message", _("message")
        STEP_BACK = "step_back", _("stepped back")
        BANK = "bank", _("reserve of time used")
        END = "end", _("ended")
        EVENT = "event", _("event brought")
        EVENT_PLAN = "event_plan", _("event planned")
        EVENT_OFF = "event_off", _("planned event cancelled")
        REVEAL = "reveal", _("debrief opened")

    match = models.ForeignKey(Match, models.CASCADE, related_name="interventions")
    kind = models.CharField(max_length=12, choices=Kind)
    number = models.PositiveIntegerField()
    by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(max_length=300, blank=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    user = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    params = models.JSONField(default=dict, blank=True)
    batch = models.CharField(max_length=32, blank=True)
    counts = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("intervention")
        verbose_name_plural = _("interventions")
        ordering = ["match", "created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.kind} in match {self.match_id} at {self.number}"
