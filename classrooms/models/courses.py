"""Courses, who belongs to them, and teams."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Course(models.Model):
    """A class list under a name. `time_zone` is the one in which its deadlines and quiet hours are meant."""

    name = models.CharField(_("name"), max_length=120)
    term = models.CharField(_("term"), max_length=60, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="Europe/Paris")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("course")
        verbose_name_plural = _("courses")
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class Enrolment(models.Model):
    """A person's place in a course."""

    class Role(models.TextChoices):
        """What the person is in this course only."""

        INSTRUCTOR = "instructor", _("instructor")
        STUDENT = "student", _("student")
        OBSERVER = "observer", _("observer")

    course = models.ForeignKey(Course, models.CASCADE, related_name="enrolments")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="enrolments")
    role = models.CharField(max_length=12, choices=Role, default=Role.STUDENT)
    enrolled_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("enrolment")
        verbose_name_plural = _("enrolments")
        ordering = ["course", "role", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["course", "user"], name="enrolment_unique_in_course"),
            models.CheckConstraint(
                condition=models.Q(role__in=["instructor", "student", "observer"]), name="enrolment_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.course_id} as {self.role}"


class Team(models.Model):
    """Students of a course who play together."""

    course = models.ForeignKey(Course, models.CASCADE, related_name="teams")
    name = models.CharField(_("name"), max_length=80)
    members = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="teams", blank=True)

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = ["course", "name"]
        constraints = [models.UniqueConstraint(fields=["course", "name"], name="team_name_unique_in_course")]

    def __str__(self) -> str:
        return self.name
