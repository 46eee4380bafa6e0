"""The news stream of open pages, served by `manage.py live`: one process for thousands of pages.

Server-sent events. A page comes with its ticket (games.platform.work.news) and no cookie. It gets the revisions of its
topics and then each new one, until the ticket is too old. News come from the broker's channel. Once a second the
database is asked, too, in one query for each kind of topic. So a lost message costs a second.
"""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar
from urllib.parse import parse_qs

from django.core.signing import BadSignature
from django.db import Error, close_old_connections
from django.utils import timezone
from redis import asyncio as redis_async
from redis.exceptions import RedisError

from games.platform.conf import conf
from games.platform.work import news, presence

logger = logging.getLogger(__name__)

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Answer = TypeVar("Answer")

STREAMS: Final = 4000
"""The greatest number of streams at once; further pages poll instead."""
STREAMS_OF_ONE: Final = 12
"""The greatest number of streams of one person; the oldest one is closed."""
LOOK_EVERY: Final = 1.0
SIGN_EVERY: Final = 20.0
PING_EVERY: Final = 15.0
"""Seconds after which a silent stream sends a ping: pages take 40 s of silence for a lost stream."""
AGAIN: Final = 2.0
"""Seconds until a broker that is away is tried again."""
HEADERS: Final = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"access-control-allow-origin", b"*"),  # no cookie is asked for: the ticket says it all
)


class Stream:
    """The stream of one open page. `waiting` holds unsent news by topic: the newest only, however slow the page."""

    def __init__(self, ticket: news.Ticket) -> None:
        self.ticket = ticket
        self.until = time.monotonic() + news.TICKET_SECONDS
        self.waiting: dict[str, str] = {}
        self.is_over = False
        self._woken = asyncio.Event()

    def publish(self, topic: str, what: str) -> None:
        """Add news of a topic."""
        self.waiting[topic] = news.joined(self.waiting.get(topic), what)
        self._woken.set()

    def end(self) -> None:
        """Close the stream, so that the page asks for another ticket."""
        self.is_over = True
        self._woken.set()

    async def next(self) -> dict[str, str]:
        """The unsent news by topic; empty after a while without any."""
        wait = min(PING_EVERY, self.until - time.monotonic())
        try:
            await asyncio.wait_for(self._woken.wait(), max(0.0, wait))
        except TimeoutError:
            self.is_over = self.is_over or time.monotonic() >= self.until
        self._woken.clear()
        told, self.waiting = self.waiting, {}
        return told


class Hub:
    """All streams of this process by topic, and the last revision of each topic."""

    def __init__(self) -> None:
        self.streams: dict[str, dict[Stream, None]] = {}
        self.people: dict[int, dict[Stream, None]] = {}
        self.known: dict[str, str] = {}
        self._one_at_a_time = ThreadPoolExecutor(1, "live")
        self._work: list[asyncio.Task[None]] = []

    def __len__(self) -> int:
        return sum(map(len, self.people.values()))

    def begin(self) -> None:
        """Listen to the broker, poll the database and record presence, until `end`."""
        self._work = [asyncio.create_task(work()) for work in (self._listen, self._look, self._sign)]
        for work in self._work:
            work.add_done_callback(_log_end)

    def end(self) -> None:
        """Close all streams in order: their pages reconnect to another process."""
        for work in self._work:
            work.cancel()
        for streams in list(self.people.values()):
            for stream in list(streams):
                stream.end()

    def open(self, ticket: news.Ticket) -> Stream:
        """A new stream. Known revisions are sent at once."""
        stream = Stream(ticket)
        own = self.people.setdefault(ticket.user_id, {})
        # A projector has no person: its link is anybody's, on as many screens as there are.
        if ticket.user_id and len(own) >= STREAMS_OF_ONE:
            next(iter(own)).end()
        own[stream] = None
        for topic in ticket.topics:
            self.streams.setdefault(topic, {})[stream] = None
            if topic in self.known:
                stream.waiting[topic] = self.known[topic]
        return stream

    def close(self, stream: Stream) -> None:
        """Forget the stream of a closed page."""
        self._leave(self.people, stream.ticket.user_id, stream)
        for topic in stream.ticket.topics:
            self._leave(self.streams, topic, stream)
            if topic not in self.streams:
                self.known.pop(topic, None)

    @staticmethod
    def _leave(places: dict[Any, dict[Stream, None]], place: Any, stream: Stream) -> None:
        places.get(place, {}).pop(stream, None)
        if not places.get(place):
            places.pop(place, None)

    def hear(self, topic: str, what: str) -> None:
        """Pass on news of a topic. A known or older revision is ignored: the database may have been read before a
        commit whose message came first.
        """
        streams = self.streams.get(topic)
        if streams is None:
            return
        revision = what.partition(" ")[0]
        if revision.isdecimal():
            if int(self.known.get(topic, -1)) >= int(revision):
                return
            self.known[topic] = revision
        for stream in list(streams):
            if what == news.END:
                stream.end()
            else:
                stream.publish(topic, what)

    async def _in_thread(self, do: Callable[[], Answer]) -> Answer:
        def done() -> Answer:
            try:
                return do()
            finally:
                close_old_connections()

        return await asyncio.get_running_loop().run_in_executor(self._one_at_a_time, done)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            topics = list(self.streams)
            if not topics:
                continue
            try:
                found = await self._in_thread(lambda topics=topics: news.revisions_of(topics))  # type: ignore[misc]
            except (Error, OSError) as error:
                logger.warning("The database does not answer: %s", error)
                continue
            for topic, revision in found.items():
                self.hear(topic, str(revision))

    async def _sign(self) -> None:
        while True:
            await asyncio.sleep(SIGN_EVERY)
            now = timezone.now()
            here: dict[Any, set[int]] = {}
            for streams in self.people.values():
                for stream in streams:
                    for place in stream.ticket.places:
                        here.setdefault(place, set()).add(stream.ticket.user_id)
            await self._in_thread(lambda here=here, now=now: presence.all_seen(here, now))  # type: ignore[misc]

    async def _listen(self) -> None:
        while True:
            server = redis_async.Redis.from_url(conf.NEWS_URL, socket_connect_timeout=1.0)
            try:
                await self._pass_on(server)
            except (RedisError, OSError) as error:
                logger.warning("The broker does not answer; news come from the database: %s", error)
                await asyncio.sleep(AGAIN)
            finally:
                await server.aclose()

    async def _pass_on(self, server: Any) -> None:
        async with server.pubsub(ignore_subscribe_messages=True) as channel:
            await channel.subscribe(news.channel())
            async for message in channel.listen():
                topic, _space, what = message["data"].decode().partition(" ")
                self.hear(topic, what)


class Live:
    """The ASGI application."""

    def __init__(self) -> None:
        self.hub = Hub()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.hub.begin()
                await send({"type": "lifespan.startup.complete"})
            else:
                self.hub.end()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> None:
        text = parse_qs(scope["query_string"].decode("ascii", "replace")).get("ticket", [""])[0]
        if scope["method"] != "GET":
            return await self._say(send, 405, "Only GET.")
        if scope["path"].endswith("/livez"):
            return await self._say(send, 200, f"{len(self.hub)} streams")
        try:
            ticket = news.read_ticket(text)
        except BadSignature:
            return await self._say(send, 403, "No ticket, or one that is too old.")
        if len(self.hub) >= STREAMS:
            return await self._say(send, 503, "Too many streams.")
        return await self._stream(ticket, receive, send)

    async def _say(self, send: Send, status: int, text: str) -> None:
        headers = [(b"content-type", b"text/plain; charset=utf-8"), *HEADERS[1:]]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": text.encode()})

    async def _stream(self, ticket: news.Ticket, receive: Receive, send: Send) -> None:
        stream = self.hub.open(ticket)
        leaving = asyncio.create_task(_until_gone(receive, stream))

        async def write(events: Iterable[tuple[str, Any]], *, more: bool = True) -> None:
            body = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events)
            await send({"type": "http.response.body", "body": body.encode(), "more_body": more})

        try:
            await send({"type": "http.response.start", "status": 200, "headers": list(HEADERS)})
            known, stream.waiting = stream.waiting, {}
            await write([("hello", known)])
            while not stream.is_over:
                told = await stream.next()
                if told or not stream.is_over:
                    await write([("news", told)] if told else [("ping", {})])
            await write([("bye", {})], more=False)
        finally:
            leaving.cancel()
            self.hub.close(stream)


def _log_end(work: asyncio.Task[None]) -> None:
    """Log a background task that ended. It should run for ever: without it pages learn of news later."""
    if not work.cancelled():
        logger.error("a part of the process that tells of news has failed", exc_info=work.exception())


async def _until_gone(receive: Receive, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()
