"""Courses, their members, and teams."""

import secrets
from typing import Any, Final

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from classrooms.models.users import validate_time_zone
from games.public.models import PERSON_MODEL, NameField

CODE_SIGNS: Final = "BCDFGHJKLMNPQRSTVWXZ23456789"
"""Signs of join codes: no vowels, so that no code is a word, and no signs that look alike."""
CODE_LENGTH: Final = 6


def new_code() -> str:
    """A join code: six signs, shown in two groups. Only the column's constraint makes it unique."""
    return "".join(secrets.choice(CODE_SIGNS) for _sign in range(CODE_LENGTH))


class Course(models.Model):
    """A course with its people. `time_zone` is the zone of its deadlines and quiet hours. People with the `join_code`
    can enrol as students while `join_open`.

    Retention times of papers, texts and names after the end are in months; null means the site's usual time. The course
    ends on `ends_on`, or later if it is still in use then. `list_columns` are chosen meanings of columns in class
    lists, by headings.
    """

    name = NameField(_("name"), max_length=120)
    term = NameField(_("term"), max_length=60, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="Europe/Paris", validators=[validate_time_zone])
    join_code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    join_open = models.BooleanField(_("students may join with the code"), default=False)
    created_by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    archived_at = models.DateTimeField(null=True, blank=True)
    ends_on = models.DateField(_("end of the course"), null=True, blank=True)
    papers_months = models.PositiveSmallIntegerField(_("papers"), null=True, blank=True)
    talk_months = models.PositiveSmallIntegerField(_("talk"), null=True, blank=True)
    names_months = models.PositiveSmallIntegerField(_("names"), null=True, blank=True)
    list_columns = models.JSONField(default=dict, blank=True, editable=False)

    class Meta:
        verbose_name = _("course")
        verbose_name_plural = _("courses")
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class Enrolment(models.Model):
    """A person's membership in a course. An ended one stays for the record (`left_at`) and gives no rights.

    `student_number` is the one that a learning platform knows. `extra_time` lengthens the person's time for a decision,
    in percent; 0 is the usual time. `extra_time_asked` is a student's request that has no answer yet.
    """

    class Role(models.TextChoices):
        """The person's role in this course only. Assistants run sessions; people, grades and the course itself are
        reserved to instructors. Observers only look.
        """

        INSTRUCTOR = "instructor", _("instructor")
        ASSISTANT = "assistant", _("assistant")
        STUDENT = "student", _("student")
        OBSERVER = "observer", _("observer")

    course = models.ForeignKey(Course, models.CASCADE, related_name="enrolments")
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="enrolments")
    role = models.CharField(max_length=12, choices=Role, default=Role.STUDENT)
    student_number = models.CharField(_("student number"), max_length=60, blank=True)
    extra_time = models.PositiveSmallIntegerField(
        _("extra time, percent"), default=0, validators=[MaxValueValidator(9999)]
    )
    extra_time_asked = models.PositiveSmallIntegerField(
        _("extra time asked for, percent"), default=0, validators=[MaxValueValidator(9999)]
    )
    roster_import = models.ForeignKey("RosterImport", models.SET_NULL, null=True, blank=True, related_name="enrolments")
    enrolled_at = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("enrolment")
        verbose_name_plural = _("enrolments")
        ordering = ["course", "role", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["course", "user"], name="enrolment_unique_in_course"),
            models.CheckConstraint(
                condition=models.Q(role__in=["instructor", "assistant", "student", "observer"]),
                name="enrolment_role_known",
            ),
            models.CheckConstraint(condition=models.Q(extra_time__lte=9999), name="enrolment_extra_time_in_bounds"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.course_id} as {self.role}"


class Team(models.Model):
    """Students of a course who play together. `seed` is that of the random division of the class; it is empty for a
    team made by hand.
    """

    course = models.ForeignKey(Course, models.CASCADE, related_name="teams")
    name = NameField(_("name"), max_length=80)
    members: Any = models.ManyToManyField(PERSON_MODEL, related_name="teams", blank=True)
    seed = models.CharField(max_length=40, blank=True)

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = ["course", "name"]
        constraints = [models.UniqueConstraint(fields=["course", "name"], name="team_name_unique_in_course")]

    def __str__(self) -> str:
        return self.name
