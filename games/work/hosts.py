"""Sparing the hosts that are called: two calls at once from one process, and a circuit that all processes share. It
opens when a host has not answered several times in a row; after a while one call tries whether it closes again.
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

from games.errors import ServiceError

logger = logging.getLogger(__name__)

AT_ONCE: Final = 2
"""Calls to one host that a process has under way."""
FAULTS: Final = 5
"""Calls in a row without an answer that open the circuit."""
REST: Final = 60
"""Seconds for which an open circuit refuses calls before one tries."""
TRIAL: Final = 60
"""Seconds after which a trial counts as lost: longer than any call takes."""
KEPT: Final = 3600
PORTS: Final = {"http": 80, "https": 443}

_change = threading.Condition()
_under_way: Counter[str] = Counter()


class CallFault(ServiceError):
    """A call to a server outside that brought no answer; `detail` is a word for logs, without secrets."""

    code = "call_fault"
    status = 502

    def __init__(self, *, host: str, detail: str = "", **params: int | str) -> None:
        super().__init__(host=host, **params)
        self.detail = detail


class Crowded(CallFault):
    """Other calls of this process to the host took all the time that this one had."""

    code = "crowded"
    message = _("This site has other questions to %(host)s under way. Try again in a minute.")


class Resting(CallFault):
    """The circuit is open: nothing was sent."""

    code = "resting"
    message = _("%(host)s was not asked, because it did not answer several times in a row.")


def name_of(parts: SplitResult) -> str:
    """Host and port: what counts as one host."""
    return f"{parts.hostname or ''}:{parts.port or PORTS.get(parts.scheme, 0)}"


def _key(what: str, host: str) -> str:
    """Names of hosts are longer than a key of some caches may be."""
    return f"outside-{what}-{hashlib.sha256(host.encode()).hexdigest()[:32]}"


@contextmanager
def turn(host: str, seconds: float) -> Iterator[None]:
    """A place among the calls to a host, waited for that long at most. Raises Crowded, or Resting."""
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
    """Raises Resting while the circuit is open; of those who come after its rest one is let through."""
    until = cache.get(_key("open", host))
    if until is None:
        return
    left = until - time.time()
    if left > 0 or not cache.add(_key("trial", host), 1, TRIAL):
        raise Resting(host=host, seconds=max(1, round(left)))


def answered(host: str) -> None:
    """Note an answer, of whatever status: the circuit closes."""
    keys = [_key(what, host) for what in ("open", "faults", "trial")]
    known = cache.get_many(keys)
    if known:
        cache.delete_many(keys)
    if keys[0] in known:
        logger.warning("calls to %s: answers again", host)


def unanswered(host: str) -> None:
    """Note a call without an answer: the circuit opens with the last of `FAULTS`, and again after a trial."""
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
    """When a host is asked again at the earliest; None for one that may be asked now."""
    until = cache.get(_key("open", host))
    return datetime.fromtimestamp(until, UTC) if until is not None and until > time.time() else None
