"""Django's Redis cache, with an unreachable server treated as an empty cache."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

PAUSE = 2.0  # seconds without asking again after a failure, so that a page pays for a lost server once


_level = logging.WARNING


@contextmanager
def server_may_be_away() -> Iterator[None]:
    """Log nothing about a missing server while the site is prepared, before its own server is started."""
    global _level  # noqa: PLW0603 - of this process, which does nothing else meanwhile
    before, _level = _level, logging.DEBUG
    try:
        yield
    finally:
        _level = before


class _Client(RedisCacheClient):
    """A Redis client that is made once per pool. Django makes one for each query, which takes as long as the query."""

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        if not hasattr(self, "_one"):
            self._one = super().get_client(key, write=write)
        return self._one


class ForgivingRedisCache(RedisCache):
    """A cache whose reads miss and whose writes are dropped while the server is unreachable or full; it never raises.
    `add` returns False then, as for an existing key: callers that admit one at a time admit nobody.
    """

    # Django makes one cache object per thread; what one thread found out holds for all.
    _away_until: ClassVar[dict[str, float]] = {}

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        options = {"socket_connect_timeout": 0.5, "socket_timeout": 1.0, **params.get("OPTIONS", {})}
        super().__init__(server, {**params, "OPTIONS": options})
        self._class = _Client
        self._server = server

    @property
    def is_away(self) -> bool:
        """Was the server unreachable a moment ago? Writes and deletions since then may be lost."""
        return time.monotonic() < self._away_until.get(self._server, 0.0)

    def _ask(self, operation: Callable[..., Any], otherwise: Any, *args: Any) -> Any:
        if self.is_away:
            return otherwise
        try:
            return operation(*args)
        except RedisError as error:
            self._away_until[self._server] = time.monotonic() + PAUSE
            logger.log(_level, "The cache server does not answer; pages go on without it: %s", error)
            return otherwise

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._ask(super().add, False, key, value, timeout, version)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._ask(super().get, default, key, default, version)

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._ask(super().set, None, key, value, timeout, version)

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._ask(super().touch, False, key, timeout, version)

    def delete(self, key: str, version: int | None = None) -> bool:
        return self._ask(super().delete, False, key, version)

    def get_many(self, keys: Any, version: int | None = None) -> dict[str, Any]:
        return self._ask(super().get_many, {}, keys, version)

    def has_key(self, key: str, version: int | None = None) -> bool:
        return self._ask(super().has_key, False, key, version)

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        counted = self._ask(super().incr, None, key, delta, version)
        if counted is None:
            raise ValueError(f"Key '{key}' not found")
        return counted

    def set_many(self, data: dict[str, Any], timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> list[str]:
        return self._ask(super().set_many, list(data), data, timeout, version)

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        self._ask(super().delete_many, None, keys, version)

    def clear(self) -> None:
        self._ask(super().clear, None)
