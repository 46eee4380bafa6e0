"""What is left out of the log: the same fault told each second."""

import logging
import time
from typing import Any

from kombu.exceptions import OperationalError


class BrokerAway(logging.Filter):
    """While the broker is away beat fails each second and says so in fifty lines: one line a minute is left of it."""

    def __init__(self, seconds: float = 60.0) -> None:
        super().__init__()
        self._seconds = seconds
        self._said = float("-inf")

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        cause = error.__context__ if error is not None else None
        if not isinstance(cause, OperationalError):
            return True
        if time.monotonic() - self._said < self._seconds:
            return False
        self._said = time.monotonic()
        record.msg, record.args, record.exc_info = "The broker does not answer, no sweep is sent: %s", (cause,), None
        return True


class NoProbes(logging.Filter):
    """Who asks every few seconds whether the site is ready is answered 503 while it is not, and needs no line each."""

    def filter(self, record: logging.LogRecord) -> bool:
        from domego_site.views import ProbesMiddleware

        request: Any = getattr(record, "request", None)
        return getattr(request, "path_info", None) not in ProbesMiddleware.VIEWS
