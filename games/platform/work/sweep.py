"""The sweep finds work without a message: overdue decisions, bots' moves, missing notices, and abandoned jobs."""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cache, reduce
from operator import or_
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.crypto import salted_hmac

from games.engine.registry import all_games
from games.models import AwayPlan, Decision, Job, Match, SeatHolder, Status
from games.models.prepared import Prepared
from games.platform import clock, hooks
from games.platform.work import outbox
from games.platform.work.jobs import LONGEST_LEASE

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=30)
GRACE = timedelta(seconds=2)
"""Younger work is left out: its own message is probably on its way."""

SOONEST, SPREAD = 3, 8
"""The least delay of a forced answer and the range of random delay above it, in seconds."""
AT_ONCE = 500
"""The most decisions of a kind that one sweep takes up."""
LOOKS = timedelta(seconds=5)
"""The time for which sweeps watch for a forced answer once its delay is over."""


def sweep(*, now: datetime | None = None) -> list[tuple[str, int]]:
    """Lease and send all found work; returns (task, id) pairs. Two sweeps at once send each item once."""
    now = now or clock.now()
    sent = [("games.apply_due", match) for match in _lease(_overdue(now), now)]
    sent += [("games.after_move", match) for match in _lease(_unanswered(now), now)]
    told = {pk for _task, pk in sent}
    sent += [("games.after_move", match) for match in _lease(_planned(now), now) if match not in told]
    sent += [("games.settle", match) for match in _to_settle(now)]
    for task, pk in sent:
        outbox.after_commit(task, pk, queue="play")
    for pk, kind in _lost(now):
        # Waiting again: who takes it up must not find it in work by the very lease that sent it.
        if lost_jobs(now).filter(pk=pk).update(state=Job.State.PENDING, lease_until=now + LEASE):
            outbox.after_commit("heavy.do_job", pk, queue=outbox.queue_of(kind))
            sent.append(("heavy.do_job", pk))
    for extra in hooks.SWEEPS:
        try:
            extra(now)
        except Exception:  # noqa: BLE001  a fault there must not keep matches waiting
            logger.exception("a task of the sweep failed")
    return sent


def has_pending_work(match: Match, now: datetime) -> bool:
    """Would a sweep find work in a match that was just written: a person to notify, a bot or a plan to let move? If
    not, no message is needed. One query if there is work, else two.
    """
    if match.status != Status.RUNNING:
        return False
    return bool(_pending_in(match.pk)) or _by_plan(_required_in(match.pk), now).exists()


def _required_in(match_id: int) -> QuerySet[Decision]:
    return Decision.objects.filter(match=match_id, closed_at__isnull=True, optional=False)


@Prepared
def _pending_in(match_id: int) -> QuerySet[Decision, Any]:
    return _to_answer(_required_in(match_id)).order_by().values_list("pk")[:1]


def _free(now: datetime) -> Q:
    """A filter for unleased rows. A lease far in the future was made before the clock was set back and counts as
    none. A slightly longer one comes from another process with a later time.
    """
    return Q(lease_until__isnull=True) | Q(lease_until__lt=now) | Q(lease_until__gt=now + 2 * LEASE)


def _stood(now: datetime, since: str) -> Q:
    """A filter for rows old enough that their message should have arrived. Rows from the future, made before the
    clock was set back, are included.
    """
    return Q(**{f"{since}__lte": now - GRACE}) | Q(**{f"{since}__gt": now + GRACE})


def _open(now: datetime) -> QuerySet[Decision]:
    """Open required decisions of running matches. Matches that wait for people are included: only notices follow
    there.
    """
    return Decision.objects.filter(_free(now), closed_at__isnull=True, optional=False, match__status=Status.RUNNING)


@Prepared
def _overdue(now: datetime) -> QuerySet[Decision, Any]:
    rows = _open(now).filter(due_at__lte=now, match__awaits_people=False).exclude(match__late_policy="wait")
    return rows.values_list("pk", "match_id")[:AT_ONCE]


@Prepared
def _unanswered(now: datetime) -> QuerySet[Decision, Any]:
    """Decisions whose holders have no notice, and those at which a bot has not looked in the current position."""
    return _to_answer(_open(now).filter(_stood(now, "opened_at"))).values_list("pk", "match_id")[:AT_ONCE]


def _to_answer(rows: QuerySet[Decision]) -> QuerySet[Decision]:
    held = SeatHolder.objects.filter(
        seat__match=OuterRef("match"), seat__index=OuterRef("seat"), released_at__isnull=True
    ).values("pk")[:1]
    rows = rows.annotate(held=Coalesce(Subquery(held), 0))
    bot_pending = Q(held=0, bot_looked_at__lt=F("match__number"), match__awaits_people=False)
    return rows.filter(bot_pending | Q(held__gt=0, notified_at__isnull=True))


def settling_after(match_id: int, seat: int, key: str) -> timedelta:
    """The delay before a forced answer is given: a keyed hash, so that nobody can predict it."""
    digest = salted_hmac("games.settling", f"{match_id}/{seat}/{key}").digest()
    return timedelta(seconds=SOONEST + digest[0] % SPREAD)


def _to_settle(now: datetime) -> list[int]:
    """Matches with a question that may have a forced answer, and whose delay is over."""
    kinds = tuple(f"{game.key}/{kind}" for game in all_games() for kind in game.settles)
    due = {
        match
        for match, seat, key, at in (_just_opened(kinds)(now) if kinds else ())
        if timedelta(0) <= now - at - settling_after(match, seat, key) <= LOOKS
    }
    return sorted(due)


@cache
def _just_opened(kinds: tuple[str, ...]) -> Prepared[Any]:
    """Open decisions of these kinds, as `game/kind`, that are not much older than the longest delay."""

    def build(now: datetime) -> QuerySet[Decision, Any]:
        wanted = [Q(match__game=game, kind=kind) for game, kind in (each.split("/", 1) for each in kinds)]
        recent = now - timedelta(seconds=SOONEST + SPREAD) - LOOKS
        rows = Decision.objects.filter(
            reduce(or_, wanted), closed_at__isnull=True, optional=False,
            match__status=Status.RUNNING, match__awaits_people=False,
            opened_at__gte=recent, opened_at__lte=now - timedelta(seconds=SOONEST),
        )  # fmt: skip
        return rows.values_list("match_id", "seat", "key", "opened_at")

    return Prepared(build)


@Prepared
def _planned(now: datetime) -> QuerySet[Decision, Any]:
    """Decisions of seats with a current plan that was not asked in the current position."""
    return _by_plan(_open(now).filter(_stood(now, "opened_at")), now).values_list("pk", "match_id")[:AT_ONCE]


def _by_plan(rows: QuerySet[Decision], now: datetime) -> QuerySet[Decision]:
    plans = AwayPlan.objects.filter(
        seat__match=OuterRef("match"),
        seat__index=OuterRef("seat"),
        ended_at__isnull=True,
        starts_at__lte=now,
        ends_at__gt=now,
        looked_number__lt=OuterRef("match__number"),
    )
    return rows.filter(Exists(plans), match__awaits_people=False)


def _lease(rows: Iterable[tuple[int, int]], now: datetime) -> list[int]:
    """Matches of which this sweep leased a decision."""
    found: dict[int, list[int]] = {}
    for pk, match in rows:
        found.setdefault(match, []).append(pk)
    return [
        match
        for match, pks in found.items()
        if Decision.objects.filter(_free(now), pk__in=pks).update(lease_until=now + LEASE)
    ]


def lost_jobs(now: datetime) -> QuerySet[Job]:
    """Jobs without a lease that wait for longer than a message takes, and jobs whose worker is gone."""
    from_later = Q(lease_until__gt=now + LONGEST_LEASE)
    waiting = Q(state=Job.State.PENDING) & _stood(now, "created_at")
    waiting &= Q(lease_until__isnull=True) | Q(lease_until__lt=now) | from_later
    orphaned = Q(state=Job.State.RUNNING) & (Q(lease_until__lt=now) | from_later)
    return Job.objects.filter(waiting | orphaned)


@Prepared
def _lost(now: datetime) -> QuerySet[Job, Any]:
    return lost_jobs(now).values_list("pk", "kind")[:50]


def overdue_matches(now: datetime) -> QuerySet[Match]:
    """Matches with a decision that has been overdue for a minute although its default should have been played: for
    the operator.
    """
    late = _open(now).filter(due_at__lte=now - timedelta(minutes=1)).exclude(match__late_policy="wait")
    return Match.objects.filter(pk__in=late.values("match"))
