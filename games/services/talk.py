"""Team talk."""

from datetime import datetime
from typing import Any

from django.db import transaction

from games import clock
from games.errors import BadRequest
from games.models import Match, Message
from games.models.talk import MESSAGE_LENGTH


@transaction.atomic
def message_post(*, match_id: int, seat: int | None, author: Any, text: str, now: datetime | None = None) -> Message:
    """Say something to the table. Raises BadRequest for an empty or overlong text or one with control characters."""
    text = " ".join(text.split())
    if not text or len(text) > MESSAGE_LENGTH or not text.isprintable():
        raise BadRequest(field="text", reason=len(text))
    match = Match.objects.select_for_update().get(pk=match_id)
    message = Message.objects.create(match=match, seat=seat, author=author, text=text, created_at=now or clock.now())
    match.revision += 1
    match.save(update_fields=["revision"])
    return message
