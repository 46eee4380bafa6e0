"""The log of interventions by a match's stewards. Each is recorded with person, time and reason in the transaction
that does it.
"""

import uuid
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from games.models import Intervention, Match
from games.platform import clock
from games.platform.errors import BadRequest
from games.ui.one_line import is_shown, one_line

REASON_LENGTH = 300
"""The most characters of a reason."""
BATCH_LENGTH = 32
HANDED_OVER: Final = (Intervention.Kind.TO_BOT, Intervention.Kind.TO_PERSON, Intervention.Kind.RELEASE)
"""Interventions that give a seat to somebody else."""
TAKES_AWAY: Final = (Intervention.Kind.DEFAULT, Intervention.Kind.ANSWER, *HANDED_OVER)
"""Kinds that take decisions away from people. No other kind can affect a mark."""


@dataclass(frozen=True)
class Actor:
    """The person behind an intervention, with reason and time. Interventions of one action on several matches share
    its `batch`; a repeated action does nothing. With `counts`, the decisions that it takes from people count in marks,
    and so do the facilitator's events. Otherwise they are excused.
    """

    user: Any
    reason: str = ""
    batch: str = field(default_factory=lambda: uuid.uuid4().hex)
    at: datetime = field(default_factory=clock.now)
    counts: bool = False

    def __post_init__(self) -> None:
        reason = one_line(self.reason)
        if len(reason) > REASON_LENGTH or not is_shown(reason):
            raise BadRequest(field="reason", reason=len(reason))
        if not self.batch.isalnum() or not self.batch.isascii() or len(self.batch) > BATCH_LENGTH:
            raise BadRequest(field="press", reason=self.batch[:40])
        object.__setattr__(self, "reason", reason)


def was_done(match: Match, actor: Actor, kind: Intervention.Kind) -> bool:
    """Did this action of the actor reach the match before? Call it inside the transaction that locked the match."""
    return match.interventions.filter(batch=actor.batch, kind=kind).exists()


def intervention_record(
    *,
    match: Match,
    kind: Intervention.Kind,
    actor: Actor,
    seat: int | None = None,
    user: Any = None,
    number: int | None = None,
    **params: Any,
) -> Intervention:
    """Record an intervention, in the transaction that does it and holds the match's lock. `number` is the move after
    which it was done, by default the last one. It affects no mark unless the action says so, or a marker later
    does.
    """
    return Intervention.objects.create(
        match=match,
        kind=kind,
        number=match.number if number is None else number,
        by=actor.user,
        reason=actor.reason,
        seat=seat,
        user=user,
        params=params,
        batch=actor.batch,
        counts=actor.counts and kind in TAKES_AWAY,
        created_at=actor.at,
    )


def changed_hands(row: Intervention) -> bool:
    """Did this intervention of `HANDED_OVER` change who plays its seat? A change of a bot's strength did not."""
    to_bot = row.kind == Intervention.Kind.TO_BOT
    return not to_bot or any(row.params.get(name) for name in ("released", "ended", "undo"))


def left_to_bot(row: Intervention) -> tuple[int, ...]:
    """The people whose seat a bot has by this intervention."""
    if row.kind != Intervention.Kind.TO_BOT or "undo" in row.params:
        return ()
    return (*row.params.get("released", ()), *row.params.get("ended", ()))
