"""Accounts of a host site with its own user model: each account is linked to a person (DOMEGO_PERSON_MODEL)."""

import secrets
from typing import Any

from games.models.people import person_model
from games.platform.services.guests import NAME_LENGTH
from games.ui.names import BadName, name_read

MIRRORED = ("email", "is_active", "is_staff", "is_superuser")
"""Fields that a person copies from the site's account at each visit."""


def account_person(account: Any) -> Any:
    """The person linked to a signed-in account. The person is created at the first visit, with the account's names."""
    said = {name: getattr(account, name) for name in MIRRORED if hasattr(account, name)}
    people = person_model().objects
    person = people.filter(account=account.pk).first()
    if person is None:
        names = {
            "given_name": _displayable_name(account, "first_name"),
            "family_name": _displayable_name(account, "last_name"),
        }
        new = {"username": f"account-{secrets.token_hex(8)}", "display_name": _display_name(account)}
        # Two first pages at once: the second one finds what the first one made.
        person, _new = people.get_or_create(account_id=account.pk, defaults={**new, **names, **said, "password": "!"})
    if any(getattr(person, name) != value for name, value in said.items()):
        for name, value in said.items():
            setattr(person, name, value)
        person.save(update_fields=list(said))
    return person


def _displayable_name(account: Any, field: str) -> str:
    """A name that can be shown; empty for any other."""
    try:
        return name_read(str(getattr(account, field, "") or ""), most=NAME_LENGTH, required=False)
    except BadName:
        return ""


def _display_name(account: Any) -> str:
    for name in (getattr(account, "get_full_name", str)(), account.get_username()):
        try:
            return name_read(name, most=NAME_LENGTH)
        except BadName:
            continue
    return f"{account._meta.verbose_name} {account.pk}"[:NAME_LENGTH]
