"""How a person wants to read: kept with them, on every device."""

from typing import Any

from games.models import ReadingChoice


def choose(*, user: Any, text_mode: bool) -> None:
    """Text mode in every match from now on, or the tables."""
    ReadingChoice.objects.update_or_create(user=user, defaults={"text_mode": text_mode})


def in_text_mode(user_id: int) -> bool:
    return ReadingChoice.objects.filter(user=user_id, text_mode=True).exists()
