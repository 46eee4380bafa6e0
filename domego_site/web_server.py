"""The web server: gunicorn manages the processes, waitress the connections. Gunicorn's own threads each wait for one
client: eight slow clients stop eight threads. Waitress reads whole requests and sends whole answers outside its
threads. This module adds time limits, a shutdown without lost requests, and an order of turns (domego_site.turns). It
also keeps connections open after an answer without a body. `domego_site.web_settings` configures it.
"""

import os
import resource
import socket
import time
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

from gunicorn.workers.base import Worker
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer, UnixWSGIServer
from waitress.task import WSGITask
from waitress.wasyncore import loop

from domego_site.turns import Turns, rank_of

HEADER_BYTES: Final = 64 * 1024
BODY_BYTES: Final = 8 * 2**20
"""The most bytes that are read; pages accept less, see domego_site.request_limits."""
CONNECTIONS: Final = 1000
"""The greatest number of connections of one process. Further ones wait to be accepted."""
SECONDS: Final = {"header": 15.0, "body": 60.0, "answer": 600.0, "idle": 75.0}
"""Seconds allowed for a request to arrive, its answer to be read, and the next request to begin. The longest pause
between two requests of an open page is 60 s (poll.js).
"""
PHASES: Final = (*SECONDS, "work")
"""The phases of a connection."""
GIVEN_UP = 1.0
"""Seconds in the queue after which no page is made for a client that has closed its side."""
LINGER: Final = 3.0
"""Seconds for which a process that ends keeps idle connections: requests are answered with `Connection: close`."""
DRAIN: Final = 60
"""Seconds for running requests, before gunicorn kills the process."""


class _Task(WSGITask):
    def set_close_on_finish(self) -> None:
        """Keep the connection open after an answer without a body, as most polls get. Waitress would close it for want
        of a length.
        """
        asked = self.request.headers.get("CONNECTION", "").lower()
        if self.version == "1.0" or self.has_body or self.wrote_header or asked == "close":
            super().set_close_on_finish()


class _Channel(HTTPChannel):
    """One connection."""

    task_class = _Task

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.answered = 0
        self.asked_at = 0.0
        self._now: tuple[str, int] = ("", 0)
        self._since = 0.0

    def service(self) -> None:
        request, began = self.requests[0], time.monotonic()
        if self.server.is_ending:
            request.headers["CONNECTION"] = "close"
        is_read = request.error is None
        has_waited = began - self.asked_at > GIVEN_UP
        if is_read and has_waited and request.command in ("GET", "HEAD") and self._is_gone():
            self.connected = False
        super().service()
        self.answered += 1
        if is_read:
            self.server.task_dispatcher.took(rank_of(request), time.monotonic() - began)

    def _is_gone(self) -> bool:
        """Has the client closed the connection? Then nobody reads the page."""
        try:
            return self.socket.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True

    @property
    def phase(self) -> str:
        """One of PHASES: a key of SECONDS, or "work" while a thread has its request."""
        if self.requests:
            return "work"
        if self.total_outbufs_len:
            return "answer"
        if self.request is not None:
            return "body" if self.request.headers_finished else "header"
        return "idle" if self.answered else "header"

    def is_late(self, now: float) -> bool:
        """Is the phase of the connection too long? Called about once a second; time counts from the first call in the
        phase of a request.
        """
        if (seen := (self.phase, self.answered)) != self._now:
            self._now, self._since = seen, now
        limit = SECONDS.get(seen[0])
        return limit is not None and now - self._since > limit


class _Server:
    """The common part of both kinds of listening sockets."""

    channel_class = _Channel
    is_ending = False
    active_channels: dict[int, _Channel]

    def maintenance(self, now: float) -> None:
        for channel in list(self.active_channels.values()):
            if channel.is_late(time.monotonic()):
                channel.will_close = True


class _TcpServer(_Server, TcpWSGIServer):
    """A listening socket on an address."""


class _UnixServer(_Server, UnixWSGIServer):
    """A listening socket on a unix socket, behind a web server of the same machine."""


class WebWorker(Worker):
    """A worker of gunicorn: one process."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.map: dict[int, Any] = {}
        self.servers: list[Any] = []
        self.tell: Callable[[Counter[str]], None] = lambda phases: None
        """A function called about once a second with the number of connections in each phase."""
        self._told = 0.0
        self._linger = LINGER

    def run(self) -> None:
        limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(limit, min(most, 4 * CONNECTIONS)), most))
        threads = Turns(self.cfg.threads)
        self.servers = [self._serve(listener.sock, threads) for listener in self.sockets]
        while self.alive and self.ppid == os.getppid():
            self._turn()
        self._drain()
        threads.shutdown(timeout=1)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.alive = False
        for server in self.servers:
            server.pull_trigger()

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """End idle connections at once, since the site stops without a successor. Gunicorn's own method also cuts off
        requests.
        """
        self._linger = 0.0
        self.handle_exit(sig, frame)

    def _serve(self, listener: socket.socket, threads: Turns) -> Any:
        # The site believes what a proxy says where BEHIND_PROXY is set; waitress passes it on unseen.
        options = Adjustments(
            sockets=[listener],
            ident=None,
            threads=self.cfg.threads,
            connection_limit=CONNECTIONS,
            cleanup_interval=1,
            max_request_header_size=HEADER_BYTES,
            max_request_body_size=BODY_BYTES,
            outbuf_high_watermark=2**28,  # beyond a MiB an answer waits in a file: slow readers hold no thread
            clear_untrusted_proxy_headers=False,
            log_socket_errors=False,
        )
        kind = _UnixServer if listener.family == socket.AF_UNIX else _TcpServer
        info = (listener.family, listener.type, listener.proto, listener.getsockname())
        return kind(
            self.wsgi, self.map, _sock=listener, dispatcher=threads, adj=options, sockinfo=info, bind_socket=False
        )

    def _turn(self) -> None:
        self.notify()
        loop(timeout=1.0, use_poll=True, map=self.map, count=1)
        if (now := time.monotonic()) - self._told >= 1.0:
            self._told = now
            self.tell(Counter(channel.phase for channel in self._channels()))

    def _channels(self) -> list[_Channel]:
        return [channel for server in self.servers for channel in server.active_channels.values()]

    def _drain(self) -> None:
        """Accept nothing more, and finish running requests; another process has the listening socket."""
        began = time.monotonic()
        for server in self.servers:
            server.is_ending, server.accepting = True, False
        while (channels := self._channels()) and time.monotonic() - began < DRAIN - 1:
            if time.monotonic() - began > self._linger:
                for channel in channels:
                    channel.will_close |= channel.phase == "idle"
            self._turn()
        for channel in self._channels():
            self.log.warning("A connection was cut off in its %s.", channel.phase)
