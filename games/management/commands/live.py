import asyncio
import resource
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

import uvicorn
from django.core.management import BaseCommand, CommandError, CommandParser

from games.platform.conf import conf
from games.platform.work.live import STREAMS, Live


class Server(uvicorn.Server):
    """A server that ends its streams on shutdown, so that pages reconnect in order."""

    def __init__(self, config: uvicorn.Config, live: Live) -> None:
        super().__init__(config)
        self._live = live
        self._loop: asyncio.AbstractEventLoop | None = None
        self._asked = asyncio.Event()

    async def main_loop(self) -> None:
        """Look once a second whether to end, and when asked to. Uvicorn looks ten times a second."""
        self._asked, looks = asyncio.Event(), 0
        while not await self.on_tick(looks):
            looks += 10
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), 1.0)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().serve(sockets)

    def end(self) -> None:
        """End from another thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.handle_exit, signal.SIGTERM, None)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._live.hub.end()
        super().handle_exit(sig, frame)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._asked.set)


class Command(BaseCommand):
    help = "Tells open pages of news, by server-sent events: one small process for thousands of them."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=conf.LIVE_HOST)
        parser.add_argument("--port", type=int, default=conf.LIVE_PORT)
        parser.add_argument("--fd", type=int, help="listen on this inherited socket")

    def handle(self, *args: Any, **options: Any) -> None:
        if not conf.NEWS_URL:
            raise CommandError("News need a broker: set REDIS_URL.")
        if not options["fd"] and not options["port"]:
            raise CommandError("LIVE_PORT is 0: news by push are off.")
        _allow_streams()
        sockets = [socket.socket(fileno=options["fd"])] if options["fd"] else None
        asyncio.run(_server(host=options["host"], port=options["port"]).serve(sockets))


def stream_in_thread(listener: socket.socket) -> Callable[[], None]:
    """Stream news on this socket from a thread of this process. Returns a function that ends it: open pages then
    reconnect.
    """
    _allow_streams()
    server = _server()
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])), name="live", daemon=True)
    thread.start()
    return server.end


def _allow_streams() -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, STREAMS + 200), most))


def _server(**place: Any) -> Server:
    live = Live()
    config = uvicorn.Config(
        live,
        **place,
        http="h11",
        ws="none",
        loop="asyncio",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        backlog=2048,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=2,
    )
    return Server(config, live)
