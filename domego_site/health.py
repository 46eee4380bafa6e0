"""Health checks of the processes of this machine: `python -m domego_site.health
web|live|play|heavy|analysis|expected|beat` prints a line and exits with 0 or 1. They are for containers and systemd.
Standard library only: a command of Django would take a second of processor time for each check.
"""

import http.client
import os
import sys
import time
from typing import Final

from domego_site import heartbeats, processes

WEB: Final = "web"
LIVE: Final = "live"
NAMES: Final = (WEB, LIVE, *processes.QUEUES, heartbeats.BEAT)
SILENT_AFTER: Final = 60.0
"""Seconds of silence after which a process is reported. A worker that waits for its broker is silent too."""


def fault(name: str) -> str | None:
    """The fault of the process in one line; None for a healthy one."""
    port = int(os.environ.get("PORT") or 8000)
    if name == WEB:
        return _fault_at(WEB, port)
    return _fault_at(LIVE, int(os.environ.get("LIVE_PORT") or port + 100)) if name == LIVE else _silence(name)


def _silence(name: str) -> str | None:
    last = heartbeats.last(name)
    if last is None:
        return f"{name} has given no sign of life on this machine."
    seconds = time.time() - last
    return f"{name} has given no sign of life for {seconds:.0f} s." if seconds > SILENT_AFTER else None


def _fault_at(name: str, port: int) -> str | None:
    """The fault of a server, asked at the address of `HOST`."""
    host = os.environ.get("HOST") or "127.0.0.1"
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where to ask one that listens everywhere
    connection = http.client.HTTPConnection(everywhere.get(host, host), port, timeout=5)
    try:
        connection.request("GET", "/livez")
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        return f"{name} does not answer on port {port} of {host}: {error}"
    finally:
        connection.close()
    return None if status == http.client.OK else f"{name} answers {status} on port {port} of {host}."


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in NAMES:
        sys.stdout.write(f"Say one of: {', '.join(NAMES)}\n")
        return 2
    found = fault(arguments[0])
    sys.stdout.write(f"{found or f'{arguments[0]} lives.'}\n")
    return int(found is not None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
