"""What those who run a match do to it, each deed noted with who, when and why in the transaction that does it."""

import uuid
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from games import clock
from games.errors import BadRequest
from games.models import Intervention, Match

REASON_LENGTH = 300
BATCH_LENGTH = 32
HANDED_OVER: Final = (Intervention.Kind.TO_BOT, Intervention.Kind.TO_PERSON, Intervention.Kind.RELEASE)


@dataclass(frozen=True)
class Press:
    """Somebody presses a button: who, why, when. What one press does to several matches shares its `batch`, and the
    same press does nothing a second time.
    """

    by: Any
    reason: str = ""
    batch: str = field(default_factory=lambda: uuid.uuid4().hex)
    at: datetime = field(default_factory=clock.now)

    def __post_init__(self) -> None:
        reason = " ".join(self.reason.split())
        if len(reason) > REASON_LENGTH or not reason.isprintable():
            raise BadRequest(field="reason", reason=len(reason))
        if not self.batch.isalnum() or not self.batch.isascii() or len(self.batch) > BATCH_LENGTH:
            raise BadRequest(field="press", reason=self.batch[:40])
        object.__setattr__(self, "reason", reason)


def was_done(match: Match, press: Press, kind: Intervention.Kind) -> bool:
    """Did this press do this to the match before? Inside the transaction that locked the match."""
    return match.interventions.filter(batch=press.batch, kind=kind).exists()


def intervention_record(
    *,
    match: Match,
    kind: Intervention.Kind,
    press: Press,
    seat: int | None = None,
    user: Any = None,
    number: int | None = None,
    **params: Any,
) -> Intervention:
    """Note a deed, in the transaction that does it and holds the match's lock. `number` is the move after which it was
    done, if not the last one. It touches nobody's grade until somebody who grades says so.
    """
    return Intervention.objects.create(
        match=match,
        kind=kind,
        number=match.number if number is None else number,
        by=press.by,
        reason=press.reason,
        seat=seat,
        user=user,
        params=params,
        batch=press.batch,
        created_at=press.at,
    )


def changed_hands(row: Intervention) -> bool:
    """Did this of `HANDED_OVER` change who plays its seat? A bot's strength that changed did not."""
    to_bot = row.kind == Intervention.Kind.TO_BOT
    return not to_bot or any(row.params.get(name) for name in ("released", "ended", "undo"))


def left_to_bot(row: Intervention) -> tuple[int, ...]:
    """The people whose seat a bot has by this."""
    if row.kind != Intervention.Kind.TO_BOT or "undo" in row.params:
        return ()
    return (*row.params.get("released", ()), *row.params.get("ended", ()))
