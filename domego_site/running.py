"""Is the site of this var/ running, and what it keeps besides its database."""

import fcntl
import os
import shutil

from django.conf import settings
from django.core.cache import cache

from domego_site import paths


def is_running() -> bool:
    """Does a supervisor hold this var/? Processes that were started one by one are not known."""
    try:
        descriptor = os.open(paths.VAR_DIR / "supervisor.lock", os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def forget() -> None:
    """Empty the cache: it speaks of another database. The embedded broker's is a directory, since it does not run."""
    if settings.REDIS_URL:
        cache.clear()
    else:
        shutil.rmtree(paths.VAR_DIR / "broker", ignore_errors=True)
