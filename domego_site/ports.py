"""A check whether the web server could listen on a port. Standard library only: it runs before anything is
installed.
"""

import errno
import socket
from typing import Final

OTHERS: Final = range(1, 50)
"""Distances from a used port at which a free one is searched."""


def fault(host: str, port: int) -> str | None:
    """The reason for which the port cannot be used, in sentences; None if it can. The last sentence has a free port for
    the command: PORT=8001.
    """
    error = _error(host, port)
    if error is None:
        return None
    free = next((other for step in OTHERS if _error(host, other := port + step) is None), 8000)
    what = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used: {error.strerror or error}"
    return f"Port {port} of {host} {what}. Another one: PORT={free}"


def _error(host: str, port: int) -> OSError | None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error
        except OverflowError as error:
            return OSError(str(error))
    return None
