"""Matches, their seats and the holders of seats."""

from typing import Any, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine import lesson
from games.models.names import NameField
from games.models.people import PERSON_MODEL


class Status(models.TextChoices):
    """Life of a match. Finished and aborted are final."""

    LOBBY = "lobby", _("waiting to start")
    RUNNING = "running", _("running")
    PAUSED = "paused", _("paused")
    FINISHED = "finished", _("finished")
    ABORTED = "aborted", _("aborted")


OVER = (Status.FINISHED, Status.ABORTED)
"""The states of a match that is over."""
FIRST_GAME: Final = lesson.FIRST_GAME
"""Scenario key of the lessons. Their scenario is in no list, and they are left out of all counts."""
NOT_A_LESSON = ~models.Q(scenario_key=FIRST_GAME)


class LatePolicy(models.TextChoices):
    """The treatment of an overdue decision."""

    DEFAULT = "default", _("the default move is played")
    BOT = "bot", _("a bot decides")
    WAIT = "wait", _("the match waits")


class Expected(models.TextChoices):
    """The part of the expected end, computed by playouts, that players see."""

    OFF = "off", _("not shown")
    POSITION = "position", _("for the position; of a choice, after the decision")
    CHOICES = "choices", _("for the position, and for each choice before the decision")


class Match(models.Model):
    """One match of a game.

    `scenario` and `options` are frozen copies in JSON. `state` is the snapshot after move `number`, in the engine's
    own text. `revision` counts everything that a seat can see, moves or not. `seeds` lists [first move number, hex]:
    a fork can change luck in mid-match. `commitment` is the SHA-256 of the first seed; matches with the same luck
    share it.

    `expected` is the part of the expected end that its players see. With `undo`, a decision that reveals nothing can
    be undone until somebody has seen it or moved after it.

    While it `awaits_people`, no clock runs and no bot moves: it was started for people, and none of them has opened
    it.

    A `supervised` match belongs to a course: its stewards may look from any seat, `observers` from none.
    `revealed_at` opens its cards and its debrief although an unfinished match has the same luck.
    """

    game = models.CharField(max_length=40)
    scenario_key = models.CharField(max_length=60)
    scenario = models.TextField()
    options = models.TextField(default="{}")
    rules_version = models.PositiveIntegerField(default=1)
    title = NameField(max_length=120, blank=True)
    team_name = NameField(max_length=80, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.LOBBY)
    pace = models.JSONField(default=dict)
    late_policy = models.CharField(max_length=10, choices=LatePolicy, default=LatePolicy.DEFAULT)
    expected = models.CharField(max_length=8, choices=Expected, default=Expected.CHOICES)
    undo = models.BooleanField(default=True)
    seeds = models.JSONField(default=list)
    seed_text = models.CharField(max_length=120, blank=True)
    seed_salt = models.CharField(max_length=32, blank=True)
    commitment = models.CharField(max_length=64, db_index=True)
    state = models.TextField(blank=True)
    number = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    result = models.JSONField(null=True, blank=True)
    parent = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="forks")
    forked_at = models.PositiveIntegerField(null=True, blank=True)
    fork_reason = models.CharField(max_length=200, blank=True)
    created_by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, related_name="+")
    stewards: Any = models.ManyToManyField(PERSON_MODEL, related_name="stewarded_matches", blank=True)
    supervised = models.BooleanField(default=False)
    observers: Any = models.ManyToManyField(PERSON_MODEL, related_name="observed_matches", blank=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    awaits_people = models.BooleanField(default=False)
    revealed_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    open_prompts: str
    """Digests of the prompts after a move that is being stored (games.platform.work.news.prompt_digests)."""

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["status", "created_at"])]
        constraints = [
            models.CheckConstraint(condition=models.Q(status__in=Status.values), name="match_status_known"),
            models.CheckConstraint(condition=models.Q(expected__in=Expected.values), name="match_expected_known"),
            models.CheckConstraint(
                condition=models.Q(parent__isnull=True, forked_at__isnull=True)
                | models.Q(parent__isnull=False, forked_at__isnull=False),
                name="match_fork_has_parent_and_number",
            ),
            models.CheckConstraint(
                condition=~models.Q(status=Status.FINISHED) | models.Q(result__isnull=False),
                name="match_finished_has_result",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.pk}: {self.title}"

    @property
    def is_over(self) -> bool:
        """Is the match finished or aborted, so that there are no more moves?"""
        return self.status in OVER

    @property
    def goes_by_itself(self) -> bool:
        """May bots, plans and deadlines move?"""
        return self.status == Status.RUNNING and not self.awaits_people

    @property
    def is_lesson(self) -> bool:
        """Is it a first game? A fork of a first game is one, too."""
        return self.scenario_key == FIRST_GAME

    @property
    def has_begun(self) -> bool:
        """Has the match a position? An aborted match may never have had one."""
        return bool(self.state)


class Seat(models.Model):
    """A seat of a match; `index` is its number in the rules. `bot` plays it while nobody holds it. `bank_used` are
    the seconds used of its reserve of time. `bank_since` is set while the reserve runs.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    role = models.CharField(max_length=60)
    bot = models.CharField(max_length=40, blank=True)
    bank_used = models.PositiveIntegerField(default=0)
    bank_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["match", "index"]
        constraints = [models.UniqueConstraint(fields=["match", "index"], name="seat_index_unique_in_match")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.index} {self.role}"


class SeatHolder(models.Model):
    """A person who acts for a seat; several may share one. Released holders are kept in the log.

    `extra_time` lengthens the seat's deadlines, in percent; of several holders the longest counts. `together_with` is
    the person whose screen the holder shares: moves of that person in this seat count for both. `seen_number` is the
    last move whose result the holder has marked as seen; null before the first.

    A released holder who `has_stand_in` gets the seat back by opening the match: a bot plays there only until then.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="holders")
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="held_seats")
    since = models.DateTimeField()
    extra_time = models.PositiveSmallIntegerField(default=0)
    together_with = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    seen_number = models.PositiveIntegerField(null=True, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)
    has_stand_in = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("seat holder")
        verbose_name_plural = _("seat holders")
        constraints = [
            models.UniqueConstraint(
                fields=["seat", "user"],
                condition=models.Q(released_at__isnull=True),
                name="holder_unique_while_holding",
            ),
            models.CheckConstraint(
                condition=~models.Q(together_with=models.F("user")), name="holder_together_with_another"
            ),
            models.CheckConstraint(
                condition=models.Q(has_stand_in=False) | models.Q(released_at__isnull=False),
                name="holder_with_stand_in_is_released",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} on {self.seat_id}"


HELD = models.Q(released_at__isnull=True)
"""Holdings that have not ended, as a query."""
KEPT = HELD | (models.Q(has_stand_in=True) & ~models.Q(seat__match__status__in=OVER))
"""Holders who hold the seat, or whose seat a bot plays until they open the match."""


class SeatInvite(models.Model):
    """A personal link to a seat. The link is signed from `nonce`; the first person to open it takes the seat."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="invites")
    nonce = models.CharField(max_length=32, unique=True)
    created_by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    used_by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("seat invitation")
        verbose_name_plural = _("seat invitations")

    def __str__(self) -> str:
        return f"invitation to seat {self.seat_id}"
