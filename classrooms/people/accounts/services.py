"""Changes that people make to their own account."""

from collections.abc import Sequence

from classrooms.models import User


def account_edit(*, user: User, fields: Sequence[str]) -> None:
    """Save the values that a valid form has set in these fields."""
    user.save(update_fields=fields)


def language_keep(*, user: User, language: str) -> None:
    """Save the person's language for every browser."""
    if user.language != language:
        user.language = language
        user.save(update_fields=["language"])
