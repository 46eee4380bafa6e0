"""Making debriefs: freeze the facts of a match. Called by workers; views only ask for it."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction

from classrooms.assess.reports import facts
from classrooms.assess.reports.queries import JOB
from classrooms.models import Debrief
from games.public.base import clock
from games.public.models import Job, Match
from games.public.work import outbox, store_after_reading


def debrief_freeze(*, match: Match, now: datetime | None = None, also: Callable[[], object] = lambda: None) -> Debrief:
    """Store the facts of an ended match, and call `also` in the same transaction. A repetition gives the same facts
    unless their sources changed.
    """

    def store(over: Match, made: dict[str, Any]) -> Debrief:
        debrief, _created = Debrief.objects.update_or_create(match=over, defaults=_frozen(made, now))
        also()
        return debrief

    rows = Match.objects.filter(pk=match.pk)
    return store_after_reading(rows, "revision", read=lambda: facts.facts_of(rows.get()), store=store)


def debrief_keep(*, debrief: Debrief, facts: dict[str, Any], now: datetime | None = None) -> Debrief:
    """Replace frozen facts that can no longer be made from the record."""
    for name, value in _frozen(facts, now).items():
        setattr(debrief, name, value)
    debrief.save(update_fields=["facts", "digest", "part_digests", "made_at"])
    return debrief


def _frozen(made: dict[str, Any], now: datetime | None) -> dict[str, Any]:
    at, digest, parts = now or clock.now(), facts.digest_of(made), facts.digests_of(made)
    return {"facts": made, "digest": digest, "part_digests": parts, "made_at": at}


@transaction.atomic
def debrief_request(*, match: Match, now: datetime | None = None) -> Job:
    """Request the debrief, for the first time or again."""
    return outbox.job_request(kind=JOB, match=match, now=now or clock.now(), again=True)
