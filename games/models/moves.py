"""The append-only record of a match: moves, and the events they produced."""

from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.undo import KIND as TAKE_BACK
from games.models.matches import Match
from games.models.people import PERSON_MODEL


class AuthorKind(models.TextChoices):
    """Who made a move. Only a player's own moves count as taking part: one that an away plan made is not. The only
    answer that a seat had (`Game.settles`) is nobody's: players are told of it as of any other.
    """

    PLAYER = "player", _("player")
    BOT = "bot", _("bot")
    DEADLINE = "deadline", _("deadline")
    INSTRUCTOR = "instructor", _("instructor")
    PLAN = "plan", _("by plan")
    RULES = "rules", _("set-up")
    SETTLED = "settled", _("no choice")


class Moves(models.QuerySet["Move"]):
    """The log of matches."""

    def standing(self) -> Self:
        """Without moves that were taken back, and without the taking back: what people did, for all that counts or
        tells it.
        """
        return self.filter(taken_back=False).exclude(kind=TAKE_BACK)


class Move(models.Model):
    """An accepted, numbered input. Number 0 is the set-up, without seat. `args` is the move in JSON, `draws` what
    chance said, `state_hash` the SHA-256 of the snapshot after it. A move that was `taken_back` stays in the log,
    without its events; the move after it says so and has the hash of the position before it.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    key = models.CharField(max_length=120, blank=True)
    kind = models.CharField(max_length=40)
    args = models.JSONField()
    draws = models.JSONField(default=list)
    state_hash = models.CharField(max_length=64)
    author_kind = models.CharField(max_length=10, choices=AuthorKind)
    author = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    submission_id = models.CharField(max_length=160, null=True, blank=True)  # noqa: DJ001  null is "none": unique ignores it
    taken_back = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    objects = Moves.as_manager()

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="move_number_unique_in_match"),
            models.UniqueConstraint(fields=["match", "seat", "submission_id"], name="move_submission_unique_in_seat"),
            models.CheckConstraint(
                condition=models.Q(number=0, seat__isnull=True) | models.Q(number__gt=0, seat__isnull=False),
                name="move_zero_is_the_setup",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.number} {self.kind}"

    @property
    def stands(self) -> bool:
        return not self.taken_back and self.kind != TAKE_BACK

    @property
    def told_kind(self) -> str:
        """Who made it, as players are told while they may not know everything: an only answer looks like any other."""
        settled = self.author_kind == AuthorKind.SETTLED
        return AuthorKind.PLAYER.value if settled else self.author_kind

    @property
    def told_author(self) -> str:
        """The same in words."""
        return str(AuthorKind(self.told_kind).label)


class Event(models.Model):
    """A fact that a move produced; `number` is dense in the match. `audience` is a bit mask of the seats that may know
    it, null for all.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="events")
    move = models.ForeignKey(Move, models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    turn = models.PositiveIntegerField(default=0)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    audience = models.BigIntegerField(null=True, blank=True)
    data = models.JSONField()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["match", "number"]
        indexes = [models.Index(fields=["match", "turn"])]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="event_number_unique_in_match")]

    def __str__(self) -> str:
        return f"{self.match_id}.{self.number} {self.kind}"
