"""The presence of people, in the cache only: open pages, and the time of the last request."""

from collections.abc import Collection, Hashable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.core.cache import cache

WRITE_EVERY: Final = 10
"""Seconds between two signs of one person at one place."""
KEPT_FOR: Final = 24 * 3600
HERE_FOR: Final = timedelta(seconds=45)
"""The time after which a person counts as gone: a page in the background polls every 15 seconds, so two polls were
missed.
"""
ON_SITE_FOR: Final = timedelta(minutes=2)
"""The time for which a person counts as on the site after any request: not every page polls."""
MOST_NOTED: Final = 10_000
_PROBE: Final = "presence-probe"
noted: Final[dict[int, float]] = {}
"""The time of this process's last sign for a person on the site, by user id."""


def seen(place: Hashable, user_id: int, now: datetime) -> None:
    """Record that a person has a page of `place` (a match's id, or a name such as "session-4") open now.

    One cache entry holds all signs of a place. Two people may overwrite each other's signs; the next poll corrects
    it.
    """
    note(place, user_id, now, cache.get(key(place)))


def note(place: Hashable, user_id: int, now: datetime, signs: dict[int, float] | None) -> None:
    """Note a person at a place (`seen`) beside `signs`, the cache entry of the place."""
    moment = now.timestamp()
    if not 0 <= moment - (signs or {}).get(user_id, 0.0) < WRITE_EVERY:
        cache.set(key(place), (signs or {}) | {user_id: moment}, KEPT_FOR)


def all_seen(here: Mapping[Any, Collection[int]], now: datetime) -> None:
    """Note many people at many places (`seen`); each cache entry is written once."""
    if not here:
        return
    moment = now.timestamp()
    signs = cache.get_many([key(place) for place in here])
    fresh = {key(place): signs.get(key(place), {}) | dict.fromkeys(people, moment) for place, people in here.items()}
    cache.set_many(fresh, KEPT_FOR)
    cache.set_many({_on_site(user): moment for people in here.values() for user in people}, KEPT_FOR)


def seen_on_site(user_id: int, now: datetime) -> None:
    """Record a request for any page of the site. Each process writes at most every few seconds."""
    moment = now.timestamp()
    if 0 <= moment - noted.get(user_id, -1.0 * WRITE_EVERY) < WRITE_EVERY:
        return
    if len(noted) >= MOST_NOTED:
        noted.clear()
    noted[user_id] = moment
    cache.set(_on_site(user_id), moment, KEPT_FOR)


def last_on_site(user_ids: Iterable[int]) -> dict[int, datetime]:
    """The last request of each person for any page, with one request to the cache. Without people who made none in
    `KEPT_FOR`, and empty while the cache is away.
    """
    keys = {_on_site(user): user for user in user_ids}
    found = cache.get_many(list(keys)) if keys else {}
    return {keys[name]: datetime.fromtimestamp(at, UTC) for name, at in found.items()}


def _on_site(user_id: int) -> str:
    return f"seen-user-{user_id}"


def last_seen(places: Iterable[Hashable]) -> dict[Hashable, dict[int, datetime]] | None:
    """The last signs of people at each place by user id, with one request to the cache. None while the cache is away:
    presence is unknown then.
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
    """Is a person who was last seen `at` still here? A sign from the future was made before the clock was set back."""
    return at is not None and abs(now - at) <= HERE_FOR


def key(place: Hashable) -> str:
    """The cache key of the signs of a place."""
    return f"seen-{place}"
