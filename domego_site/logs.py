"""Log filters against repeated messages about the same fault."""

import logging
import time
from typing import Any

from kombu.exceptions import OperationalError


class BrokerAway(logging.Filter):
    """Reduces beat's messages about an unreachable broker, fifty lines each second, to one line a minute."""

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
    """Drops log lines of readiness probes, which get 503 every few seconds while the site is not ready."""

    def filter(self, record: logging.LogRecord) -> bool:
        from domego_site.views import ProbesMiddleware

        request: Any = getattr(record, "request", None)
        return getattr(request, "path_info", None) not in ProbesMiddleware.VIEWS
