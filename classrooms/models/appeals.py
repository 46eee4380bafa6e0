"""Published marks of people who were erased while they could still appeal against them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from classrooms.models.grades import GradeBook
from games.models.people import PERSON_MODEL


class KeptMark(models.Model):
    """What somebody who is erased had been told, under seal until the last day on which they can appeal against it:
    the one place where their name still stands. It points at nobody, and nothing but the `key` is shown before an
    instructor opens it, which leaves a `KeptMarkLook`.
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
    """Somebody opened the marks under seal of a session, and why. Stays when the marks are gone."""

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
