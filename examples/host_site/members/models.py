from django.db import models

from classrooms.models import AbstractPerson


class Member(AbstractPerson):
    """A member of the college: a student, teacher or office worker."""

    campus = models.CharField(max_length=40, blank=True)
