"""Protection of called hosts: two calls at once from one process, and a circuit breaker common to all processes. The
circuit opens after several failures in a row. After a while one trial call decides whether it closes again.
"""

import hashlib
import logging
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Final
from urllib.parse import SplitResult

from django.core.cache import cache
from django.utils.translation import gettext_lazy as _

from games.platform.errors import ServiceError

logger = logging.getLogger(__name__)

AT_ONCE: Final = 2
"""The most simultaneous calls of a process to one host."""
FAULTS: Final = 5
"""The number of failures in a row that open the circuit."""
REST: Final = 60
"""Seconds for which an open circuit refuses calls before a trial."""
TRIAL: Final = 60
"""Seconds after which a trial counts as lost: longer than any call takes."""
KEPT: Final = 3600
PORTS: Final = {"http": 80, "https": 443}

_change = threading.Condition()
_under_way: Counter[str] = Counter()


class CallFault(ServiceError):
    """A failed call to another server; `detail` is a word for logs, without secrets."""

    code = "call_fault"
    status = 502

    def __init__(self, *, host: str, detail: str = "", **params: int | str) -> None:
        super().__init__(host=host, **params)
        self.detail = detail


Crowded = CallFault.refusal("crowded", _("This site has other questions to %(host)s under way. Try again in a minute."))
"""Other calls of this process to the host took all of this call's time."""

Resting = CallFault.refusal("resting", _("%(host)s was not asked, because it did not answer several times in a row."))
"""The circuit is open: nothing was sent."""


def name_of(parts: SplitResult) -> str:
    """Host and port, the unit of the limits."""
    return f"{parts.hostname or ''}:{parts.port or PORTS.get(parts.scheme, 0)}"


def _key(what: str, host: str) -> str:
    """The cache key, hashed, as some caches limit its length."""
    return f"outside-{what}-{hashlib.sha256(host.encode()).hexdigest()[:32]}"


@contextmanager
def turn(host: str, seconds: float) -> Iterator[None]:
    """A context for one of the simultaneous calls to a host, with a maximal waiting time in seconds. Raises Crowded
    or Resting.
    """
    with _change:
        if not _change.wait_for(lambda: _under_way[host] < AT_ONCE, seconds):
            raise Crowded(host=host)
        _under_way[host] += 1
    try:
        _check(host)
        yield
    finally:
        with _change:
            _under_way[host] -= 1
            if not _under_way[host]:
                del _under_way[host]
            _change.notify_all()


def _check(host: str) -> None:
    """Raises Resting while the circuit is open. After its rest, one caller is let through."""
    until = cache.get(_key("open", host))
    if until is None:
        return
    left = until - time.time()
    if left > 0 or not cache.add(_key("trial", host), 1, TRIAL):
        raise Resting(host=host, seconds=max(1, round(left)))


def answered(host: str) -> None:
    """Record an answer of any status: the circuit closes."""
    keys = [_key(what, host) for what in ("open", "faults", "trial")]
    known = cache.get_many(keys)
    if known:
        cache.delete_many(keys)
    if keys[0] in known:
        logger.warning("calls to %s: answers again", host)


def unanswered(host: str) -> None:
    """Record a failure: the last of `FAULTS` opens the circuit, as does a failed trial."""
    place = _key("faults", host)
    cache.add(place, 0, KEPT)
    try:
        number = cache.incr(place)
    except ValueError:  # no cache: no circuit
        return
    if number >= FAULTS:
        logger.warning("calls to %s: %s without an answer, none for %s s", host, number, REST)
        cache.set(_key("open", host), time.time() + REST, KEPT)
        cache.delete(_key("trial", host))


def rests_until(host: str) -> datetime | None:
    """The earliest time of the next call to a host; None if it may be called now."""
    until = cache.get(_key("open", host))
    return datetime.fromtimestamp(until, UTC) if until is not None and until > time.time() else None
