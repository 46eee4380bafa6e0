"""The append-only log of a match: moves, and the events they produced."""

from typing import Final, Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.undo import KIND as TAKE_BACK
from games.models.matches import Match
from games.models.people import PERSON_MODEL


class AuthorKind(models.TextChoices):
    """The author of a move. Only a player's own moves count as participation; a plan's moves do not. `SETTLED` is the
    only answer that a seat had (`Game.settles`): nobody made it, but players see it as a player's move. `BROUGHT` is an
    event of the facilitator (`games.engine.facilitation`), the only kind of move without a seat. `PAPER` is a decision
    of the seat's people at a table without screens: a steward entered it, and it has no time of its own.
    """

    PLAYER = "player", _("player")
    BOT = "bot", _("bot")
    DEADLINE = "deadline", _("deadline")
    INSTRUCTOR = "instructor", _("instructor")
    PLAN = "plan", _("by plan")
    RULES = "rules", _("set-up")
    SETTLED = "settled", _("no choice")
    BROUGHT = "brought", _("brought by the facilitator")
    PAPER = "paper", _("entered from paper")


OF_PEOPLE: Final = (AuthorKind.PLAYER, AuthorKind.PAPER)
"""The kinds of moves that the people of a seat decided."""


class Moves(models.QuerySet["Move"]):
    """The moves of matches."""

    def kept(self) -> Self:
        """The moves without undone ones and without the undo moves. All counts and reports use these."""
        return self.filter(taken_back=False).exclude(kind=TAKE_BACK)


class Move(models.Model):
    """An accepted, numbered input. Number 0 is the set-up; it and events of the facilitator have no seat. `args` is the
    move in JSON, `draws` are its random results, `state_hash` is the SHA-256 of the snapshot after it. A move that was
    `taken_back` stays in the log, without its events. The move after it records the undo and has the hash of the
    position before it.
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
                condition=models.Q(number=0, seat__isnull=True)
                | models.Q(number__gt=0, seat__isnull=False) & ~models.Q(author_kind="brought")
                | models.Q(number__gt=0, seat__isnull=True, author_kind="brought"),
                name="move_zero_is_the_setup",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.number} {self.kind}"

    @property
    def stands(self) -> bool:
        return not self.taken_back and self.kind != TAKE_BACK

    @property
    def visible_author_kind(self) -> str:
        """The author's kind as shown to players during the match: a forced answer looks like any other."""
        settled = self.author_kind == AuthorKind.SETTLED
        return AuthorKind.PLAYER.value if settled else self.author_kind

    @property
    def visible_author_label(self) -> str:
        """The label of `visible_author_kind`."""
        return str(AuthorKind(self.visible_author_kind).label)


class Event(models.Model):
    """A fact that a move produced; `number` is consecutive in the match. `audience` is a bit mask of the seats that
    may know it, null for all.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="events")
    move = models.ForeignKey(Move, models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    turn = models.PositiveIntegerField(default=0)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    audience = models.BigIntegerField(null=True, blank=True)
    data = models.JSONField()
    move_number: int
    """The number of its move, on rows of games.platform.selectors.event_log alone."""

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["match", "number"]
        indexes = [models.Index(fields=["match", "turn"])]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="event_number_unique_in_match")]

    def __str__(self) -> str:
        return f"{self.match_id}.{self.number} {self.kind}"
