"""People without an account: they come with a link or to look around, and return by a personal link."""

import secrets
from typing import Any

from django.contrib.auth import get_user_model
from django.core import signing

from games.errors import BadRequest, SeatTaken

SALT = "games.guest-return"
NAME_LENGTH = 80


def guest_create(*, display_name: str) -> Any:
    """A guest account without a password. Raises BadRequest for a name that cannot be shown."""
    name = " ".join(display_name.split())
    if not name or len(name) > NAME_LENGTH or not name.isprintable():
        raise BadRequest(field="name", reason=len(name))
    user = get_user_model()(username=f"guest-{secrets.token_hex(8)}", display_name=name, is_guest=True)
    user.set_unusable_password()
    user.save()
    return user


def return_token(user: Any) -> str:
    """The secret part of a guest's personal link. It works on any device until the account gets a password."""
    return signing.dumps([user.pk, user.password], salt=SALT)


def guest_by_token(token: str) -> Any:
    """The guest of a personal link. Raises SeatTaken for a forged one, or one of an account that has a password now."""
    try:
        pk, password = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        raise SeatTaken from None
    user = get_user_model().objects.filter(pk=pk, is_active=True, is_guest=True, password=password).first()
    if user is None:
        raise SeatTaken
    return user
