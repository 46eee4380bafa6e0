"""Chat of a match."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from games.models import Match, Message
from games.models.talk import MESSAGE_LENGTH
from games.platform import clock
from games.platform.errors import BadRequest, TooMuchTalk
from games.ui.one_line import is_shown, one_line

WINDOW: Final = timedelta(minutes=1)
BY_A_PERSON: Final = 20
"""The most messages by one person at one table in a minute."""
AT_A_TABLE: Final = 100
"""The most messages at one table in a minute."""


@transaction.atomic
def message_say(
    *, match_id: int, seat: int | None, author: Any, text: str, to_seat: int | None = None, now: datetime | None = None
) -> Message:
    """Post a message (`message_post`) within the rate limits of person and table. Raises TooMuchTalk beyond them."""
    match = Match.objects.select_for_update().get(pk=match_id)
    now = now or clock.now()
    said = match.messages.filter(created_at__gt=now - WINDOW).order_by("-created_at")
    for rows, most in ((said.filter(author=author), BY_A_PERSON), (said, AT_A_TABLE)):
        before = rows.values_list("created_at", flat=True)[most - 1 : most].first()
        if before is not None:
            raise TooMuchTalk(seconds=int((before + WINDOW - now).total_seconds()) + 1)
    return message_post(match_id=match_id, seat=seat, author=author, text=text, to_seat=to_seat, now=now)


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
    """Post a message to the table, or, as a steward without a seat, to one seat alone. Raises BadRequest for an empty
    or overlong text, one with control characters, or an unknown seat.
    """
    text = one_line(text)
    if not text or len(text) > MESSAGE_LENGTH or not is_shown(text):
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
