"""Guests: people without an account, who come by an invitation or to look around, and return by a personal link."""

import secrets
from collections.abc import Iterable
from typing import Any

from django.core import signing

from games.models.people import person_model
from games.platform.errors import BadRequest, SeatTaken
from games.ui.names import BadName, name_read

SALT = "games.guest-return"
NAME_LENGTH = 80
"""The most characters of a guest's name."""


def guest_create(*, display_name: str, email: str = "") -> Any:
    """A guest account without a password. Raises BadRequest for a name that cannot be shown."""
    user = _guest(display_name, email)
    user.save()
    return user


def guests_create(*, people: Iterable[tuple[str, str]]) -> list[Any]:
    """A guest for each (name, mail address), in this order, in a few queries. Raises BadRequest as `guest_create`."""
    return list(person_model().objects.bulk_create([_guest(name, email) for name, email in people], batch_size=200))


def _guest(name: str, email: str) -> Any:
    try:
        name = name_read(name, most=NAME_LENGTH)
    except BadName as bad:
        raise BadRequest(field="name", reason=bad.code) from None
    user = person_model()(username=f"guest-{secrets.token_hex(8)}", display_name=name, email=email, is_guest=True)
    user.set_unusable_password()
    return user


def return_token(user: Any) -> str:
    """The secret part of a guest's personal link, always the same. It works on any device until the account gets a
    password or the link is renewed.
    """
    return signing.Signer(salt=SALT).sign_object([user.pk, user.password])


def guest_by_token(token: str) -> Any:
    """The guest of a personal link. Raises SeatTaken for a forged one, or one of an account with a password."""
    try:
        pk, password = signing.Signer(salt=SALT).unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        raise SeatTaken from None
    user = person_model().objects.filter(pk=pk, is_active=True, is_guest=True, password=password).first()
    if user is None:
        raise SeatTaken
    return user


def return_link_renew(*, user: Any) -> None:
    """Replace the guest's personal link. The old one stops working, and every device that it signed in
    is signed out.
    """
    if not user.is_guest:
        raise BadRequest(field="user", reason=user.pk)
    user.set_unusable_password()
    user.save(update_fields=["password"])
