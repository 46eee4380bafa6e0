"""Reports: PDFs of what a match, a student or a class is told, and the batch that makes all of a session."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from classrooms.models.sessions import Session
from games.models import Match


class Report(models.Model):
    """A report on paper in one language. `name` says which one it is and is never used twice; a team's is about a
    `match`, a student's about a `match` and a `user`, a class's about a `session`. `full` is the instructor's copy of a
    team's report, and a class's report with names.

    `digest` is that of everything that the file shows: another one means that it is out of date. It is empty until
    the file was made. `shows` has the parts of it, which say why (see `classrooms.reports.shown`).
    """

    class Kind(models.TextChoices):
        """Who it is for."""

        TEAM = "team", _("team")
        STUDENT = "student", _("student")
        CLASS = "class", _("class")

    name = models.CharField(max_length=60, unique=True)
    kind = models.CharField(max_length=8, choices=Kind)
    session = models.ForeignKey(Session, models.CASCADE, null=True, blank=True, related_name="reports")
    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="reports")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+")
    language = models.CharField(max_length=8)
    full = models.BooleanField(default=False)
    digest = models.CharField(max_length=64, blank=True)
    shows = models.JSONField(default=dict, blank=True)
    file = models.FileField(upload_to="reports/%Y/", blank=True)
    pages = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind="team", match__isnull=False, session__isnull=True, user__isnull=True)
                | models.Q(kind="student", match__isnull=False, session__isnull=True, user__isnull=False)
                | models.Q(kind="class", match__isnull=True, session__isnull=False, user__isnull=True),
                name="report_is_about_something",
            )
        ]

    def __str__(self) -> str:
        return self.name


class ReportBatch(models.Model):
    """All reports of a session that were asked for together, given as one ZIP. Asked for again, it is another list."""

    session = models.OneToOneField(Session, models.CASCADE, related_name="report_batch")
    language = models.CharField(max_length=8)
    reports = models.ManyToManyField(Report, related_name="batches")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    asked_at = models.DateTimeField()

    class Meta:
        verbose_name = _("batch of reports")
        verbose_name_plural = _("batches of reports")

    def __str__(self) -> str:
        return f"reports of session {self.session_id}"
