"""What people change of their own account."""

from collections.abc import Sequence

from classrooms.models import User


def account_edit(*, user: User, fields: Sequence[str]) -> None:
    """Keep what a form, which has checked it, has put into these fields."""
    user.save(update_fields=fields)


def language_keep(*, user: User, language: str) -> None:
    """The language in which somebody reads from now on, in every browser."""
    if user.language != language:
        user.language = language
        user.save(update_fields=["language"])
