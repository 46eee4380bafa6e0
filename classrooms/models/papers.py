"""Papers: PDFs of a match, a student, a class or a study, and the batch that makes all papers of a session."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from classrooms.models.sessions import Session
from classrooms.models.studies import Study
from games.public.models import PERSON_MODEL, Match

ABOUT = ("match", "session", "user", "study")


def _about(*things: str, **kind: object) -> models.Q:
    """A paper of a kind, with these subjects and no others."""
    return models.Q(**kind, **{f"{each}__isnull": each not in things for each in ABOUT})


class Paper(models.Model):
    """A report on paper in one language. `name` identifies it and is never used twice. A team's paper is about a
    `match`, a student's about a `match` and a `user`, a class's, its slides and its
    decision sheets about a `session`, a study's protocol, result and slides about a `study`. `full` is the
    instructor's copy of a team's report, and a class's report with names. `tables` are the ids of the tables whose
    decision sheets are printed; empty for all.

    `stamp` is a digest of the paper's sources at the last check. If they differ now, the paper may be outdated, and
    `shows` has the sources, which give the reasons (see `classrooms.assess.reports.sources`). `digest` is that of the
    printed page with its attached files: a paper with the same digest is not printed again. Both are empty until the
    file was made.
    """

    class Kind(models.TextChoices):
        """The reader of the paper."""

        TEAM = "team", _("team")
        STUDENT = "student", _("student")
        CLASS = "class", _("class")
        SLIDES = "slides", _("slides")
        DECISIONS = "decisions", _("decision sheets")
        PROTOCOL = "protocol", _("protocol of a study")
        RESULT = "result", _("result of a study")
        RESULT_SLIDES = "resultslides", _("slides of a study")

    name = models.CharField(max_length=60, unique=True)
    kind = models.CharField(max_length=12, choices=Kind)
    session = models.ForeignKey(Session, models.CASCADE, null=True, blank=True, related_name="papers")
    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="papers")
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, null=True, blank=True, related_name="+")
    study = models.ForeignKey(Study, models.CASCADE, null=True, blank=True, related_name="papers")
    language = models.CharField(max_length=8)
    full = models.BooleanField(default=False)
    tables = models.JSONField(default=list, blank=True)
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
                condition=_about("match", kind="team")
                | _about("match", "user", kind="student")
                | _about("session", kind__in=["class", "slides", "decisions"])
                | _about("study", kind__in=["protocol", "result", "resultslides"]),
                name="paper_is_about_something",
            )
        ]

    def __str__(self) -> str:
        return self.name


SESSION_KINDS = (Paper.Kind.TEAM, Paper.Kind.STUDENT, Paper.Kind.CLASS, Paper.Kind.SLIDES)
"""The kinds of a session's papers."""


class PaperBatch(models.Model):
    """All papers of a session that were requested together, delivered as one ZIP. Another request makes
    another batch.
    """

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
