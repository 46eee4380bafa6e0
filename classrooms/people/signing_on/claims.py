"""The claims of a provider as values of this site: identity, names and rights."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from classrooms.people.signing_on.provider import NotTrusted
from games.public.base import conf
from games.ui.names import BadName, name_read

NAME_LENGTH: Final = 80
LONGEST: Final = 254
"""The greatest length of a subject or an address."""


@dataclass(frozen=True)
class Arrival:
    """A person as the provider describes them. `email` is empty unless the provider has verified it; `may_create` is
    None if roles are not used.
    """

    issuer: str
    subject: str
    name: str
    given_name: str = ""
    family_name: str = ""
    email: str = ""
    may_create: bool | None = None

    @property
    def account_values(self) -> dict[str, str]:
        """The values that an account takes over."""
        names = ("display_name", "given_name", "family_name", "email")
        return dict(zip(names, (self.name, self.given_name, self.family_name, self.email), strict=True))

    def kept(self) -> dict[str, Any]:
        """The values for the session of a browser."""
        return asdict(self)


def arrival_of(claims: Mapping[str, Any]) -> Arrival:
    """The person in these claims. Raises NotTrusted for an impossible subject."""
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
    """A printable name, cut to a length; else an empty text."""
    try:
        return name_read(value[:NAME_LENGTH], most=NAME_LENGTH, required=False) if isinstance(value, str) else ""
    except BadName:
        return ""


def _email(claims: Mapping[str, Any]) -> str:
    """An address that the provider has verified. Others are dropped, since notices would go to a stranger."""
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
