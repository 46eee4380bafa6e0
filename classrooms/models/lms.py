"""Learning platforms (LTI 1.3): registrations, their people, courses and links, and marks to send."""

from typing import Any, Final

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from classrooms.models.courses import Course
from classrooms.models.grades import RubricLine
from classrooms.models.sessions import Session
from games.public.models import PERSON_MODEL, NameField

ADDRESS: Final = 1000
"""The greatest length of an address of a platform."""


class LmsPlatform(models.Model):
    """A learning platform as one client of it: `client_id` at `issuer`. A waiting one was registered from outside and
    not yet admitted by the site's staff; nobody comes in through it. `nonce` is that of its registration address.
    `frames` are further origins that may show this site's pages in a frame, one a line.
    """

    class Product(models.TextChoices):
        """Platforms that differ in behaviour."""

        MOODLE = "moodle", "Moodle"
        CANVAS = "canvas", "Canvas"
        OTHER = "other", _("another one")

    class State(models.TextChoices):
        """WITHDRAWN keeps the data of the platform's people and lets nobody in."""

        WAITING = "waiting", pgettext_lazy("platform", "waits for you")
        ON = "on", pgettext_lazy("platform", "in use")
        WITHDRAWN = "withdrawn", pgettext_lazy("platform", "withdrawn")

    name = NameField(_("name"), max_length=120)
    product = models.CharField(_("product"), max_length=8, choices=Product, default=Product.OTHER)
    issuer = models.CharField(_("issuer"), max_length=255)
    client_id = models.CharField(_("client ID"), max_length=255)
    auth_url = models.CharField(_("authentication request address"), max_length=ADDRESS)
    token_url = models.CharField(_("access token address"), max_length=ADDRESS)
    jwks_url = models.CharField(_("address of the public keys"), max_length=ADDRESS)
    audience = models.CharField(_("audience of access tokens"), max_length=ADDRESS, blank=True)
    frames = models.CharField(_("further addresses that show it in a frame"), max_length=ADDRESS, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    admits_all = models.BooleanField(_("all of its courses may come in"), default=False)
    nonce = models.CharField(max_length=32, unique=True, null=True, blank=True)
    created_at = models.DateTimeField()
    launched_at = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    fault = models.CharField(max_length=40, blank=True)
    fault_params = models.JSONField(default=dict, blank=True)
    fault_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("learning platform")
        verbose_name_plural = _("learning platforms")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["issuer", "client_id"], name="lms_platform_unique_client"),
            models.CheckConstraint(
                condition=models.Q(state__in=["waiting", "on", "withdrawn"]), name="lms_platform_state_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class LmsDeployment(models.Model):
    """An installation of the tool in a platform: a Moodle has one, a Canvas one for each account."""

    platform = models.ForeignKey(LmsPlatform, models.CASCADE, related_name="deployments")
    deployment_id = models.CharField(_("deployment ID"), max_length=255)

    class Meta:
        verbose_name = _("deployment")
        verbose_name_plural = _("deployments")
        ordering = ["platform", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["platform", "deployment_id"], name="lms_deployment_unique_in_platform")
        ]

    def __str__(self) -> str:
        return self.deployment_id


class LmsKey(models.Model):
    """A signing key of the tool. The newest one without `retired_at` signs; retired ones are still published for a
    while.
    """

    kid = models.CharField(max_length=40, unique=True)
    private_pem = models.TextField()
    created_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("key for platforms")
        verbose_name_plural = _("keys for platforms")
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.kid


class LmsLogin(models.Model):
    """One launch from its first address to its end. `state` is in addresses, `nonce` in the token, `browser` the digest
    of a secret that only the beginning browser has. `launch` has the platform's claims, for pages with questions before
    the person enters.
    """

    platform = models.ForeignKey(LmsPlatform, models.CASCADE, related_name="logins")
    state = models.CharField(max_length=64, unique=True)
    nonce = models.CharField(max_length=64)
    browser = models.CharField(max_length=64)
    target = models.CharField(max_length=ADDRESS)
    storage = models.CharField(max_length=80, blank=True)
    framed = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    launch = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("launch from a platform")
        verbose_name_plural = _("launches from platforms")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"launch {self.pk} from {self.platform_id}"


class LmsPerson(models.Model):
    """A person of a platform, found by `subject` alone. `is_test` is a platform's test student."""

    platform = models.ForeignKey(LmsPlatform, models.CASCADE, related_name="people")
    subject = models.CharField(max_length=255)
    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="lms_people")
    is_test = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("person of a platform")
        verbose_name_plural = _("people of platforms")
        ordering = ["platform", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["platform", "subject"], name="lms_person_unique_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} on {self.platform_id}"


class LmsCourse(models.Model):
    """A course of a platform, and the connected course of this site. `is_allowed` is the decision of the site's staff,
    null before it; addresses of services are those of the last launch. `counts` are the numbers of people by kind of
    change in the last roster.
    """

    deployment = models.ForeignKey(LmsDeployment, models.CASCADE, related_name="courses")
    context_id = models.CharField(max_length=255)
    title = NameField(max_length=120, blank=True)
    course = models.ForeignKey(Course, models.SET_NULL, null=True, blank=True, related_name="lms_courses")
    is_allowed = models.BooleanField(null=True, blank=True)
    members_url = models.CharField(max_length=ADDRESS, blank=True)
    groups_url = models.CharField(max_length=ADDRESS, blank=True)
    line_items_url = models.CharField(max_length=ADDRESS, blank=True)
    scopes: Any = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField()
    roster_at = models.DateTimeField(null=True, blank=True)
    roster_tried_at = models.DateTimeField(null=True, blank=True)
    roster_fault = models.CharField(max_length=40, blank=True)
    roster_params = models.JSONField(default=dict, blank=True)
    counts = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("course of a platform")
        verbose_name_plural = _("courses of platforms")
        ordering = ["deployment", "title", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["deployment", "context_id"], name="lms_course_unique_in_deployment")
        ]

    def __str__(self) -> str:
        return self.title or self.context_id


class LmsMember(models.Model):
    """A person in a course of a platform, by its last information: a removed one has `gone_at`. `groups` are its
    groups, as pairs of key and name.
    """

    lms_course = models.ForeignKey(LmsCourse, models.CASCADE, related_name="members")
    person = models.ForeignKey(LmsPerson, models.CASCADE, related_name="members")
    role = models.CharField(max_length=12)
    name = NameField(max_length=80, blank=True)
    groups: Any = models.JSONField(default=list, blank=True)
    seen_at = models.DateTimeField()
    gone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("member of a platform's course")
        verbose_name_plural = _("members of platforms' courses")
        ordering = ["lms_course", "pk"]
        constraints = [models.UniqueConstraint(fields=["lms_course", "person"], name="lms_member_unique_in_course")]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.lms_course_id}"


class LmsLink(models.Model):
    """A link in a platform's course, and its target: a page of a session, or none yet. `line_item_url` is its own
    column in the gradebook in its last launch; empty for none and for a deleted one.
    """

    class Page(models.TextChoices):
        """The page of a session that a link opens."""

        SESSION = "session", _("the session")
        DEBRIEF = "debrief", _("its debrief")
        GRADE = "grade", _("the mark")

    lms_course = models.ForeignKey(LmsCourse, models.CASCADE, related_name="links")
    link_id = models.CharField(max_length=255)
    title = NameField(max_length=120, blank=True)
    session = models.ForeignKey(Session, models.SET_NULL, null=True, blank=True, related_name="lms_links")
    page = models.CharField(max_length=8, choices=Page, default=Page.SESSION)
    line_item_url = models.CharField(max_length=ADDRESS, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("link of a platform")
        verbose_name_plural = _("links of platforms")
        ordering = ["lms_course", "pk"]
        constraints = [models.UniqueConstraint(fields=["lms_course", "link_id"], name="lms_link_unique_in_course")]

    def __str__(self) -> str:
        return self.title or self.link_id


class LmsLineItem(models.Model):
    """A column of a platform's gradebook for the marks of a session, or of one `line` of its rubric. Without `url` it
    must still be created, or it was deleted there. `is_ours` says that this site created it, else the platform did with
    a link. A stopped column gets nothing.
    """

    lms_course = models.ForeignKey(LmsCourse, models.CASCADE, related_name="line_items")
    session = models.ForeignKey(Session, models.CASCADE, related_name="lms_line_items")
    line = models.ForeignKey(RubricLine, models.CASCADE, null=True, blank=True, related_name="lms_line_items")
    url = models.CharField(max_length=ADDRESS, blank=True)
    is_ours = models.BooleanField(default=True)
    stopped_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("column in a platform's gradebook")
        verbose_name_plural = _("columns in platforms' gradebooks")
        ordering = ["session", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["lms_course", "session"], condition=models.Q(line__isnull=True), name="lms_line_item_of_session"
            ),
            models.UniqueConstraint(fields=["lms_course", "line"], name="lms_line_item_of_line"),
        ]

    def __str__(self) -> str:
        return self.url or f"column to be made for session {self.session_id}"


class LmsScore(models.Model):
    """A student's mark for a platform: `wanted` and sent, in hundredths of the best mark's unit. `wanted` is null if
    there is no number to send. A mark is sent again (`next_at`) until the platform accepted it. It never overwrites a
    mark changed there: that is a conflict, and `found` is the platform's mark. `tried` was sent without an answer: if
    the platform has that mark, this site wrote it.
    """

    class State(models.TextChoices):
        """REFUSED is given up. ASKS means that a mark on the platform should be deleted, which an instructor must
        confirm.
        """

        WAITING = "waiting", pgettext_lazy("mark to be sent", "waits")
        SENT = "sent", pgettext_lazy("mark to be sent", "sent")
        NONE = "none", pgettext_lazy("mark to be sent", "no mark to send")
        CONFLICT = "conflict", pgettext_lazy("mark to be sent", "changed there")
        ASKS = "asks", pgettext_lazy("mark to be sent", "to be taken back")
        REFUSED = "refused", pgettext_lazy("mark to be sent", "refused")
        STOPPED = "stopped", pgettext_lazy("mark to be sent", "stopped")

    line_item = models.ForeignKey(LmsLineItem, models.CASCADE, related_name="scores")
    person = models.ForeignKey(LmsPerson, models.CASCADE, related_name="scores")
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    wanted = models.PositiveIntegerField(null=True, blank=True)
    comment = models.CharField(max_length=600, blank=True)
    is_sure = models.BooleanField(default=False)
    sent = models.PositiveIntegerField(null=True, blank=True)
    sent_comment = models.CharField(max_length=600, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    tried = models.PositiveIntegerField(null=True, blank=True)
    found = models.CharField(max_length=20, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    next_at = models.DateTimeField(null=True, blank=True)
    fault = models.CharField(max_length=40, blank=True)
    fault_params = models.JSONField(default=dict, blank=True)
    asked_at = models.DateTimeField()

    class Meta:
        verbose_name = _("mark for a platform")
        verbose_name_plural = _("marks for platforms")
        ordering = ["line_item", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["line_item", "person"], name="lms_score_unique_in_line_item"),
            models.CheckConstraint(
                condition=models.Q(
                    state__in=["waiting", "sent", "none", "conflict", "asks", "refused", "stopped"],
                ),
                name="lms_score_state_known",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="waiting") | models.Q(next_at__isnull=False),
                name="lms_score_waiting_has_time",
            ),
        ]
        indexes = [models.Index(fields=["state", "next_at"], name="lms_score_due")]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.line_item_id}: {self.state}"
