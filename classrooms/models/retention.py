"""Retention of personal data in courses: history and notices."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from classrooms.models.courses import Course
from games.public.models import PERSON_MODEL


class Step(models.TextChoices):
    """Data that is deleted, in the order of deletion."""

    PAPERS = "papers", _("papers")
    TALK = "talk", _("talk")
    NAMES = "names", _("names")


class RetentionDeed(models.Model):
    """A line in the history of a course's retention. Rows are never changed, except `recalled_at` of a `TOLD`, set by a
    later change of the plan. That day is no longer valid, even if the plan is changed back. In `TOLD` and `ERASED`,
    `planned_on` is the scheduled day of the step, and `due_on` the day of deletion. It is later if instructors could
    not be notified in time. A `CHANGED` has no step, `by` and a `reason`.
    """

    class Kind(models.TextChoices):
        """The events of the history."""

        TOLD = "told", _("instructors were told")
        ERASED = "erased", _("erased")
        CHANGED = "changed", _("changed")

    course = models.ForeignKey(Course, models.CASCADE, related_name="retention_deeds")
    kind = models.CharField(max_length=8, choices=Kind)
    step = models.CharField(max_length=8, choices=Step, blank=True)
    days = models.PositiveSmallIntegerField(default=0)
    planned_on = models.DateField(null=True, blank=True)
    due_on = models.DateField(null=True, blank=True)
    number = models.PositiveIntegerField(default=0)
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    recalled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("deed of retention")
        verbose_name_plural = _("deeds of retention")
        ordering = ["course", "at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["course", "kind", "step", "planned_on", "due_on", "days"],
                condition=~models.Q(kind="changed"),
                name="retention_deed_once_for_a_day",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="changed", step="", planned_on__isnull=True)
                | models.Q(
                    kind__in=("told", "erased"), step__in=Step.values, planned_on__isnull=False, due_on__isnull=False
                ),
                name="retention_deed_has_its_step",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.step} of course {self.course_id}"


class RetentionNotice(models.Model):
    """An instructor's notice of a `TOLD` line: mailed at most once (claimed before sending)."""

    deed = models.ForeignKey(RetentionDeed, models.CASCADE, related_name="notices")
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="retention_notices")
    mail_claimed_at = models.DateTimeField(null=True, blank=True)
    mail_sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("notice of retention")
        verbose_name_plural = _("notices of retention")
        constraints = [models.UniqueConstraint(fields=["deed", "user"], name="retention_notice_once")]

    def __str__(self) -> str:
        return f"{self.user_id} told of deed {self.deed_id}"
