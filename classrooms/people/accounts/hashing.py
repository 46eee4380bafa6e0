"""A limit on password hashing: at most two hashes at a time on this machine, so that players never wait for
sign-ins. One hash deliberately takes a quarter of a second of a processor. Sign-in, API tokens, new passwords
and confirmations all use the hasher of the settings. That hasher passes the gate, so no view can bypass the
limit.
"""

import fcntl
import logging
import math
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.utils.translation import gettext_lazy as _

from games.public.base import ServiceError, conf, refusal

logger = logging.getLogger(__name__)

AT_ONCE = 2
"""Hashes at a time on this machine, in all its processes together."""
ROOM = 2
"""Requests of one process that hash or wait to hash. A web process has four threads: the others serve players."""
PATIENCE = 3.0
"""Seconds that a request waits for a free place."""
LONGEST = 60
"""The longest delay in seconds that a refused request is asked to wait."""
LOOK_AGAIN = 0.01


TryLater = refusal(ServiceError.code, ServiceError.message, status=429)
"""No password is checked now. `seconds` is the delay before the next attempt."""

Busy = TryLater.refusal("busy", _("Many people are signing in at this moment. Try again in %(seconds)s s."))
"""More people sign in than passwords can be checked now."""


class Gate:
    """At most `at_once` hashes in all processes that share `directory`, and at most `room` requests in one
    process. A place is a locked file, which the operating system frees when its holder is killed. If files
    cannot be locked, only the limit of each process applies.
    """

    def __init__(
        self, directory: Path, *, at_once: int = AT_ONCE, room: int = ROOM, patience: float = PATIENCE
    ) -> None:
        self._files = [directory / f"hashing-{number}.lock" for number in range(at_once)]
        self._room, self._patience = room, patience
        self._lock = Lock()
        self._inside = 0
        self._spent = 0.25  # seconds that one spends inside, of the last ones
        self._last_turn = 0.0

    def check(self) -> None:
        """Raise Busy if there is no room, before any other work for a request that would be refused."""
        with self._lock:
            if self._inside >= self._room:
                raise self._refusal()

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Wait for a place and hold it. Raises Busy where too many wait or none comes free."""
        with self._lock:
            if self._inside >= self._room:
                raise self._refusal()
            self._inside += 1
        began = time.monotonic()
        place = None
        try:
            place = self._place()
            yield
        finally:
            if place is not None:
                os.close(place)
            with self._lock:
                self._inside -= 1
                self._spent += (time.monotonic() - began - self._spent) / 8

    def _place(self) -> int | None:
        """The open file whose lock is held; None if files cannot be locked."""
        until = time.monotonic() + self._patience
        try:
            while True:
                for path in self._files:
                    if (place := _locked(path)) is not None:
                        return place
                if time.monotonic() > until:
                    with self._lock:
                        raise self._refusal()
                time.sleep(LOOK_AGAIN)
        except OSError as fault:
            logger.warning("Hashes are not counted over processes: %s", fault)
            return None

    def _refusal(self) -> ServiceError:
        """The refusal of one request. Each refused request gets a later time than the one before, so that they do
        not all return at once.
        """
        now = time.monotonic()
        self._last_turn = max(self._last_turn, now) + self._spent / self._room
        if self._last_turn > now + LONGEST:
            self._last_turn = now
        return Busy(seconds=max(1, math.ceil(self._last_turn - now)))


def _locked(path: Path) -> int | None:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


gate = Gate(Path(conf.VAR_DIR or tempfile.gettempdir()))


class GatedHasher(PBKDF2PasswordHasher):
    """Django's own default at its own strength, through the gate. OpenSSL computes it without Python's lock."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Hash through the gate; `verify` and `harden_runtime` call this too."""
        with gate.passed():
            return super().encode(password, salt, iterations)
