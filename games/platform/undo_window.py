"""The time window for undo. The data for undoing the last decision of a match are cached for a moment. They are
deleted as soon as another person than its author sees the result. Without the cache, undo is impossible.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from django.core.cache import cache
from django.db import transaction
from django.db.models import F

from games.models import AuthorKind, Match, Move, Status
from games.platform import clock

Read = TypeVar("Read")

UNDO_FOR: Final = timedelta(seconds=10)
KEPT_FOR: Final = 20
"""Seconds in the cache: longer than undo is possible."""


@dataclass(frozen=True)
class Kept:
    """The data for undoing move `number`: its author, the match's `revision` after it, the snapshot and the Decisions
    before it (see `services.record.Before`). For a move that `reveals` something, snapshot and Decisions are left
    out.
    """

    number: int
    state_hash: str
    author: int
    revision: int
    until: datetime
    reveals: bool
    state: str
    decisions: tuple[tuple[int, Mapping[str, Any]], ...]

    def is_open(self, user_id: int | None, revision: int, now: datetime) -> bool:
        """Can this person undo it at this revision of the match?"""
        return not self.reveals and self.author == user_id and self.revision == revision and now <= self.until


def keep(match: Match, move: Move, state: str, decisions: Any, *, reveals: bool) -> None:
    """Cache the undo data of a move just made. Call it in the move's transaction: nobody may see the move before."""
    kept = Kept(
        move.number,
        move.state_hash,
        move.author_id or 0,
        match.revision,
        move.created_at + UNDO_FOR,
        reveals,
        "" if reveals else state,
        () if reveals else decisions,
    )
    cache.set(key(match.pk), kept, KEPT_FOR)


def kept(match_id: int) -> Kept | None:
    """The undo data of the last decision by a person; None if there are none."""
    found: Kept | None = cache.get(key(match_id))
    return found


def can_be_reversed(last: Kept | None) -> bool:
    """Could its author still undo it? Unlike `Kept.is_open`, this ignores messages written since."""
    return last is not None and not last.reveals and clock.now() <= last.until


def claim(match: Match, number: int) -> bool:
    """Start an undo. True for exactly one of its author and the people who are shown the move. Call it under the
    match's lock.
    """
    cache.set(_claimed(match.pk), number, KEPT_FOR)
    return bool(cache.delete(key(match.pk)))


def record_seen(match: Match, user_id: int | None) -> tuple[bool, Kept | None]:
    """Record that a person is shown a match as read: others can no longer undo the moves shown. False if the last of
    them is being undone: then the match must be read again under its lock. The second item is the current `kept`.
    """
    behind, found = _record_seen({match.pk: match.number}, user_id, newer=False)
    return not behind, found.get(match.pk)


def read_for(user_id: int | None, read: Callable[[], Read], matches: Callable[[Read], Iterable[Match | None]]) -> Read:
    """The result of `read` about several `matches`, for a person who is shown it. It may hold newer positions than
    theirs. It is read again if a move was being undone meanwhile.
    """
    found = read()
    behind, _kept = _record_seen(_numbers(matches(found)), user_id, newer=True)
    if behind:
        with transaction.atomic():
            list(Match.objects.select_for_update().filter(pk__in=behind).order_by("pk").values_list("pk"))
        found = read()
    return found


def _numbers(matches: Iterable[Match | None]) -> dict[int, int]:
    running = [match for match in matches if match is not None and match.status == Status.RUNNING]
    return {match.pk: match.number for match in running if match.undo}


def _record_seen(numbers: Mapping[int, int], user_id: int | None, *, newer: bool) -> tuple[set[int], dict[int, Kept]]:
    """The matches with a move being undone, and the remaining undo data. One request to the cache."""
    found = cache.get_many([each for pk in numbers for each in (key(pk), _claimed(pk))]) if numbers else {}
    behind, still = set(), {}
    for pk, number in numbers.items():
        last: Kept | None = found.get(key(pk))
        if last is not None and last.author != user_id and (newer or last.number <= number):
            if not cache.delete(key(pk)):
                found[_claimed(pk)] = cache.get(_claimed(pk), -1)
        elif last is not None:
            still[pk] = last
        if number <= found.get(_claimed(pk), -1):
            behind.add(pk)
    if numbers and getattr(cache, "is_away", False):
        behind |= _closed_without_cache(numbers, user_id)
    return behind, still


def _closed_without_cache(numbers: Iterable[int], user_id: int | None) -> set[int]:
    """The matches to read again. The undo data cannot be deleted now, and may be back with the cache. So a newer
    revision closes the last decisions of others.
    """
    since = clock.now() - UNDO_FOR
    recent = Move.objects.filter(match__in=list(numbers), author_kind=AuthorKind.PLAYER, created_at__gte=since)
    open_ones = set(recent.exclude(author__isnull=True).exclude(author=user_id).values_list("match_id", flat=True))
    Match.objects.filter(pk__in=open_ones).update(revision=F("revision") + 1)
    return open_ones


def key(match_id: int) -> str:
    """The cache key of the undo data."""
    return f"undo-{match_id}"


def _claimed(match_id: int) -> str:
    return f"undo-claimed-{match_id}"
