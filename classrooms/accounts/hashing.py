"""Passwords are hashed two at a time on this machine, so that those who play wait for nobody who signs in.

A hash is a quarter of a second of a processor, on purpose. Whatever hashes (sign-in, the API's tokens, new passwords,
passwords asked again) does it through the hasher of the settings, and that one passes the gate: no view can forget it.
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

from games.conf import conf
from games.errors import ServiceError

logger = logging.getLogger(__name__)

AT_ONCE = 2
"""Hashes at a time on this machine, in all its processes together."""
ROOM = 2
"""Requests of one process that hash or wait to. A web process has four threads: the others are for those who play."""
PATIENCE = 3.0
"""Seconds that somebody waits for one of the places."""
LONGEST = 60
"""Nobody is told to come back later than after these seconds."""
LOOK_AGAIN = 0.01


class TryLater(ServiceError):
    """No password is looked at now. `seconds` is when to come again."""

    status = 429


class Busy(TryLater):
    """More people sign in than passwords can be checked now."""

    code = "busy"
    message = _("Many people are signing in at this moment. Try again in %(seconds)s s.")


class Gate:
    """At most `at_once` at a time in all processes that share `directory`, and at most `room` of one process inside.

    A place is a locked file: whoever holds it and is killed frees it. Where files cannot be locked, the room of each
    process is the only bound.
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
        """Raise Busy where there is no room, before anything else is done for somebody who would be sent away."""
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
        """The open file whose lock is held; None where files cannot be locked."""
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

    def _refusal(self) -> Busy:
        """Whoever is sent away gets the next turn after the last one given: so they do not all come back at once."""
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
        """Also what `verify` and `harden_runtime` call."""
        with gate.passed():
            return super().encode(password, salt, iterations)
