"""Sessions: scheduled runs of one scenario for a course, with a match per team."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from classrooms.models.courses import CODE_LENGTH, Course, Team, new_code
from games.public.models import PERSON_MODEL, Expected, LatePolicy, Match, NameField


class SessionStatus(models.TextChoices):
    """Life of a session. An open one has a lobby; the order is that of a life, and only pauses go back."""

    DRAFT = "draft", _("draft")
    OPEN = "open", _("open")
    RUNNING = "running", _("running")
    PAUSED = "paused", _("paused")
    FINISHED = "finished", _("finished")
    ARCHIVED = "archived", _("archived")


class Luck(models.TextChoices):
    """Do teams draw the same cards?"""

    OWN = "own", _("each team has its own luck")
    SAME = "same", _("all teams have the same luck")


class Unfinished(models.TextChoices):
    """The rule for the marks of a match that is not over at the end of the lesson."""

    LATER = "later", _("continue another day")
    TURNS = "turns", _("marked on the turns played")


class Deal(models.TextChoices):
    """The way in which the roles of a table are assigned to its team."""

    LOT = "lot", _("by lot: a draw gives the roles")
    ROTATION = "rotation", _("in rotation: each person gets a role that they played least")


class OpensItself(models.TextChoices):
    """The teams with which a draft opens automatically when the first student follows its link in a
    learning platform.
    """

    GROUPS = "groups", _("groups of the course there are the teams")
    LOT = "lot", _("teams of the course, and by lot for who has none")


class Session(models.Model):
    """One run of a game for a course.

    `scenario` is a text of its own, else the shipped one of `scenario_key`. It is that of `scenario_version`, if it was
    made on this site and is still there. `options` are the game's, as JSON. `pace`,
    `expected` and `undo` are those of its matches. With luck "same", `seed` (hex, a secret until `released`) is made at
    opening. `unfinished` is the rule for marks of matches without an end, chosen before opening.

    A rehearsal counts nowhere and is deleted afterwards. `revision` rises with every change shown by the lobby, the
    projector or the cockpit, except changes of a match. `step` is the progress of the wizard. `deal` and `deal_seed`
    are the last assignment of roles, empty before it; `shares_roles` says whether small teams play all roles.

    With `checks_claims`, people who join by the code must prove a name of the class list by address or student number;
    null means: if the session has grades. `opens_itself` lets the draft open automatically, with a new table for each
    person without a free seat. It is empty once its tables were chosen by hand.
    """

    course = models.ForeignKey(Course, models.CASCADE, related_name="sessions")
    title = NameField(_("title"), max_length=120)
    game = models.CharField(max_length=40)
    scenario_key = models.CharField(max_length=60, blank=True)
    scenario = models.TextField(blank=True)
    scenario_version = models.ForeignKey(
        "classrooms.ScenarioVersion", models.SET_NULL, null=True, blank=True, related_name="sessions"
    )
    options = models.JSONField(default=dict, blank=True)
    pace = models.JSONField(default=dict, blank=True)
    late_policy = models.CharField(max_length=10, choices=LatePolicy, default=LatePolicy.DEFAULT)
    expected = models.CharField(max_length=8, choices=Expected, default=Expected.POSITION)
    undo = models.BooleanField(_("decisions can be taken back for a moment"), default=True)
    unfinished = models.CharField(max_length=8, choices=Unfinished, default=Unfinished.LATER)
    luck = models.CharField(max_length=8, choices=Luck, default=Luck.OWN)
    seed = models.CharField(max_length=64, blank=True)
    bot = models.CharField(max_length=40, blank=True)
    deal = models.CharField(max_length=8, choices=Deal, blank=True)
    deal_seed = models.CharField(max_length=40, blank=True)
    shares_roles = models.BooleanField(_("one person plays several roles"), default=True)
    opens_itself = models.CharField(max_length=8, choices=OpensItself, blank=True)
    is_rehearsal = models.BooleanField(_("rehearsal"), default=False)
    late_join = models.BooleanField(_("latecomers may join by themselves"), default=True)
    checks_claims = models.BooleanField(_("names of the class list ask for address or student number"), null=True)
    events_count = models.BooleanField(_("the facilitator's events count in marks"), default=False, db_default=False)
    has_forecasts = models.BooleanField(_("forecast journal"), default=False)
    status = models.CharField(max_length=10, choices=SessionStatus, default=SessionStatus.DRAFT)
    step = models.PositiveSmallIntegerField(default=1)
    revision = models.PositiveIntegerField(default=0)
    join_code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    projector_nonce = models.CharField(max_length=32, blank=True)
    shows_league = models.BooleanField(_("show the league table to the room"), default=True)
    starts_at = models.DateTimeField(_("planned start"), null=True, blank=True)
    debrief_at = models.DateTimeField(_("planned debrief"), null=True, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)
    cloned_from = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="clones")
    created_by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(status__in=SessionStatus.values), name="session_status_known"),
            models.CheckConstraint(condition=models.Q(expected__in=Expected.values), name="session_expected_known"),
            models.CheckConstraint(
                condition=models.Q(unfinished__in=Unfinished.values), name="session_unfinished_known"
            ),
            models.CheckConstraint(condition=models.Q(deal__in=["", *Deal.values]), name="session_deal_known"),
            models.CheckConstraint(
                condition=models.Q(opens_itself__in=["", *OpensItself.values]), name="session_opens_itself_known"
            ),
        ]

    def __str__(self) -> str:
        return self.title


class SessionTeam(models.Model):
    """A table of a session. `match` is the current branch: after a step back it is the fork, whose `parent` is the
    abandoned match. `name` stays when the course's team is deleted.
    """

    session = models.ForeignKey(Session, models.CASCADE, related_name="session_teams")
    team = models.ForeignKey(Team, models.SET_NULL, null=True, blank=True, related_name="session_teams")
    name = NameField(max_length=80)
    position = models.PositiveSmallIntegerField(default=0)
    match = models.OneToOneField(Match, models.SET_NULL, null=True, blank=True, related_name="session_team")

    class Meta:
        verbose_name = _("team of a session")
        verbose_name_plural = _("teams of a session")
        ordering = ["session", "position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["session", "name"], name="session_team_name_unique"),
            models.UniqueConstraint(
                fields=["session", "team"], condition=models.Q(team__isnull=False), name="session_team_unique"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class SeatPlan(models.Model):
    """A planned seat: several people may share a seat and one person may hold several; a seat without a plan goes to a
    bot. Opening turns plans into seat holders.
    """

    session_team = models.ForeignKey(SessionTeam, models.CASCADE, related_name="seat_plans")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="seat_plans")

    class Meta:
        verbose_name = _("seat plan")
        verbose_name_plural = _("seat plans")
        ordering = ["session_team", "seat", "pk"]
        constraints = [models.UniqueConstraint(fields=["session_team", "seat", "user"], name="seat_plan_unique")]

    def __str__(self) -> str:
        return f"{self.user_id} on seat {self.seat} of {self.session_team_id}"
