"""People who look on at tables of a session."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from classrooms.models.sessions import SessionTeam
from games.public.models import PERSON_MODEL


class TableObserver(models.Model):
    """A person who looks on at a table, from `seat` or with the open view (null). A critical friend writes a note for
    the debrief under three headings; the team reads it after the end, once `shared_at` is set.

    With `ended_at` the person no longer looks on. The row stays: it says what the person has seen.
    """

    session_team = models.ForeignKey(SessionTeam, models.CASCADE, related_name="observers")
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="observed_tables")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    is_critical_friend = models.BooleanField(_("critical friend"), default=False)
    went_well = models.TextField(_("What went well?"), blank=True)
    to_ask = models.TextField(_("What could be asked?"), blank=True)
    question = models.TextField(_("A question to the team"), blank=True)
    shared_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("observer of a table")
        verbose_name_plural = _("observers of tables")
        ordering = ["session_team", "created_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["session_team", "user"],
                condition=models.Q(ended_at__isnull=True),
                name="observer_once_at_a_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} looks on at {self.session_team_id}"

    @property
    def has_note(self) -> bool:
        """Is anything written?"""
        return bool(self.went_well or self.to_ask or self.question)


class ObserverLink(models.Model):
    """A link by which people look on at a table, with the view and the role of a `TableObserver`. A table has at most
    one that is not revoked. It works until the session is over.
    """

    session_team = models.ForeignKey(SessionTeam, models.CASCADE, related_name="observer_links")
    nonce = models.CharField(max_length=32, db_index=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    is_critical_friend = models.BooleanField(_("critical friend"), default=False)
    created_by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("link for observers")
        verbose_name_plural = _("links for observers")
        ordering = ["session_team", "created_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["session_team"],
                condition=models.Q(revoked_at__isnull=True),
                name="observer_link_once_open",
            ),
        ]

    def __str__(self) -> str:
        return f"link {self.pk} to table {self.session_team_id}"
