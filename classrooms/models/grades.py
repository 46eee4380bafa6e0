"""Grades: the rubric, each person's marks with their facts, and reviews by team mates."""

import secrets
from typing import Any, Final

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from classrooms.models.courses import Course
from classrooms.models.sessions import Session, SessionTeam
from games.public.models import PERSON_MODEL, NameField

FULL = 10_000
"""Points of a line are whole numbers from 0 to this (hundredths of a percent), so that sums are exact."""
KIND_NAMES: Final[dict[str, Any]] = {}
"""The name of each kind of line, which `classrooms.assess.grading.criteria` enters."""


def line_name(kind: str, title: str) -> str:
    """A line's own title, or the name of its kind in the current language."""
    return title or str(KIND_NAMES[kind]).capitalize()


class GradeBook(models.Model):
    """The rubric of a session. `scale` is the best mark (20, 100), `decimals` the rounding of a final mark, half up. A
    final mark is a number only if at least `smallest_share` percent of the weights could be judged. With
    `shows_distribution` students see the distribution of the class's published marks, without names.
    """

    session = models.OneToOneField(Session, models.CASCADE, related_name="grade_book")
    scale = models.PositiveSmallIntegerField(
        _("best mark"), default=20, validators=[MinValueValidator(1), MaxValueValidator(1000)]
    )
    decimals = models.PositiveSmallIntegerField(_("decimals"), default=1, validators=[MaxValueValidator(2)])
    smallest_share = models.PositiveSmallIntegerField(
        _("smallest share of the rubric for a mark"), default=60, validators=[MaxValueValidator(100)]
    )
    computed_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    shows_distribution = models.BooleanField(_("show students how the marks are spread"), default=False)
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("grade book")
        verbose_name_plural = _("grade books")
        constraints = [
            models.CheckConstraint(condition=models.Q(scale__gte=1, scale__lte=1000), name="grade_scale_in_bounds"),
            models.CheckConstraint(condition=models.Q(decimals__lte=2), name="grade_decimals_in_bounds"),
            models.CheckConstraint(condition=models.Q(smallest_share__lte=100), name="grade_smallest_share_in_bounds"),
        ]

    def __str__(self) -> str:
        return f"grades of {self.session_id}"


class RubricLine(models.Model):
    """One line of a rubric. `weight` is relative to the other lines; 0 shows a line without counting it. `when_nothing`
    is the rule for a student who left nothing to judge.
    """

    class Nothing(models.TextChoices):
        """The effect of nothing to judge. Parts that were never asked, or are still awaited, are left out in
        any case.
        """

        LEFT_OUT = "left_out", _("left out")
        ZERO = "zero", _("zero")

    book = models.ForeignKey(GradeBook, models.CASCADE, related_name="lines")
    kind = models.CharField(max_length=16)
    title = NameField(_("title"), max_length=80, blank=True)
    weight = models.PositiveSmallIntegerField(_("weight"), default=1, validators=[MaxValueValidator(1000)])
    when_nothing = models.CharField(
        _("nothing to judge means"), max_length=8, choices=Nothing, default=Nothing.LEFT_OUT
    )
    position = models.PositiveSmallIntegerField(default=0)
    params = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("rubric line")
        verbose_name_plural = _("rubric lines")
        ordering = ["book", "position", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(when_nothing__in=("left_out", "zero")), name="rubric_line_nothing_known"
            )
        ]

    def __str__(self) -> str:
        return self.title or self.kind

    @property
    def name(self) -> str:
        """The line's own title, or the name of its kind in the current language."""
        return line_name(self.kind, self.title)


class RuleChange(models.Model):
    """A change of a curve after the session had opened: old curve, new curve, and the reason, which students read. Rows
    are never changed.
    """

    line = models.ForeignKey(RubricLine, models.CASCADE, related_name="rule_changes")
    before = models.JSONField()
    after = models.JSONField()
    reason = models.CharField(max_length=300)
    by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("change of a rule")
        verbose_name_plural = _("changes of rules")
        ordering = ["line", "created_at", "pk"]
        constraints = [models.CheckConstraint(condition=~models.Q(reason=""), name="rule_change_has_reason")]

    def __str__(self) -> str:
        return f"change of line {self.line_id}"


class Participation(models.Model):
    """Participation of a person in a session, for marks. It is proposed from own moves alone, since presence is not
    recorded; a proposal has no `by`. A state set by hand stays whatever is computed. `facts` are those of the proposal.
    """

    class State(models.TextChoices):
        """Excused is only ever set by hand."""

        PRESENT = "present", pgettext_lazy("participation", "took part")
        ABSENT = "absent", pgettext_lazy("participation", "absent")
        REPLACED = "replaced", pgettext_lazy("participation", "replaced")
        EXCUSED = "excused", pgettext_lazy("participation", "excused")

    session = models.ForeignKey(Session, models.CASCADE, related_name="participations")
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="participations")
    state = models.CharField(max_length=10, choices=State)
    is_proposed = models.BooleanField(default=True)
    facts = models.JSONField(default=dict, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("participation")
        verbose_name_plural = _("participations")
        constraints = [
            models.UniqueConstraint(fields=["session", "user"], name="participation_unique"),
            models.CheckConstraint(
                condition=models.Q(state__in=("present", "absent", "replaced", "excused")),
                name="participation_state_known",
            ),
            models.CheckConstraint(
                condition=models.Q(is_proposed=False) | ~models.Q(state="excused"), name="participation_excused_by_hand"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in session {self.session_id}: {self.state}"


class FinalChoice(models.Model):
    """An instructor's choice about a person's final mark before publishing. The newest choice counts; rows are never
    changed. `about` is the mark or state at that time: KEEP holds as long as it is the same.
    """

    class Kind(models.TextChoices):
        """OPEN means that the computed mark counts again."""

        KEEP = "keep", _("kept")
        SET = "set", _("set by hand")
        EMPTY = "empty", pgettext_lazy("in the place of a mark", "left empty")
        OPEN = "open", _("taken back")

    book = models.ForeignKey(GradeBook, models.CASCADE, related_name="choices")
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="final_choices")
    kind = models.CharField(max_length=8, choices=Kind)
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    about = models.CharField(max_length=24, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("choice about a final mark")
        verbose_name_plural = _("choices about final marks")
        ordering = ["book", "created_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=(models.Q(kind="set", points__isnull=False, points__lte=FULL) & ~models.Q(reason=""))
                | (models.Q(kind__in=("keep", "empty", "open"), points__isnull=True)),
                name="final_choice_set_has_points_and_reason",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id} in grade book {self.book_id}"


class Mark(models.Model):
    """One person's points on one line, from 0 to `FULL`; null while there is nothing to judge. `points` can be
    recomputed from `facts` alone. `changed_points` were set by hand with a reason, and override `points` until they are
    removed.
    """

    line = models.ForeignKey(RubricLine, models.CASCADE, related_name="marks")
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="marks")
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    computed_at = models.DateTimeField(null=True, blank=True)
    changed_points = models.PositiveSmallIntegerField(null=True, blank=True)
    changed_by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    changed_reason = models.CharField(max_length=300, blank=True)
    changed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("mark")
        verbose_name_plural = _("marks")
        constraints = [
            models.UniqueConstraint(fields=["line", "user"], name="mark_unique_in_line"),
            models.CheckConstraint(
                condition=models.Q(points__isnull=True) | models.Q(points__lte=FULL), name="mark_points_in_bounds"
            ),
            models.CheckConstraint(
                condition=models.Q(changed_points__isnull=True)
                | (models.Q(changed_points__lte=FULL) & ~models.Q(changed_reason="")),
                name="mark_change_has_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} on {self.line_id}"


class PeerReview(models.Model):
    """A student's review of a team mate, shown to that mate only as a mean and without names. `points` are from 0
    to 4.
    """

    session_team = models.ForeignKey(SessionTeam, models.CASCADE, related_name="peer_reviews")
    author = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="peer_reviews_given")
    about = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="peer_reviews_got")
    points = models.PositiveSmallIntegerField(validators=[MaxValueValidator(4)])
    note = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("peer review")
        verbose_name_plural = _("peer reviews")
        constraints = [
            models.UniqueConstraint(fields=["session_team", "author", "about"], name="peer_review_unique"),
            models.CheckConstraint(condition=~models.Q(author=models.F("about")), name="peer_review_of_another"),
            models.CheckConstraint(condition=models.Q(points__lte=4), name="peer_review_points_in_bounds"),
        ]

    def __str__(self) -> str:
        return f"review {self.pk}"


class MarkChange(models.Model):
    """A change of a mark: computed differently, set by hand, or returned to the computation. `points` are the new ones.
    Rows are never changed.
    """

    class Kind(models.TextChoices):
        """The cause of the change."""

        COMPUTED = "computed", _("computed anew")
        SET = "set", _("set by hand")
        TAKEN_BACK = "taken_back", _("taken back")

    mark = models.ForeignKey(Mark, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=12, choices=Kind)
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("change of a mark")
        verbose_name_plural = _("changes of marks")
        ordering = ["mark", "created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.kind} of mark {self.mark_id}"


class PublishedGrade(models.Model):
    """A student's published mark, unchanged until the next publication. `final` is the written mark; if it is empty,
    `state` is shown instead. `content` has each line with weight, points and facts. `previous_final` and
    `previous_state` are those of the publication before, `changed_at` is the time of the last change.
    """

    book = models.ForeignKey(GradeBook, models.CASCADE, related_name="published")
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="published_grades")
    final = models.CharField(max_length=12, blank=True)
    state = models.CharField(max_length=12, blank=True)
    content = models.JSONField()
    published_at = models.DateTimeField()
    previous_final = models.CharField(max_length=12, blank=True)
    previous_state = models.CharField(max_length=12, blank=True)
    changed_at = models.DateTimeField(null=True, blank=True)
    mail_claimed_at = models.DateTimeField(null=True, blank=True)
    mail_sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("published grade")
        verbose_name_plural = _("published grades")
        constraints = [models.UniqueConstraint(fields=["book", "user"], name="published_grade_unique_in_book")]

    def __str__(self) -> str:
        return f"{self.user_id} in grade book {self.book_id}: {self.final}"


class MarkQuery(models.Model):
    """A student's question about a mark, one for each publication. `final` and `state` are the published ones at that
    time; `is_open` while the student's last message has no answer.
    """

    published = models.ForeignKey(PublishedGrade, models.CASCADE, related_name="queries")
    about = models.DateTimeField()
    final = models.CharField(max_length=12, blank=True)
    state = models.CharField(max_length=12, blank=True)
    is_open = models.BooleanField(default=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("query about a mark")
        verbose_name_plural = _("queries about marks")
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["published", "about"], name="mark_query_once_for_each_publication")
        ]

    def __str__(self) -> str:
        return f"query {self.pk} about published grade {self.published_id}"


class MarkQueryText(models.Model):
    """One message of a query: the student's, or with `is_answer` the instructor's. Rows are never changed."""

    query = models.ForeignKey(MarkQuery, models.CASCADE, related_name="texts")
    by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    is_answer = models.BooleanField(default=False)
    text = models.CharField(max_length=1000)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("text of a query")
        verbose_name_plural = _("texts of queries")
        ordering = ["query", "created_at", "pk"]
        constraints = [models.CheckConstraint(condition=~models.Q(text=""), name="mark_query_text_not_empty")]

    def __str__(self) -> str:
        return f"text {self.pk} of query {self.query_id}"


class RoleScores(models.Model):
    """Scores of bots in games of these rules, scenario, options and seats (`digest` stands for all of them). `scores`
    are by seat, in the order of the games; `targets` are by collective target, with the value reached in each game.
    Both are empty before the games are played; `sessions` wait for them.
    """

    digest = models.CharField(max_length=64, unique=True)
    game = models.CharField(max_length=40)
    rules_version = models.PositiveIntegerField()
    bot = models.CharField(max_length=40)
    scenario = models.TextField()
    options = models.TextField(default="{}")
    seats = models.PositiveSmallIntegerField()
    scores = models.JSONField(default=list)
    targets = models.JSONField(null=True, blank=True)
    sessions = models.ManyToManyField(Session, related_name="+", blank=True)
    created_at = models.DateTimeField()
    made_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("scores of bots")
        verbose_name_plural = _("scores of bots")

    def __str__(self) -> str:
        return f"{self.game} {self.digest[:12]}"


def new_secret() -> str:
    """32 random bytes in hex."""
    return secrets.token_hex(32)


class ResearchKey(models.Model):
    """The secret of a course's pseudonyms: one person has one pseudonym in all its sessions. Without the secret no
    pseudonym leads back to a person.
    """

    course = models.OneToOneField(Course, models.CASCADE, related_name="research_key")
    secret = models.CharField(max_length=64, default=new_secret)

    class Meta:
        verbose_name = _("research key")
        verbose_name_plural = _("research keys")

    def __str__(self) -> str:
        return f"research key of course {self.course_id}"
