"""The state of the site with this var/: running or not, and its data outside the database."""

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
    """The running processes of this var/ in one line; None for none. They are a supervisor that holds it, or workers
    that were started one by one. A web server that was started alone is not known.
    """
    if is_running():
        return "The site runs."
    if living := heartbeats.living():
        return f"Processes of the site gave a sign of life a moment ago: {', '.join(living)}."
    return None


def forget() -> None:
    """Empty the cache, whose values belong to another database. The embedded broker's data is a directory, since the
    broker does not run.
    """
    if settings.REDIS_URL:
        cache.clear()
    else:
        shutil.rmtree(paths.VAR_DIR / "broker", ignore_errors=True)


def restart() -> str:
    """Let the supervisor of this var/ replace its processes; returns the result or the remaining steps in words. A
    supervisor of an older version has no known process id.
    """
    process = supervisor.running()
    if process is None:
        return "Now restart every web server and worker of the site, on each machine."
    if process == 0:
        return "Now stop the site and start it again: manage.py run"
    os.kill(process, signal.SIGUSR1)
    return "The running site replaces its processes now."
