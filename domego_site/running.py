"""Is the site of this var/ running, and what it keeps besides its database."""

import os
import shutil
import signal

from django.conf import settings
from django.core.cache import cache

from domego_site import heartbeats, paths, supervisor


def is_running() -> bool:
    """Does a supervisor hold this var/?"""
    return supervisor.running() is not None


def still_there() -> str | None:
    """What of the site runs with this var/, in one line: a supervisor that holds it, or workers that were started one
    by one and gave a sign a moment ago. A web server that was started alone is not known.
    """
    if is_running():
        return "The site runs."
    if living := heartbeats.living():
        return f"Processes of the site gave a sign of life a moment ago: {', '.join(living)}."
    return None


def forget() -> None:
    """Empty the cache: it speaks of another database. The embedded broker's is a directory, since it does not run."""
    if settings.REDIS_URL:
        cache.clear()
    else:
        shutil.rmtree(paths.VAR_DIR / "broker", ignore_errors=True)


def restart() -> str:
    """Have the supervisor of this var/ replace its processes; says what happens, or what is left to do. One of an older
    version does not say its number.
    """
    process = supervisor.running()
    if process is None:
        return "Now restart every web server and worker of the site, on each machine."
    if process == 0:
        return "Now stop the site and start it again: manage.py run"
    os.kill(process, signal.SIGUSR1)
    return "The running site replaces its processes now."
