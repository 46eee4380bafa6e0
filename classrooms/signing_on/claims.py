"""What a provider's claims mean here: who it is, what they are called, what they may do."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from classrooms.signing_on.provider import NotTrusted
from games.conf import conf
from games.kit.names import BadName, name_read

NAME_LENGTH: Final = 80
LONGEST: Final = 254
"""Of a subject or an address."""


@dataclass(frozen=True)
class Arrival:
    """Somebody as the provider knows them. `email` is empty unless the provider says that it is theirs; `may_create` is
    None where roles are no matter.
    """

    issuer: str
    subject: str
    name: str
    given_name: str = ""
    family_name: str = ""
    email: str = ""
    may_create: bool | None = None

    @property
    def told(self) -> dict[str, str]:
        """What an account takes over."""
        names = ("display_name", "given_name", "family_name", "email")
        return dict(zip(names, (self.name, self.given_name, self.family_name, self.email), strict=True))

    def kept(self) -> dict[str, Any]:
        """For the session of a browser."""
        return asdict(self)


def arrival_of(claims: Mapping[str, Any]) -> Arrival:
    """Raises NotTrusted for a subject that no provider would give."""
    subject = claims.get("sub")
    if not isinstance(subject, str) or not 0 < len(subject) <= LONGEST or not subject.isprintable():
        raise NotTrusted("subject")
    given, family = _name(claims.get("given_name")), _name(claims.get("family_name"))
    name = _name(claims.get("name")) or _name(f"{given} {family}") or _name(claims.get("preferred_username"))
    return Arrival(
        issuer=conf.OIDC_ISSUER,
        subject=subject,
        name=name or _("Somebody of %(provider)s") % {"provider": conf.OIDC_NAME or conf.OIDC_ISSUER},
        given_name=given,
        family_name=family,
        email=_email(claims),
        may_create=_may_create(claims),
    )


def _name(value: Any) -> str:
    """A name that can be shown, cut where it is long; else none."""
    try:
        return name_read(value[:NAME_LENGTH], most=NAME_LENGTH, required=False) if isinstance(value, str) else ""
    except BadName:
        return ""


def _email(claims: Mapping[str, Any]) -> str:
    """An address that the provider has seen to be theirs. One that is only said is none: notices would go to whoever
    has it.
    """
    email = claims.get("email")
    if claims.get("email_verified") is not True or not isinstance(email, str) or len(email) > LONGEST:
        return ""
    try:
        validate_email(email)
    except ValidationError:
        return ""
    return email


def _may_create(claims: Mapping[str, Any]) -> bool | None:
    wanted = {each.strip() for each in conf.OIDC_INSTRUCTORS.split(",")} - {""}
    if not conf.OIDC_ROLES_CLAIM or not wanted:
        return None
    said: Any = claims.get(conf.OIDC_ROLES_CLAIM)
    if said is None:
        said = claims
        for part in conf.OIDC_ROLES_CLAIM.split("."):
            said = said.get(part) if isinstance(said, Mapping) else None
    values = said.replace(",", " ").split() if isinstance(said, str) else said if isinstance(said, list) else []
    return not wanted.isdisjoint(each for each in values if isinstance(each, str))
