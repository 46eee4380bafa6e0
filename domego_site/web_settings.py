"""Gunicorn's settings: `gunicorn -c python:domego_site.web_settings domego_site.wsgi`, and the command of `manage.py
run`. Options on the command line override them. With `manage.py serve`, neither Django nor the site is loaded before
the processes fork, so that SIGHUP starts new ones with new code.
"""

import gc
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

# Of its own the server logs little, in the site's form; the lines of requests are the site's (domego_site.access_log).
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "domego_site.log_lines.formatter", "kind": os.environ.get("LOG_FORMAT", "").lower()}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {"gunicorn.error": {"handlers": ["stderr"], "propagate": False}},
}


def post_fork(server: Any, worker: Any) -> None:
    """Turn the garbage collector off while the site is loaded: it would find nothing, and take a fifth of the time."""
    processes.be_called("web")
    gc.disable()


def post_worker_init(worker: Any) -> None:
    """The site is loaded. The supervisor, where there is one, waits for it."""
    from domego_site.watching import measuring, watcher
    from games.public.pages import fragments

    fragments.load_all()
    if worker.cfg.preload_app:  # the main process loaded the site without its threads, which end at a fork
        watcher.start()
        measuring.start()
    gc.enable()
    processes.keep_what_is_loaded()
    worker.tell = measuring.connections
    if processes.READY in os.environ:
        with suppress(OSError):
            os.write(int(os.environ[processes.READY]), b".")


def worker_exit(server: Any, worker: Any) -> None:
    """Called in the server too, where no worker is booted. One that could not load says so by its own exit code."""
    if worker.booted:
        processes.end_at_once(0)
