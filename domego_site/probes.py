"""What the site stands on, asked directly: each probe answers with the fault in one line, or None."""

import ctypes
import socket

from django.conf import settings
from django.db import Error, connection
from redis import Redis
from redis.exceptions import RedisError

PANGO_LIBRARIES = ("libpango-1.0.so.0", "libpangoft2-1.0.so.0")


def database_fault() -> str | None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (Error, OSError) as error:
        return " ".join(str(error).split())
    return None


def broker_fault() -> str | None:
    url = settings.REDIS_URL or f"unix://{settings.BROKER_SOCKET}"
    try:
        with Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1) as client:
            client.ping()
    except (RedisError, OSError, ValueError) as error:
        return " ".join(str(error).split())
    return None


def pango_fault() -> str | None:
    """PDFs need these; WeasyPrint itself says so only when the first one is made."""
    for name in PANGO_LIBRARIES:
        try:
            ctypes.CDLL(name)
        except OSError:
            return f"{name} cannot be loaded"
    return None


def port_fault(host: str, port: int) -> str | None:
    """Whether the web server could listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error.strerror
    return None
