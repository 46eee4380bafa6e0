"""Signs in the cache of people who have a page open, and of when people were on the site. Nothing here is kept for the
record.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.core.cache import cache

WRITE_EVERY: Final = 10
"""Seconds between two signs of one person at one place."""
KEPT_FOR: Final = 24 * 3600
HERE_FOR: Final = timedelta(seconds=45)
"""A page in the background asks every 15 seconds: two missed turns mean that somebody is gone."""
ON_SITE_FOR: Final = timedelta(minutes=2)
"""For so long after any page of the site somebody counts as signed in: not every page asks for news."""
MOST_NOTED: Final = 10_000
_PROBE: Final = "presence-probe"
noted: Final[dict[int, float]] = {}
"""When this process last wrote that somebody was on the site, by user id."""


def seen(place: Hashable, user_id: int, now: datetime) -> None:
    """A person has a page of `place` (a match's id, or a name such as "session-4") open now.

    One entry of the cache holds all signs of a place. Two people may overwrite each other's, and the next poll puts
    it right.
    """
    note(place, user_id, now, cache.get(key(place)))


def note(place: Hashable, user_id: int, now: datetime, signs: dict[int, float] | None) -> None:
    """The same where the entry of the cache has been read already."""
    moment = now.timestamp()
    if not 0 <= moment - (signs or {}).get(user_id, 0.0) < WRITE_EVERY:
        cache.set(key(place), (signs or {}) | {user_id: moment}, KEPT_FOR)


def all_seen(here: Mapping[Any, Collection[int]], now: datetime) -> None:
    """The same for many people at many places: each entry is written once."""
    if not here:
        return
    moment = now.timestamp()
    signs = cache.get_many([key(place) for place in here])
    fresh = {key(place): signs.get(key(place), {}) | dict.fromkeys(people, moment) for place, people in here.items()}
    cache.set_many(fresh, KEPT_FOR)
    cache.set_many({_on_site(user): moment for people in here.values() for user in people}, KEPT_FOR)


def seen_on_site(user_id: int, now: datetime) -> None:
    """A person asked for a page of the site, whichever. Written at most every few seconds by each process."""
    moment = now.timestamp()
    if 0 <= moment - noted.get(user_id, -1.0 * WRITE_EVERY) < WRITE_EVERY:
        return
    if len(noted) >= MOST_NOTED:
        noted.clear()
    noted[user_id] = moment
    cache.set(_on_site(user_id), moment, KEPT_FOR)


def last_on_site(user_ids: Iterable[int]) -> dict[int, datetime]:
    """When each of these people last asked for any page, with one question to the cache; without those who did not in
    `KEPT_FOR`, and without anybody where the cache is away.
    """
    keys = {_on_site(user): user for user in user_ids}
    found = cache.get_many(list(keys)) if keys else {}
    return {keys[name]: datetime.fromtimestamp(at, UTC) for name, at in found.items()}


def _on_site(user_id: int) -> str:
    return f"seen-user-{user_id}"


def last_seen(places: Iterable[Hashable]) -> dict[Hashable, dict[int, datetime]] | None:
    """When people were last seen at each place, by user id, with one question to the cache. None where the cache is
    away: then nothing is known, which is not the same as nobody being there.
    """
    asked = list(places)
    found = cache.get_many([_PROBE, *(key(place) for place in asked)])
    if _PROBE not in found:
        cache.set(_PROBE, 1, None)
        if cache.get(_PROBE) is None:
            return None
    return {
        place: {user: datetime.fromtimestamp(at, UTC) for user, at in (found.get(key(place)) or {}).items()}
        for place in asked
    }


def is_here(at: datetime | None, now: datetime) -> bool:
    """Was somebody who was last seen `at` here just now? A sign from later was made before the clock was set back."""
    return at is not None and abs(now - at) <= HERE_FOR


def key(place: Hashable) -> str:
    """Where the signs of a place are kept in the cache."""
    return f"seen-{place}"
