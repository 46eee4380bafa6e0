"""Is the site of this var/ running, and what it keeps besides its database."""

import shutil

from django.conf import settings
from django.core.cache import cache

from domego_site import paths, supervisor


def is_running() -> bool:
    """Does a supervisor hold this var/? Processes that were started one by one are not known."""
    return supervisor.running() is not None


def forget() -> None:
    """Empty the cache: it speaks of another database. The embedded broker's is a directory, since it does not run."""
    if settings.REDIS_URL:
        cache.clear()
    else:
        shutil.rmtree(paths.VAR_DIR / "broker", ignore_errors=True)
