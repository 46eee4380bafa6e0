"""Alerts and periodic work of the site. These models concern its processes and no game."""

from datetime import datetime
from typing import Any

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine import codec
from games.engine.errors import Fault
from games.ui.dates import date_words
from games.ui.scenario_faults import fault_words, left_out_words


class LastRun(models.Model):
    """The time of the last run of a periodic action."""

    class What(models.TextChoices):
        """`LOOK` is the check for alerts. For `BACKUP` it is the moment of the newest backup."""

        SWEEP = "sweep", "sweep"
        LOOK = "look", "look"
        BACKUP = "backup", "backup"

    what = models.CharField(max_length=20, choices=What, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.what} at {self.at}"


class Alert(models.Model):
    """A fault that needs a person, one row while it lasts: `subject` is the job, queue, machine or scenario. Mails of
    its beginning and end are claimed before they are sent, so that each is sent once at most. A dismissed alert is
    neither shown nor mailed any more, and still ends automatically.
    """

    class Kind(models.TextChoices):
        """Faults that alerts report."""

        SWEEP = "sweep", gettext_lazy("the sweep has stopped")
        JOB = "job", gettext_lazy("a job failed")
        QUEUE = "queue", gettext_lazy("jobs wait")
        MAILS = "mails", gettext_lazy("mails fail")
        DISK = "disk", gettext_lazy("the disk is nearly full")
        BACKUP = "backup", gettext_lazy("no backup is made")
        SCENARIO = "scenario", gettext_lazy("a scenario does not load")

    kind = models.CharField(max_length=10, choices=Kind)
    subject = models.CharField(max_length=80, blank=True)
    params = models.JSONField(default=dict)
    opened_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    set_aside_at = models.DateTimeField(null=True, blank=True)
    mail_claimed_at = models.DateTimeField(null=True, blank=True)
    end_mail_claimed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = gettext_lazy("alert")
        verbose_name_plural = gettext_lazy("alerts")
        ordering = ["-opened_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "subject"], condition=models.Q(ended_at__isnull=True), name="alert_open_once"
            )
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """The fault, with its figures when it was noticed."""
        params: dict[str, Any] = self.params
        if self.kind == self.Kind.SWEEP:
            since = date_words(datetime.fromisoformat(params["since"]), "DATETIME_FORMAT")
            return _("The sweep has not run since %(since)s.") % {"since": since}
        if self.kind == self.Kind.JOB:
            return _("Job %(pk)s failed: %(kind)s.") % {"pk": self.subject, "kind": params["kind"]}
        if self.kind == self.Kind.QUEUE:
            words = ngettext(
                "%(count)d job waits, and no worker of “%(queue)s” takes it.",
                "%(count)d jobs wait, and no worker of “%(queue)s” takes them.",
                params["count"],
            )
            return words % {"count": params["count"], "queue": self.subject}
        if self.kind == self.Kind.MAILS:
            words = ngettext("%(count)d mail does not go out.", "%(count)d mails do not go out.", params["count"])
            return words % params
        if self.kind == self.Kind.SCENARIO:
            return left_out_words(self.subject, len(params["faults"]), alone=params["alone"])
        if self.kind == self.Kind.BACKUP:
            if params["since"] is None:
                return _("No backup was ever made.")
            since = date_words(datetime.fromisoformat(params["since"]), "DATETIME_FORMAT")
            return _("The newest backup is of %(since)s.") % {"since": since}
        return _("Only %(megabytes)d MB are free on the disk of %(machine)s.") % {**params, "machine": self.subject}

    @property
    def details(self) -> list[str]:
        """Further lines: the file of a scenario, and all its faults."""
        if self.kind != self.Kind.SCENARIO:
            return []
        return [self.params["file"], *(fault_words(codec.convert(each, Fault)) for each in self.params["faults"])]

    @property
    def over(self) -> str:
        """The same fault as a text after its end."""
        return _("Over: %(what)s") % {"what": self.title}

    @property
    def advice(self) -> str:
        """Advice for the operator."""
        return {
            self.Kind.SWEEP: _(
                "Deadlines, reminders and lost work wait. Are the play worker and beat running "
                "(manage.py work play --beat), and does the broker answer?"
            ),
            self.Kind.JOB: _("The list of jobs says why; it can be tried again there."),
            self.Kind.QUEUE: _("Start a worker: manage.py work %(queue)s.") % {"queue": self.subject},
            self.Kind.MAILS: _(
                "Is EMAIL_URL right, and does the mail server answer? The log of the play worker says more."
            ),
            self.Kind.DISK: _("Make room before the database can write no more."),
            self.Kind.BACKUP: _(
                "Does the timer run (systemctl list-timers domego-backup), and what did the last run say "
                "(journalctl -u domego-backup)? manage.py backup FILE makes one by hand."
            ),
            self.Kind.SCENARIO: _("Correct the file and start the site anew. Running matches keep their own copy."),
        }[self.Kind(self.kind)]
