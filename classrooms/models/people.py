"""Ways into a course: invitations by link, and class lists."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from classrooms.models.courses import Course, Enrolment
from games.public.models import PERSON_MODEL


class Invitation(models.Model):
    """A link whose first user becomes a member of a course or, without a course, a person who may create courses. The
    link is signed from `nonce`.
    """

    course = models.ForeignKey(Course, models.CASCADE, null=True, blank=True, related_name="invitations")
    role = models.CharField(max_length=12, choices=Enrolment.Role, default=Enrolment.Role.INSTRUCTOR)
    note = models.CharField(_("for whom"), max_length=120, blank=True)
    nonce = models.CharField(max_length=32, unique=True)
    created_by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"invitation {self.pk} as {self.role}"


class RosterImport(models.Model):
    """A class list that was typed, pasted or sent as a file. `lines` has the lines with their problems until the list
    is undone or a person of it is erased; enrolments refer to the list. `notes` are omissions and corrections of the
    reader, as [code, parameters], until the list is applied.
    """

    course = models.ForeignKey(Course, models.CASCADE, related_name="roster_imports")
    source = models.CharField(max_length=120, blank=True)
    lines = models.JSONField(default=list)
    notes = models.JSONField(default=list, blank=True)
    created_by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    applied_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("roster import")
        verbose_name_plural = _("roster imports")
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"roster import {self.pk} into {self.course_id}"
