"""Sealed marks: published marks of people who were erased while they could still appeal."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from classrooms.models.grades import GradeBook
from games.public.models import PERSON_MODEL


class KeptMark(models.Model):
    """The published mark of an erased person, sealed until the last day of appeal. It is the only row that still has
    the person's name, and it has no foreign key to them. Pages show only the `key` until an instructor opens it, which
    is logged as a `KeptMarkLook`.
    """

    book = models.ForeignKey(GradeBook, models.CASCADE, related_name="kept_marks")
    key = models.CharField(max_length=16, unique=True)
    name = models.CharField(max_length=170)
    email = models.CharField(max_length=254, blank=True)
    student_number = models.CharField(max_length=60, blank=True)
    final = models.CharField(max_length=12, blank=True)
    state = models.CharField(max_length=12, blank=True)
    content = models.JSONField()
    published_at = models.DateTimeField()
    until = models.DateField(db_index=True)

    class Meta:
        verbose_name = _("mark under seal")
        verbose_name_plural = _("marks under seal")
        ordering = ["book", "key"]

    def __str__(self) -> str:
        return f"mark {self.key} of grade book {self.book_id}"


class KeptMarkLook(models.Model):
    """A log entry: an instructor opened the sealed marks of a session, with the reason. It stays when the marks are
    deleted.
    """

    book = models.ForeignKey(GradeBook, models.CASCADE, related_name="kept_mark_looks")
    by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=300)
    number = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("look at marks under seal")
        verbose_name_plural = _("looks at marks under seal")
        ordering = ["book", "-at", "-pk"]
        constraints = [models.CheckConstraint(condition=~models.Q(reason=""), name="kept_mark_look_has_reason")]

    def __str__(self) -> str:
        return f"look {self.pk} at grade book {self.book_id}"
