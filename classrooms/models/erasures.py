"""Erased people by number only, so that a restored backup can be purged of them again."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Erasure(models.Model):
    """A person who was erased, or, with `into`, a guest who was merged into that person. Number and joining time find
    them in an older backup, and nowhere else.
    """

    person = models.PositiveBigIntegerField()
    joined_at = models.DateTimeField()
    into = models.PositiveBigIntegerField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("erasure")
        verbose_name_plural = _("erasures")
        constraints = [
            models.UniqueConstraint(
                fields=["person", "joined_at"],
                condition=models.Q(into__isnull=True),
                name="erasure_unique_for_person",
            )
        ]

    def __str__(self) -> str:
        return f"erasure of person {self.person}"
