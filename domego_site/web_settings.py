"""Gunicorn's settings: `gunicorn -c python:domego_site.web_settings domego_site.wsgi`, and what `manage.py run` starts.

An option on the command line goes before one of these. Nothing of the site is loaded before the processes part, so that
SIGHUP starts new ones with new code.
"""

import os
from contextlib import suppress
from typing import Any

from domego_site import processes, web_server

worker_class = "domego_site.web_server.WebWorker"
workers = 2
threads = 4
graceful_timeout = web_server.DRAIN
control_socket_disable = True
if os.access("/dev/shm", os.W_OK):  # noqa: S108 - the heartbeat, which a slow disk must not hold up
    worker_tmp_dir = "/dev/shm"  # noqa: S108


def post_worker_init(worker: Any) -> None:
    """The supervisor, where there is one, waits for it."""
    if processes.READY in os.environ:
        with suppress(OSError):
            os.write(int(os.environ[processes.READY]), b".")
