from django.db import models

from classrooms.models import AbstractPerson


class Member(AbstractPerson):
    """Whoever belongs to the college, in its classes or in its office."""

    campus = models.CharField(max_length=40, blank=True)
