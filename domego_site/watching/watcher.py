"""A thread of each web process that looks after the site, whether or not anybody asks for a page."""

import logging
import threading
import time

from django.conf import settings
from django.db import connection

from domego_site.watching import alerts

logger = logging.getLogger(__name__)


def start() -> None:
    """Begin to look. Called by the module that web servers load in each of their processes, after any fork."""
    threading.Thread(target=_look_on, name="watcher", daemon=True).start()


def _look_on() -> None:
    """Look at intervals. The first look waits, since a site that was off for a long time has an old last sweep."""
    time.sleep(settings.SWEEP_ALERT_SECONDS)
    while True:
        look_once()
        time.sleep(alerts.between_looks().total_seconds())


def look_once() -> None:
    """Look once. An unreachable database, or a fault, is logged, and the next look follows."""
    try:
        alerts.look()
    except Exception:  # noqa: BLE001 - nobody else would start this thread again
        logger.exception("Looking after the site failed.")
    finally:
        connection.close()
