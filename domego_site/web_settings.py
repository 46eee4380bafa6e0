"""Gunicorn's settings: `gunicorn -c python:domego_site.web_settings domego_site.wsgi`, and what `manage.py run` starts.

An option on the command line goes before one of these. Nothing is loaded before the processes part, so that SIGHUP
starts new ones with new code.
"""

import os

worker_class = "domego_site.web_server.WebWorker"
workers = 2
threads = 4
# Where the whole site stops, for the last requests; a process that is only replaced has longer (web_server.DRAIN).
graceful_timeout = 5
control_socket_disable = True
if os.access("/dev/shm", os.W_OK):  # noqa: S108 - the heartbeat, which a slow disk must not hold up
    worker_tmp_dir = "/dev/shm"  # noqa: S108
