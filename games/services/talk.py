"""Team talk."""

from datetime import datetime
from typing import Any

from django.db import transaction

from games import clock
from games.errors import BadRequest
from games.models import Match, Message
from games.models.talk import MESSAGE_LENGTH


@transaction.atomic
def message_post(
    *,
    match_id: int,
    seat: int | None,
    author: Any,
    text: str,
    to_seat: int | None = None,
    now: datetime | None = None,
) -> Message:
    """Say something to the table, or (who runs the match, from no seat) to one seat alone. Raises BadRequest for an
    empty or overlong text, one with control characters, or a seat that there is not.
    """
    text = " ".join(text.split())
    if not text or len(text) > MESSAGE_LENGTH or not text.isprintable():
        raise BadRequest(field="text", reason=len(text))
    match = Match.objects.select_for_update().get(pk=match_id)
    if to_seat is not None and (seat is not None or not match.seats.filter(index=to_seat).exists()):
        raise BadRequest(field="to_seat", reason=to_seat)
    message = Message.objects.create(
        match=match, seat=seat, to_seat=to_seat, author=author, text=text, created_at=now or clock.now()
    )
    match.revision += 1
    match.save(update_fields=["revision"])
    return message
