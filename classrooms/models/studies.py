"""Studies: arms drawn by lot, a test before, after and later, and what they showed."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from classrooms.models.courses import Course, Team
from classrooms.models.questions import OwnQuestion
from classrooms.models.sessions import Session
from games.public.models import PERSON_MODEL, NameField


class DrawBy(models.TextChoices):
    """The units of the draw."""

    PERSON = "person", _("each person")
    TEAM = "team", _("whole teams of the course")


class Strata(models.TextChoices):
    """The groups within which people are drawn, so that arms are alike in them."""

    NONE = "", _("none")
    GROUP = "group", _("teams of the course")
    MARK = "mark", _("earlier marks, in thirds")


class StudyMoment(models.TextChoices):
    """The tests of a study."""

    BEFORE = "before", _("before")
    AFTER = "after", _("after")
    LATER = "later", _("later")


class StudyForm(models.TextChoices):
    """The two parallel forms of a test. A person who has form A before has form B after and form A later."""

    A = "A", "A"
    B = "B", "B"


class Study(models.Model):
    """A comparison of arms in a course. Students learn of it when its plan is frozen, and their arm when it is drawn.

    `question` is the question of the study in words. Questions of its tests come from the bank of `game` and from the
    course's own. With `crossover`, every arm takes part in the others' activities after the second test. The `seed`
    (hex) of the draw is a secret until the study has ended; `plan` holds its digest. `plan` is the protocol when it was
    frozen, with `digest` (SHA-256), empty before. `power` is the chance of each effect, with the design that it is for.

    The test before is open from `frozen_at` to `drawn_at`, the other two in the times given. `drawn` counts people by
    arm at the draw, so that an erased person is still counted. `result` holds the numbers at `resulted_at`, made from
    consenting people only, with counts of those who are left out. Once it was exported or shared (`pooled_at`), consent
    can no longer be withdrawn. `summary` is what the course shares of it with other sites
    (`assess.studies.sharing.summary`); None for a study that is not shared.
    """

    course = models.ForeignKey(Course, models.CASCADE, related_name="studies")
    title = NameField(_("title"), max_length=120)
    question = models.CharField(_("question"), max_length=300, blank=True)
    game = models.CharField(max_length=40, blank=True)
    draw_by = models.CharField(_("drawn by lot"), max_length=8, choices=DrawBy, default=DrawBy.PERSON)
    strata = models.CharField(_("alike in"), max_length=8, choices=Strata, default=Strata.NONE, blank=True)
    crossover = models.BooleanField(_("everybody plays in the end"), default=True)
    asks_experience = models.BooleanField(_("ask how the game was"), default=True)
    later_required = models.BooleanField(_("the third test is required"), default=False)
    seed = models.CharField(max_length=64)
    power = models.JSONField(null=True, blank=True)
    plan = models.JSONField(null=True, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    after_at = models.DateTimeField(_("second test opens"), null=True, blank=True)
    after_until = models.DateTimeField(_("second test ends"), null=True, blank=True)
    later_at = models.DateTimeField(_("third test opens"), null=True, blank=True)
    later_until = models.DateTimeField(_("third test ends"), null=True, blank=True)
    frozen_at = models.DateTimeField(null=True, blank=True)
    drawn_at = models.DateTimeField(null=True, blank=True)
    drawn = models.JSONField(default=dict, blank=True)
    result = models.JSONField(null=True, blank=True)
    resulted_at = models.DateTimeField(null=True, blank=True)
    pooled_at = models.DateTimeField(null=True, blank=True)
    summary = models.JSONField(null=True, blank=True)
    created_by = models.ForeignKey(PERSON_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("study")
        verbose_name_plural = _("studies")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(draw_by__in=DrawBy.values), name="study_draw_by_known"),
            models.CheckConstraint(condition=models.Q(strata__in=Strata.values), name="study_strata_known"),
            models.CheckConstraint(
                condition=models.Q(drawn_at__isnull=True) | models.Q(frozen_at__isnull=False),
                name="study_frozen_before_its_draw",
            ),
            models.CheckConstraint(
                condition=models.Q(frozen_at__isnull=True) | ~models.Q(digest=""), name="study_frozen_with_a_digest"
            ),
        ]

    def __str__(self) -> str:
        return self.title


class StudyArm(models.Model):
    """An arm: a draft session, which gets the tables of its people when the study is drawn, or another activity in
    words. The first arm is the one that others are compared with. `later_session` is the session that people without a
    game play after the second test; the analysis does not read it.
    """

    study = models.ForeignKey(Study, models.CASCADE, related_name="arms")
    position = models.PositiveSmallIntegerField()
    name = NameField(_("name"), max_length=80)
    activity = models.CharField(_("what they do"), max_length=300, blank=True)
    session = models.ForeignKey(Session, models.SET_NULL, null=True, blank=True, related_name="study_arms")
    later_session = models.ForeignKey(Session, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("arm of a study")
        verbose_name_plural = _("arms of studies")
        ordering = ["study", "position"]
        constraints = [
            models.UniqueConstraint(fields=["study", "position"], name="study_arm_position_unique"),
            models.UniqueConstraint(fields=["study", "name"], name="study_arm_name_unique"),
        ]

    def __str__(self) -> str:
        return self.name


class StudyQuestion(models.Model):
    """A question of a form: from the game's bank (`bank_key`) or an own one of the course."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="questions")
    form = models.CharField(max_length=1, choices=StudyForm)
    position = models.PositiveSmallIntegerField(default=0)
    bank_key = models.CharField(max_length=60, blank=True)
    own = models.ForeignKey(OwnQuestion, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("question of a study")
        verbose_name_plural = _("questions of studies")
        ordering = ["study", "form", "position", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(bank_key="", own__isnull=False)
                | (~models.Q(bank_key="") & models.Q(own__isnull=True)),
                name="study_question_from_one_source",
            ),
            models.CheckConstraint(condition=models.Q(form__in=StudyForm.values), name="study_question_form_known"),
            models.UniqueConstraint(
                fields=["study", "bank_key"], condition=~models.Q(bank_key=""), name="study_bank_question_once"
            ),
            models.UniqueConstraint(
                fields=["study", "own"], condition=models.Q(own__isnull=False), name="study_own_question_once"
            ),
        ]

    def __str__(self) -> str:
        return self.bank_key or f"own question {self.own_id}"


class StudyPerson(models.Model):
    """A person in a study. `arm`, `unit` and `stratum` are those of the draw and never change: `unit` names the team
    that was drawn or seated together, and is empty for people without one. `consents` is None until the person answers.
    The mail that asks for the third test is sent once (`mail_claimed_at`).
    """

    study = models.ForeignKey(Study, models.CASCADE, related_name="people")
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="study_parts")
    arm = models.ForeignKey(StudyArm, models.RESTRICT, null=True, blank=True, related_name="people")
    team = models.ForeignKey(Team, models.SET_NULL, null=True, blank=True, related_name="+")
    unit = models.CharField(max_length=80, blank=True)
    stratum = models.CharField(max_length=80, blank=True)
    order = models.CharField(max_length=2, default="AB")
    consents = models.BooleanField(null=True, blank=True)
    consent_at = models.DateTimeField(null=True, blank=True)
    mail_claimed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("person in a study")
        verbose_name_plural = _("people in studies")
        ordering = ["study", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["study", "user"], name="study_person_once"),
            models.CheckConstraint(condition=models.Q(order__in=["AB", "BA"]), name="study_order_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in study {self.study_id}"


class StudyTest(models.Model):
    """A person's answers to a test: by question, [choice or null, confidence in percent or null].

    They are kept while the person types and count once sent (`sent_at`). `experience` has steps 1 to 5 by item, and
    `words` the answer to the free question; both belong to the test after.
    """

    person = models.ForeignKey(StudyPerson, models.CASCADE, related_name="tests")
    moment = models.CharField(max_length=8, choices=StudyMoment)
    form = models.CharField(max_length=1, choices=StudyForm)
    answers = models.JSONField(default=dict)
    experience = models.JSONField(default=dict, blank=True)
    words = models.CharField(max_length=1000, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("test of a study")
        verbose_name_plural = _("tests of studies")
        constraints = [
            models.UniqueConstraint(fields=["person", "moment"], name="study_test_once"),
            models.CheckConstraint(condition=models.Q(moment__in=StudyMoment.values), name="study_moment_known"),
            models.CheckConstraint(condition=models.Q(form__in=StudyForm.values), name="study_test_form_known"),
        ]

    def __str__(self) -> str:
        return f"{self.moment} of {self.person_id}"


class StudyPool(models.Model):
    """Studies of other classes that a course took in, as summaries without names, and the numbers of all together.
    `numbers` belong to the summaries with `digest` (SHA-256); both are empty while nothing was computed.
    """

    course = models.OneToOneField(Course, models.CASCADE, related_name="study_pool")
    summaries = models.JSONField(default=list, blank=True)
    numbers = models.JSONField(null=True, blank=True)
    digest = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name = _("pool of studies")
        verbose_name_plural = _("pools of studies")

    def __str__(self) -> str:
        return f"pool of course {self.course_id}"


class BankFit(models.Model):
    """The difficulties of a game's questions by a Rasch model of all first answers on this site. `items` has by key of
    a question: its difficulty in logits, the standard error, the number of answers, and the number of its scale.
    """

    game = models.CharField(max_length=40, unique=True)
    items = models.JSONField(default=dict, blank=True)
    people = models.PositiveIntegerField(default=0)
    fitted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("difficulties of a question bank")
        verbose_name_plural = _("difficulties of question banks")

    def __str__(self) -> str:
        return self.game
