"""Whether the last decision of a match can still be taken back: what it takes is kept in the cache for a moment, and
thrown away as soon as anybody but who decided is shown what it led to. So where the cache is away, decisions stand.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from django.core.cache import cache
from django.db import transaction
from django.db.models import F

from games import clock
from games.models import AuthorKind, Match, Move, Status

Read = TypeVar("Read")

UNDO_FOR: Final = timedelta(seconds=10)
KEPT_FOR: Final = 20
"""Seconds: longer than anything can be taken back."""


@dataclass(frozen=True)
class Kept:
    """What it takes to take back move `number`: its author, the match's `revision` after it, the snapshot and the
    Decisions before it (see `services.record.Before`). Of one that `reveals` something nothing is kept.
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
        """Can this person take it back at this revision of the match?"""
        return not self.reveals and self.author == user_id and self.revision == revision and now <= self.until


def keep(match: Match, move: Move, state: str, decisions: Any, *, reveals: bool) -> None:
    """A person has just made this move. Inside the transaction that made it: nobody is shown it before it is kept."""
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
    """What is kept of the last decision that a person made."""
    found: Kept | None = cache.get(key(match_id))
    return found


def can_be_reversed(last: Kept | None) -> bool:
    """Could its author still take it back? Whatever they said meanwhile does not matter, unlike for `Kept.is_open`."""
    return last is not None and not last.reveals and clock.now() <= last.until


def claim(match: Match, number: int) -> bool:
    """Take it back: True for exactly one of those who do and those who are shown the move. Under the match's lock."""
    cache.set(_claimed(match.pk), number, KEPT_FOR)
    return bool(cache.delete(key(match.pk)))


def shown(match: Match, user_id: int | None) -> tuple[bool, Kept | None]:
    """A person is about to be shown a match as it was read: others can take back nothing that this tells of. False if
    that very move is being taken back, and the match must be read again, behind the lock. What is `kept` now comes
    with it.
    """
    behind, found = _shown({match.pk: match.number}, user_id, newer=False)
    return not behind, found.get(match.pk)


def read_for(user_id: int | None, read: Callable[[], Read], matches: Callable[[Read], Iterable[Match | None]]) -> Read:
    """What `read` finds out about several `matches`, for somebody who is shown it. It may have read newer positions
    than theirs. Read again where a move was being taken back meanwhile.
    """
    found = read()
    behind, _kept = _shown(_numbers(matches(found)), user_id, newer=True)
    if behind:
        with transaction.atomic():
            list(Match.objects.select_for_update().filter(pk__in=behind).order_by("pk").values_list("pk"))
        found = read()
    return found


def _numbers(matches: Iterable[Match | None]) -> dict[int, int]:
    running = [match for match in matches if match is not None and match.status == Status.RUNNING]
    return {match.pk: match.number for match in running if match.undo}


def _shown(numbers: Mapping[int, int], user_id: int | None, *, newer: bool) -> tuple[set[int], dict[int, Kept]]:
    """With one question to the cache. Those of which a move is being taken back, and what is still kept."""
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
    """Nothing could be thrown away, and may be there again when the cache is: a newer revision says that the last
    decisions of others stand. Those that must be read again.
    """
    since = clock.now() - UNDO_FOR
    recent = Move.objects.filter(match__in=list(numbers), author_kind=AuthorKind.PLAYER, created_at__gte=since)
    open_ones = set(recent.exclude(author__isnull=True).exclude(author=user_id).values_list("match_id", flat=True))
    Match.objects.filter(pk__in=open_ones).update(revision=F("revision") + 1)
    return open_ones


def key(match_id: int) -> str:
    """Where it is kept in the cache."""
    return f"undo-{match_id}"


def _claimed(match_id: int) -> str:
    return f"undo-claimed-{match_id}"
