"""Reading preferences of a person, stored for all devices."""

from typing import Any

from games.models import ReadingChoice


def choose(*, user: Any, text_mode: bool) -> None:
    """Set text mode or tables for every match from now on."""
    ReadingChoice.objects.update_or_create(user=user, defaults={"text_mode": text_mode})


def in_text_mode(user_id: int) -> bool:
    return ReadingChoice.objects.filter(user=user_id, text_mode=True).exists()
