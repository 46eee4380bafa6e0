"""Mails from people who run a session to its teams."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from classrooms.models.sessions import Session
from games.public.models import PERSON_MODEL


class TeamMail(models.Model):
    """A mail to people of a session, with placeholders as they were written. `tables` are the ids of the chosen teams,
    empty unless `to` is `SOME`. A repeated button press has the same `batch`. `subject` and `text` are empty once they
    are erased.
    """

    class To(models.TextChoices):
        """The people whom the mail is for."""

        ALL = "all", _("All teams")
        SOME = "some", _("Some teams")
        AWAITED = "awaited", _("People whose move is awaited")

    session = models.ForeignKey(Session, models.CASCADE, related_name="team_mails")
    by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, related_name="+")
    batch = models.CharField(max_length=32)
    to = models.CharField(max_length=8, choices=To)
    tables = models.JSONField(default=list, blank=True)
    subject = models.CharField(_("subject"), max_length=120, blank=True)
    text = models.TextField(_("text"), blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("mail to teams")
        verbose_name_plural = _("mails to teams")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["session", "batch"], name="team_mail_once_for_a_press"),
            models.CheckConstraint(condition=models.Q(to__in=("all", "some", "awaited")), name="team_mail_to_known"),
        ]

    def __str__(self) -> str:
        return f"mail {self.pk} to teams of session {self.session_id}"


class TeamMailCopy(models.Model):
    """The copy of a mail for one person (null: erased since), claimed before it is sent. A copy with `dropped_at` was
    not sent: at that time its person was no longer among the people of the mail.
    """

    mail = models.ForeignKey(TeamMail, models.CASCADE, related_name="copies")
    user = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, related_name="+")
    claimed_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("copy of a mail to teams")
        verbose_name_plural = _("copies of mails to teams")
        indexes = [models.Index(fields=["mail"], condition=models.Q(claimed_at__isnull=True), name="team_mail_waiting")]
        constraints = [
            models.UniqueConstraint(fields=["mail", "user"], name="team_mail_once_for_a_person"),
            models.CheckConstraint(
                condition=models.Q(sent_at__isnull=True) | models.Q(dropped_at__isnull=True),
                name="team_mail_sent_or_dropped",
            ),
        ]

    def __str__(self) -> str:
        return f"copy of mail {self.mail_id} for {self.user_id}"
