"""Quizzes, surveys and forecasts of a session."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from classrooms.models.courses import Course
from classrooms.models.sessions import Session
from games.public.models import PERSON_MODEL, Match


class When(models.TextChoices):
    """The time of a question. "During" is after a turn of the student's match, and never delays the match."""

    BEFORE = "before", _("before the match")
    DURING = "during", _("during the match")
    AFTER = "after", _("after the match")


class OwnQuestion(models.Model):
    """A quiz question that an instructor wrote for a course, in one language. `right` is an index into `options`."""

    course = models.ForeignKey(Course, models.CASCADE, related_name="own_questions")
    text = models.CharField(_("question"), max_length=400)
    options = models.JSONField(default=list)
    right = models.PositiveSmallIntegerField(default=0)
    explanation = models.CharField(_("explanation"), max_length=1000, blank=True)
    created_by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("own question")
        verbose_name_plural = _("own questions")
        ordering = ["course", "pk"]

    def __str__(self) -> str:
        return self.text


class SessionQuestion(models.Model):
    """A quiz question of a session: from the game's bank (`bank_key`) or an own one. A "during" question is asked after
    `turn`.
    """

    session = models.ForeignKey(Session, models.CASCADE, related_name="questions")
    bank_key = models.CharField(max_length=60, blank=True)
    own = models.ForeignKey(OwnQuestion, models.PROTECT, null=True, blank=True, related_name="+")
    when = models.CharField(max_length=8, choices=When, default=When.AFTER)
    turn = models.PositiveSmallIntegerField(null=True, blank=True)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("question of a session")
        verbose_name_plural = _("questions of a session")
        ordering = ["session", "position", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(bank_key="", own__isnull=False)
                | (~models.Q(bank_key="") & models.Q(own__isnull=True)),
                name="session_question_from_one_source",
            ),
            models.UniqueConstraint(
                fields=["session", "bank_key", "when"], condition=~models.Q(bank_key=""), name="bank_question_once"
            ),
        ]

    def __str__(self) -> str:
        return self.bank_key or f"own question {self.own_id}"


class QuizAnswer(models.Model):
    """A student's only answer to a question. `choice` is the option's index in the bank's order, whatever order was
    shown.
    """

    question = models.ForeignKey(SessionQuestion, models.CASCADE, related_name="answers")
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="quiz_answers")
    choice = models.PositiveSmallIntegerField()
    is_right = models.BooleanField()
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("quiz answer")
        verbose_name_plural = _("quiz answers")
        constraints = [models.UniqueConstraint(fields=["question", "user"], name="quiz_answer_once")]

    def __str__(self) -> str:
        return f"{self.user_id} answers {self.question_id}"


class SurveyItem(models.Model):
    """One item of a survey. A shipped item has a `bank_key` and texts in both languages, an own item has `text`."""

    class Kind(models.TextChoices):
        """Agreement from 1 to 5, or free words."""

        LIKERT = "likert", _("agreement, 1 to 5")
        TEXT = "text", _("own words")

    session = models.ForeignKey(Session, models.CASCADE, related_name="survey_items")
    when = models.CharField(max_length=8, choices=When, default=When.AFTER)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.LIKERT)
    bank_key = models.CharField(max_length=60, blank=True)
    text = models.CharField(_("statement or question"), max_length=300, blank=True)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("survey item")
        verbose_name_plural = _("survey items")
        ordering = ["session", "position", "pk"]

    def __str__(self) -> str:
        return self.bank_key or self.text


class SurveyAnswer(models.Model):
    """A student's answer: `value` from 1 to 5, or `text`."""

    item = models.ForeignKey(SurveyItem, models.CASCADE, related_name="answers")
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="survey_answers")
    value = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(5)]
    )
    text = models.CharField(max_length=2000, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("survey answer")
        verbose_name_plural = _("survey answers")
        constraints = [
            models.UniqueConstraint(fields=["item", "user"], name="survey_answer_once"),
            models.CheckConstraint(
                condition=models.Q(value__isnull=True) | models.Q(value__gte=1, value__lte=5),
                name="survey_value_in_bounds",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} on {self.item_id}"


class Forecast(models.Model):
    """A player's forecast of a turn before it was played: `values` by the game's own figures. `move_number` is the move
    at that time, so that a forecast made after the fact is recognised.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="forecasts")
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="forecasts")
    turn = models.PositiveSmallIntegerField()
    values = models.JSONField(default=dict)
    move_number = models.PositiveIntegerField()
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("forecast")
        verbose_name_plural = _("forecasts")
        constraints = [models.UniqueConstraint(fields=["match", "user", "turn"], name="forecast_once_per_turn")]

    def __str__(self) -> str:
        return f"{self.user_id} on turn {self.turn} of {self.match_id}"


class Poll(models.Model):
    """A question that the room answers from its phones. `counts` are the votes for each of `options`, stored when the
    poll closes: until then they are the rows of `PollVote`. `is_shown` says that the projector shows it.

    A prediction asks for an uncertain event of a `match`, by its key (`predicts`) among the game's; `odds` are the
    weights of the options by the rules, empty without any. Its outcome is read from the match. `words` are text and
    options in each language of the site, as the game says them; empty for a poll in own words.
    """

    session = models.ForeignKey(Session, models.CASCADE, related_name="polls")
    text = models.CharField(_("question"), max_length=200)
    options = models.JSONField(default=list)
    counts = models.JSONField(default=list)
    is_shown = models.BooleanField(default=True)
    match = models.ForeignKey(Match, models.SET_NULL, null=True, blank=True, related_name="predictions")
    predicts = models.CharField(max_length=60, blank=True)
    odds = models.JSONField(default=list, blank=True)
    words = models.JSONField(default=dict, blank=True)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("poll")
        verbose_name_plural = _("polls")
        ordering = ["session", "opened_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["session"], condition=models.Q(closed_at__isnull=True), name="poll_open_once"
            ),
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def said(self) -> str:
        """The question in the reader's language, else in that of the person who asked it."""
        return str(self._words().get("text", self.text))

    @property
    def answers(self) -> list[str]:
        """The options in the reader's language, else in that of the person who asked."""
        found: list[str] = self._words().get("options", self.options)
        return found

    def _words(self) -> dict[str, Any]:
        language = get_language() or ""
        found: dict[str, Any] = self.words.get(language) or self.words.get(language.partition("-")[0]) or {}
        return found


class PollVote(models.Model):
    """The answer of one browser, deleted when the poll closes. `voter` is a digest of a value that the browser keeps
    for a day: it identifies no person, and differs for every poll.
    """

    poll = models.ForeignKey(Poll, models.CASCADE, related_name="votes")
    voter = models.CharField(max_length=64)
    choice = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("vote")
        verbose_name_plural = _("votes")
        constraints = [models.UniqueConstraint(fields=["poll", "voter"], name="poll_vote_once")]

    def __str__(self) -> str:
        return f"{self.choice} in {self.poll_id}"
