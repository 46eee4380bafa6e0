import zoneinfo
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, Group, Permission
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.public.base import conf
from games.public.models import NameField


def validate_time_zone(name: str) -> None:
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("This time zone is not known."), code="unknown_time_zone")


def languages() -> list[tuple[str, Any]]:
    """The languages of this site, as a callable, so that other languages need no migration."""
    return list(settings.LANGUAGES)


class AbstractPerson(AbstractUser):
    """Base class of a user model for people of courses. The role (instructor or student) belongs to each course, not to
    the person.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    username = NameField(**AbstractUser._meta.get_field("username").deconstruct()[3])
    """Django's field, with the site's rule for names."""
    display_name = NameField(_("name shown to others"), max_length=80)
    family_name = NameField(_("family name"), max_length=80, blank=True)
    given_name = NameField(_("given name"), max_length=80, blank=True)
    language = models.CharField(
        _("language"), max_length=8, blank=True, choices=languages, help_text=_("Empty: as the browser asks.")
    )
    time_zone = models.CharField(
        _("time zone"),
        max_length=64,
        blank=True,
        validators=[validate_time_zone],
        help_text=_("Empty: the site's own."),
    )
    mail_notifications = models.BooleanField(_("mail me when it is my turn or my marks are there"), default=True)
    is_guest = models.BooleanField(
        _("guest"), default=False, help_text=_("Came with a code or a personal link and has no password.")
    )
    can_create_courses = models.BooleanField(_("may create courses"), default=False)
    erased_at = models.DateTimeField(null=True, blank=True)
    second_factor_since = models.DateTimeField(_("second factor since"), null=True, blank=True)

    apart = ""
    """Words that distinguish this person from another of the same name, set by `people.namesakes.tell_apart`."""

    enrolments: Any
    teams: Any
    stewarded_matches: Any
    observed_matches: Any

    class Meta(AbstractUser.Meta):
        abstract = True

    REQUIRED_FIELDS: ClassVar[list[str]] = ["display_name"]

    def __str__(self) -> str:
        return self.get_full_name()

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """The hash includes the second factor, so that a change of it ends all earlier sessions."""
        own: str = super()._get_session_auth_hash(secret)  # type: ignore[misc]  # Django's, for secrets of before too
        if self.second_factor_since is None:
            return own
        since = f"{own} {self.second_factor_since.timestamp()}"
        return salted_hmac("classrooms.second-factor", since, secret=secret, algorithm="sha256").hexdigest()

    def must_have_second_factor(self) -> bool:
        """Does the site require a second factor of the person? A person without a password cannot add one."""
        if conf.REQUIRE_SECOND_FACTOR == "off" or not self.has_usable_password():
            return False
        if self.is_staff or self.is_superuser:
            return True
        if conf.REQUIRE_SECOND_FACTOR == "staff":
            return False
        courses = self.enrolments.filter(left_at__isnull=True).exclude(role="student")
        return self.can_create_courses or courses.exists()

    def needs_second_factor(self) -> bool:
        """Must the person have a second factor, and has none? For instructors this takes a query."""
        return self.second_factor_since is None and self.must_have_second_factor()

    def get_full_name(self) -> str:
        return gettext("Erased person") if self.erased_at else self.display_name or self.username

    def get_listed_name(self) -> str:
        """The name in lists sorted by family name: "Moreau, Léa"; the shown name if its parts are unknown."""
        if self.erased_at or not self.family_name:
            return self.get_full_name()
        return f"{self.family_name}, {self.given_name}" if self.given_name else self.family_name

    def get_name_parts(self) -> tuple[str, str]:
        """Family name and given name, for separate columns. If they are unknown, the whole name and an empty text,
        since nothing is guessed about names.
        """
        if self.erased_at or not self.family_name:
            return self.get_full_name(), ""
        return self.family_name, self.given_name

    def get_short_name(self) -> str:
        return self.get_full_name()

    @property
    def called(self) -> str:
        """The name, with words that distinguish it from an equal name."""
        return f"{self.get_full_name()} ({self.apart})" if self.apart else self.get_full_name()

    @property
    def called_in_list(self) -> str:
        """The same for lists sorted by family name."""
        return f"{self.get_listed_name()} ({self.apart})" if self.apart else self.get_listed_name()


def _own(name: str) -> Any:
    """Django's own label of a field, in every language."""
    field: Any = AbstractUser._meta.get_field(name)
    return field.verbose_name


class User(AbstractPerson):
    """The user model of a site without its own `AbstractPerson` (DOMEGO_PERSON_MODEL)."""

    # Without the way back that the accounts of another site have from their groups.
    groups: Any = models.ManyToManyField(Group, verbose_name=_own("groups"), blank=True, related_name="+")
    user_permissions: Any = models.ManyToManyField(
        Permission, verbose_name=_own("user_permissions"), blank=True, related_name="+"
    )
    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    """The person's account on a site with its own user model. A deleted account leaves its person."""

    class Meta(AbstractPerson.Meta):
        abstract = False
        swappable = "DOMEGO_PERSON_MODEL"
