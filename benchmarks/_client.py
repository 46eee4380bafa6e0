"""A light client for the people of a benchmark: kept HTTP connections and streams of news, on asyncio.

The people share the machine with the site, so that their own work must be small. Only the requested lines of an
answer's head are read. A body is decompressed only if its content is needed.
"""

import asyncio
import json
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode, urlsplit

LOST = 0
"""The status of a request without an answer."""
TIMEOUT = 15.0
HOST = "127.0.0.1"
REDIRECTS = (302, 303, 307)
TENTHS = 10_000
"""Times are counted in tenths of a millisecond."""
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"
BROWSER = (
    "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n"
    "Accept-Encoding: gzip, deflate, br\r\n"
    "Accept-Language: en-GB,en;q=0.5\r\n"
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n"
)


class Answer:
    """An answer, and the seconds from sending the request until its last byte came."""

    __slots__ = ("_head", "_lower", "body", "seconds", "status")

    def __init__(self, status: int, head: bytes = b"", body: bytes = b"", seconds: float = 0.0) -> None:
        self.status, self.body, self.seconds = status, body, seconds
        self._head, self._lower = head, head.lower()

    def header(self, name: bytes) -> str:
        """The value of a header, whose name is given in lower case; empty without it."""
        return next(self.headers(name), "")

    def headers(self, name: bytes) -> Iterator[str]:
        """The values of a header, which may be there several times."""
        sign, at = b"\r\n" + name + b":", 0
        while (at := self._lower.find(sign, at)) >= 0:
            at += len(sign)
            end = self._lower.find(b"\r\n", at)
            yield self._head[at : end if end >= 0 else len(self._head)].strip().decode("latin-1")

    def page(self) -> bytes:
        """The body, decompressed if necessary. The end of a compressed one says how long it will be."""
        if self.body[:2] != b"\x1f\x8b":
            return self.body
        return zlib.decompress(self.body, 31, int.from_bytes(self.body[-4:], "little") + 1)


SPACE = memoryview(bytearray(2**16))
"""All connections receive into this space. asyncio's own 256 kB for each part cost seven times the time."""


class Receiver(asyncio.BufferedProtocol):
    """A connection whose `data_received` gets what has arrived."""

    def get_buffer(self, _size: int) -> memoryview:
        return SPACE

    def buffer_updated(self, size: int) -> None:
        self.data_received(bytes(SPACE[:size]))

    def data_received(self, data: bytes) -> None:
        raise NotImplementedError


class Line(Receiver):
    """One kept connection, with one request at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._transport: asyncio.Transport | None = None
        self._answered: asyncio.Future[Answer] | None = None
        self._buffer = bytearray()
        self._began = 0.0
        self._end_of_head = -1
        self._length = -1

    async def ask(self, request: bytes) -> Answer:
        """Send a request; the answer's status is LOST without one. A server may close a kept connection, so a GET is
        sent a second time.
        """
        for last in (not request.startswith(b"GET"), True):
            kept = self._transport is not None
            answer = await self._ask(request)
            if answer.status != LOST or last or not kept:
                return answer
        raise AssertionError("the second attempt is the last one")

    async def _ask(self, request: bytes) -> Answer:
        loop = asyncio.get_running_loop()
        self._began = time.perf_counter()
        if self._transport is None or self._transport.is_closing():
            try:
                self._transport, _protocol = await loop.create_connection(lambda: self, HOST, self._port)
            except OSError:
                return Answer(LOST)
        self._buffer.clear()
        self._end_of_head = self._length = -1
        self._answered = loop.create_future()
        patience = loop.call_later(TIMEOUT, self.close)
        self._transport.write(request)
        try:
            return await self._answered
        finally:
            patience.cancel()
            self._answered = None

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if self._answered is None or self._answered.done():
            return
        if self._end_of_head < 0:
            self._end_of_head = self._buffer.find(b"\r\n\r\n")
            if self._end_of_head < 0:
                return
            self._length = self._length_of_body()
        if self._length >= 0 and len(self._buffer) >= self._end_of_head + 4 + self._length:
            self._done(bytes(self._buffer[self._end_of_head + 4 :]))
        elif self._length == CHUNKED and self._buffer.endswith(b"0\r\n\r\n"):
            self._done(b"".join(chunks(bytes(self._buffer[self._end_of_head + 4 :]))))

    def _length_of_body(self) -> int:
        head = Answer(int(self._buffer[9:12]), bytes(self._buffer[: self._end_of_head]))
        if head.status in (204, 304):
            return 0
        length = head.header(b"content-length")
        if length:
            return int(length)
        return CHUNKED if head.header(b"transfer-encoding").lower() == "chunked" else UNTIL_CLOSED

    def _done(self, body: bytes) -> None:
        assert self._answered is not None
        seconds = time.perf_counter() - self._began
        answer = Answer(int(self._buffer[9:12]), bytes(self._buffer[: self._end_of_head]), body, seconds)
        self._answered.set_result(answer)
        if answer.header(b"connection").lower() == "close":
            self.close()

    def connection_lost(self, _error: Exception | None) -> None:
        self._transport = None
        if self._answered is None or self._answered.done():
            return
        if self._length == UNTIL_CLOSED and self._end_of_head >= 0:
            self._done(bytes(self._buffer[self._end_of_head + 4 :]))
        else:
            self._answered.set_result(Answer(LOST))

    def close(self) -> None:
        """Close the connection; a request without an answer is lost."""
        if self._transport is not None:
            self._transport.abort()


CHUNKED, UNTIL_CLOSED = -2, -3


def chunks(body: bytes) -> Iterator[bytes]:
    """The parts of a chunked body."""
    at = 0
    while size := int(body[at : (end := body.index(b"\r\n", at))].partition(b";")[0], 16):
        yield body[end + 2 : end + 2 + size]
        at = end + 4 + size


class Stream(Receiver):
    """The stream of news of an open page: the newest revision that came, the prompts that were open then (None: not
    known), and the moment since which there is something newer than what the page shows.
    """

    def __init__(self) -> None:
        self.is_open = False
        self.newer_since = 0.0
        self._revision = self._shown = 0
        self._prompts: frozenset[str] | None = None
        self._rest = b""
        self._woken: asyncio.Future[None] | None = None
        self._transport: asyncio.Transport | None = None

    async def open(self, address: str, ticket: str) -> None:
        """Open the stream at its `address`, with the page's ticket."""
        parts, loop = urlsplit(address), asyncio.get_running_loop()
        try:
            self._transport, _protocol = await loop.create_connection(lambda: self, HOST, parts.port)
        except OSError:
            return
        self.is_open = True
        path = f"{parts.path}?{urlencode({'ticket': ticket})}"
        self._transport.write(f"GET {path} HTTP/1.1\r\nHost: {HOST}:{parts.port}\r\n\r\n".encode())

    def show(self, revision: int) -> float:
        """The page shows this revision now; returns for how long there was something newer, 0 if there still is."""
        self._shown = revision
        if self._revision > revision:
            return 0.0
        since, self.newer_since, self._prompts = self.newer_since, 0.0, frozenset()
        return time.monotonic() - since if since else 0.0

    async def wait(self, own: Sequence[str] | None, pause_until: float, seconds: float) -> bool:
        """Wait until the server has something newer than what the page shows, at most so many seconds. A move after
        which the reader has the same prompts (`own`) is left until `pause_until`. Returns whether there is something
        newer. The end of the stream ends the wait, too.
        """
        loop = asyncio.get_running_loop()
        until, was_open = loop.time() + seconds, self.is_open
        while self.is_open == was_open:
            is_newer, now = self._revision > self._shown, time.monotonic()
            if is_newer and (now >= pause_until or not self._is_others(own)):
                return True
            left = min(until - loop.time(), pause_until - now if is_newer else seconds)
            if until <= loop.time():
                return False
            self._woken = loop.create_future()
            late = loop.call_later(max(0.0, left), self._wake)
            try:
                await self._woken
            finally:
                late.cancel()
                self._woken = None
        return self._revision > self._shown

    def _is_others(self, own: Sequence[str] | None) -> bool:
        """Has the reader the same open prompts as before (poll.js: `isOthers`)?"""
        open_prompts = self._prompts
        if open_prompts is None or own is None:
            return False
        seats = {each.partition(":")[0] for each in open_prompts}
        return all(each in open_prompts or (each.endswith(":-") and each[:-2] not in seats) for each in own)

    def _wake(self) -> None:
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)

    def data_received(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if line == b"event: bye":
                self.close()
            elif line.startswith(b"data: {"):
                for each in json.loads(line[6:]).values():
                    self._hear(*each.split(" "))

    def _hear(self, revision: str, *prompts: str) -> None:
        if not revision.isdecimal() or int(revision) <= self._revision:
            return
        is_known = bool(prompts) and (not self.newer_since or self._prompts is not None)
        self._prompts = frozenset(prompts) if is_known else None
        self._revision = int(revision)
        if self._revision > self._shown:
            self.newer_since = self.newer_since or time.monotonic()
            self._wake()

    def connection_lost(self, _error: Exception | None) -> None:
        self.is_open = False
        self._wake()

    def close(self) -> None:
        """Close the stream, as when the page is left."""
        if self._transport is not None:
            self._transport.abort()


class Tally:
    """The answers to all people of one process since the last `reset`, and the processor time of this process."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget all answers."""
        self.times: dict[str, Counter[int]] = defaultdict(Counter)
        self.answers: Counter[str] = Counter()
        self.bytes = self.pages = self.page_bytes = 0
        self._spent = time.process_time()

    def note(self, kind: str, answer: Answer) -> Answer:
        """Count an answer."""
        self.answers[f"{kind} {answer.status or 'lost'}"] += 1
        self.bytes += len(answer.body)
        return answer

    def took(self, kind: str, seconds: float) -> None:
        """Count the time that something took."""
        self.times[kind][round(seconds * TENTHS)] += 1

    def decided(self, seconds: float, page_bytes: int) -> None:
        """Count a decision, and the size of the page that answered it."""
        self.took("decision", seconds)
        self.pages += 1
        self.page_bytes += page_bytes

    def report(self) -> dict[str, Any]:
        """All counts, for `json`."""
        counts = {name: getattr(self, name) for name in ("times", "answers", "bytes", "pages", "page_bytes")}
        return counts | {"processor": time.process_time() - self._spent}


class Person:
    """A person's cookies and one connection, as a browser has."""

    def __init__(self, port: int, tally: Tally, cookies: Mapping[str, str] = {}) -> None:
        self.line, self.tally, self.cookies = Line(port), tally, dict(cookies)
        self._beginning = f" HTTP/1.1\r\nHost: {HOST}:{port}\r\n{BROWSER}"

    async def get(self, kind: str, path: str, headers: str = "") -> Answer:
        """Ask for a page; `headers` are whole lines."""
        return await self._ask(kind, f"GET {path}{self._beginning}{self._cookie_line()}{headers}\r\n")

    async def post(self, path: str, fields: Mapping[str, str], headers: str = "") -> Answer:
        """Send a form; returns the answer, whatever its status is."""
        body = urlencode(fields)
        head = f"POST {path}{self._beginning}{self._cookie_line()}{FORM}{headers}Content-Length: {len(body)}"
        return await self._ask("post", f"{head}\r\n\r\n{body}")

    def _cookie_line(self) -> str:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return f"Cookie: {cookies}\r\n" if cookies else ""

    async def _ask(self, kind: str, request: str) -> Answer:
        answer = await self.line.ask(request.encode())
        for line in answer.headers(b"set-cookie"):
            name, _equals, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return self.tally.note(kind, answer)

    def close(self) -> None:
        """Leave the page."""
        self.line.close()
