"""The people of a benchmark at oTree: participants who send one page after the other, and groups with live pages.

Live pages speak over a websocket. Its client is `websockets` 10.1, which oTree's own server needs in that version: this
module runs in oTree's environment and asks for nothing more. Its parser without connections costs 0.4 ms for a page of
80 kB with its compression, which browsers use too, and 0.03 ms for a short message.
"""

import asyncio
import html
import json
import random
import re
import time
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks._client import HOST, REDIRECTS, Answer, Person, Receiver, Tally

TIMEOUT = 15.0
AFTER = 1.0
"""Seconds from the last opened page of a group to its first decision."""
SOCKETS = re.compile(rb'data-socket-url="([^"]+)"')


class Participant(Person):
    """A participant, by the `code` of their first address."""

    def __init__(self, port: int, tally: Tally, code: str) -> None:
        super().__init__(port, tally)
        self.code = code
        self.path = ""

    async def arrive(self) -> Answer:
        """Open the first page."""
        page = await self.get("page", f"/InitializeParticipant/{self.code}")
        for _hop in range(3):
            if page.status not in REDIRECTS:
                break
            self.path = page.header(b"location")
            page = await self.get("page", self.path)
        return page


class Fields:
    """A participant who fills in a page of two fields, and the same page again."""

    def __init__(self, port: int, tally: Tally, code: str) -> None:
        self._person, self._tally = Participant(port, tally, code), tally

    async def play(self) -> None:
        """Send pages until the last one."""
        person = self._person
        try:
            page = await person.arrive()
            while page.status == 200:
                sent = await person.post(person.path, {"price": "7", "note": ""})
                if sent.status not in REDIRECTS:
                    return
                person.path = sent.header(b"location")
                page = await person.get("page", person.path)
                self._tally.decided(sent.seconds + page.seconds, len(page.page()))
        finally:
            person.close()


class Socket(Receiver):
    """A websocket of a live page. `heard` gets each message and the moment of its arrival."""

    def __init__(self, port: int, tally: Tally, path: str, heard: Callable[[bytes, float], None]) -> None:
        from websockets.client import ClientConnection
        from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
        from websockets.uri import parse_uri

        self._port, self._tally, self._heard = port, tally, heard
        self._speech = ClientConnection(
            parse_uri(f"ws://{HOST}:{port}{path}"), extensions=[ClientPerMessageDeflateFactory()]
        )
        self._transport: asyncio.Transport | None = None
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_leaving = False

    async def connect(self) -> None:
        """Open it, and wait until the server has taken it."""
        loop = asyncio.get_running_loop()
        self._transport, _protocol = await loop.create_connection(lambda: self, HOST, self._port)
        self._speech.send_request(self._speech.connect())
        self._write()
        await asyncio.wait_for(self.open, TIMEOUT)

    def send(self, message: Any) -> None:
        """Send a message, as `liveSend` does."""
        self._speech.send_text(json.dumps(message).encode())
        self._write()

    def _write(self) -> None:
        assert self._transport is not None
        for data in self._speech.data_to_send():
            if data:
                self._transport.write(data)

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self._tally.bytes += len(data)
        self._speech.receive_data(data)
        self._write()
        for event in self._speech.events_received():
            if hasattr(event, "status_code"):
                assert event.exception is None, event.exception
                self.open.set_result(None)
            elif event.opcode.name == "TEXT":
                self._heard(event.data, now)

    def connection_lost(self, _error: Exception | None) -> None:
        if not self.is_leaving:
            self._heard(b"", time.perf_counter())

    def close(self) -> None:
        """Leave the page."""
        self.is_leaving = True
        if self._transport is not None:
            self._transport.abort()


class LivePage(Participant):
    """A participant with an open live page, who decides as soon as the shown state says that it is their turn."""

    def __init__(self, group: "LiveGroup", number: int, code: str) -> None:
        super().__init__(group.port, group.tally, code)
        self.group, self.number = group, number
        self.sockets: list[Socket] = []
        self._sent = 0.0
        self._chance = random.Random(code)

    async def arrive(self) -> Answer:
        """Open the page with its sockets: one is for news of the page, one for a page that the server exchanges."""
        page = await super().arrive()
        paths = [html.unescape(each.decode()) for each in SOCKETS.findall(page.page())]
        live = next((path for path in paths if path.startswith("/live")), None)
        assert live is not None, f"{self.path}: {page.status}, sockets {paths}"
        for path in [live, *(path for path in paths if path != live)]:
            self.sockets.append(Socket(self.group.port, self.tally, path, self._heard if path == live else _nothing))
            await self.sockets[-1].connect()
        return page

    def decide(self, turn: int) -> None:
        """Send a decision at this turn of the group."""
        self._sent = time.perf_counter()
        self.sockets[0].send({"turn": turn, "price": self._chance.randrange(100)})

    def _heard(self, message: bytes, now: float) -> None:
        tally = self.group.tally
        payload = json.loads(message)["live_method_payload"] if message else None
        if payload is None:
            self.group.fail(f"participant {self.code} heard {message[:200]!r}")
            return
        if "page" in payload:
            tally.answers["page"] += 1
            tally.decided(now - self._sent, len(payload["page"]))
        else:
            tally.answers["state"] += 1
            if payload["turn"] % self.group.size + 1 == self.number:
                self.decide(payload["turn"])

    def close(self) -> None:
        super().close()
        for socket in self.sockets:
            socket.close()


def _nothing(_message: bytes, _now: float) -> None:
    pass


class LiveGroup:
    """The participants of one group, in the order of their numbers in it."""

    def __init__(self, port: int, tally: Tally, codes: Sequence[str]) -> None:
        self.port, self.tally, self.size = port, tally, len(codes)
        self._people = [LivePage(self, number + 1, code) for number, code in enumerate(codes)]
        self._failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def fail(self, words: str) -> None:
        """End the group with an error."""
        if not self._failed.done():
            self._failed.set_exception(RuntimeError(words))

    async def play(self) -> None:
        """Play for ever: the group of the page has no end."""
        try:
            await asyncio.gather(*(person.arrive() for person in self._people))
            await asyncio.sleep(AFTER)
            self._people[0].decide(0)
            await self._failed
        finally:
            for person in self._people:
                person.close()
