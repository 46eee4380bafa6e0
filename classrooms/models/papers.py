"""Papers: PDFs of what a match, a student or a class is told, and the batch that makes all of a session."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from classrooms.models.sessions import Session
from games.models import Match
from games.models.people import PERSON_MODEL


class Paper(models.Model):
    """A report on paper in one language. `name` says which one it is and is never used twice; a team's is about a
    `match`, a student's about a `match` and a `user`, a class's and its slides about a `session`. `full` is the
    instructor's copy of a team's report, and a class's report with names.

    `stamp` is a digest of what the paper was made from when a worker last looked: where it is another one now, the
    paper may be old, and `shows` has the parts of it that say why (see `classrooms.reports.stamps`). `digest` is that
    of what was printed, the page with the files in it: what gives the same one again is not printed again. Both are
    empty until the file was made.
    """

    class Kind(models.TextChoices):
        """Who it is for."""

        TEAM = "team", _("team")
        STUDENT = "student", _("student")
        CLASS = "class", _("class")
        SLIDES = "slides", _("slides")

    name = models.CharField(max_length=60, unique=True)
    kind = models.CharField(max_length=8, choices=Kind)
    session = models.ForeignKey(Session, models.CASCADE, null=True, blank=True, related_name="papers")
    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="papers")
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, null=True, blank=True, related_name="+")
    language = models.CharField(max_length=8)
    full = models.BooleanField(default=False)
    stamp = models.CharField(max_length=64, blank=True)
    shows = models.JSONField(default=dict, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    file = models.FileField(upload_to="papers/%Y/", blank=True)
    pages = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("paper")
        verbose_name_plural = _("papers")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind="team", match__isnull=False, session__isnull=True, user__isnull=True)
                | models.Q(kind="student", match__isnull=False, session__isnull=True, user__isnull=False)
                | models.Q(kind__in=["class", "slides"], match__isnull=True, session__isnull=False, user__isnull=True),
                name="paper_is_about_something",
            )
        ]

    def __str__(self) -> str:
        return self.name


class PaperBatch(models.Model):
    """All papers of a session that were asked for together, given as one ZIP. Asked for again, it is another list."""

    session = models.OneToOneField(Session, models.CASCADE, related_name="paper_batch")
    language = models.CharField(max_length=8)
    papers = models.ManyToManyField(Paper, related_name="batches")
    asked_by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    asked_at = models.DateTimeField()

    class Meta:
        verbose_name = _("batch of papers")
        verbose_name_plural = _("batches of papers")

    def __str__(self) -> str:
        return f"papers of session {self.session_id}"
