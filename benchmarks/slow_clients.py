"""Slow clients against the site's web server: `python -m benchmarks.slow_clients [SLOW] [SECONDS] [--command COMMAND]`.

SLOW sockets in equal parts send a header or a form with a byte a second, read their answer as slowly, or stay idle.
Meanwhile browsers poll a table every two seconds and load pages. Measured without and with the slow clients, for the
site's server and for gunicorn's default threads, or for COMMAND ({port} is its port).
"""

import argparse
import asyncio
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from benchmarks._site import percentile

POLLERS, READERS = 16, 4
POLL_SECONDS, READ_SECONDS = 2.0, 0.5
PATIENCE = 10.0
LOST = (OSError, asyncio.IncompleteReadError, TimeoutError)


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


class Browser:
    """One kept-alive connection, opened again after a loss, and the cookies of a signed-in person."""

    def __init__(self, port: int, cookies: dict[str, str] | None = None) -> None:
        self.port, self.cookies = port, {**(cookies or {})}
        self.lost = 0
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, *, form: dict[str, str] | None = None, **headers: str) -> Answer:
        """Send a request; a lost connection is counted, and the request is sent again on a new one."""
        for _ in range(2):
            kept = self._streams is not None
            try:
                async with asyncio.timeout(PATIENCE):
                    return await self._once(path, form, headers)
            except LOST:
                self.lost += kept
                self._streams = None
        raise ConnectionError(f"{path}: no answer on two connections")

    async def _once(self, path: str, form: dict[str, str] | None, headers: dict[str, str]) -> Answer:
        reader, writer = self._streams = self._streams or await asyncio.open_connection("127.0.0.1", self.port)
        body = urlencode(form).encode() if form is not None else b""
        lines = [f"{'POST' if form is not None else 'GET'} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if self.cookies:
            lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        if form is not None:
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        await writer.drain()
        head, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").strip().split("\r\n")
        found: dict[str, str] = {}
        for line in rest:
            name, _, value = line.partition(":")
            if name.lower() == "set-cookie":
                self.cookies.update([value.partition(";")[0].strip().split("=", 1)])
            found[name.lower()] = value.strip()
        answer = Answer(int(head.split()[1]), found, await _body(reader, int(head.split()[1]), found))
        if found.get("connection", "").lower() == "close":
            writer.close()
            self._streams = None
        return answer


async def _body(reader: asyncio.StreamReader, status: int, headers: dict[str, str]) -> bytes:
    if status in {204, 304}:
        return b""
    if headers.get("transfer-encoding", "").lower() != "chunked":
        return (
            await reader.readexactly(int(headers["content-length"]))
            if "content-length" in headers
            else await reader.read()
        )
    body = b""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        body += await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readexactly(2)
    return body


async def slow_header(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, large: str) -> None:
    await _drip(writer, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")


async def slow_body(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, large: str) -> None:
    form = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10000\r\n\r\n"
    await _drip(writer, b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\n" + form)


async def slow_reader(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, large: str) -> None:
    writer.write(f"GET {large} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    while await reader.read(100):
        await asyncio.sleep(1)


async def idle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, large: str) -> None:
    writer.write(b"GET /offline/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    while await reader.read(65536):
        pass


async def _drip(writer: asyncio.StreamWriter, begin: bytes) -> None:
    writer.write(begin)
    while not writer.is_closing():
        await writer.drain()
        await asyncio.sleep(1)
        writer.write(b"x")


Slow = Callable[[asyncio.StreamReader, asyncio.StreamWriter, str], Awaitable[None]]
KINDS: tuple[Slow, ...] = (slow_header, slow_body, slow_reader, idle)


async def again_and_again(kind: Slow, port: int, large: str) -> None:
    """One slow client, which connects again whenever the server closes its connection."""
    while True:
        with suppress(*LOST), socket.socket() as connection:
            connection.setblocking(False)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", port))
            reader, writer = await asyncio.open_connection(sock=connection, limit=256)
            try:
                await kind(reader, writer, large)
            finally:
                writer.close()
        await asyncio.sleep(1)


@asynccontextmanager
async def slow_clients(count: int, port: int, large: str) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(again_and_again(KINDS[i % len(KINDS)], port, large)) for i in range(count)]
    await asyncio.sleep(3 if count else 0)  # all have begun
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@dataclass
class Measured:
    polls: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    lost: int = 0
    failed: int = 0
    cpu: float = 0.0

    def line(self) -> str:
        parts = []
        for name, times in (("polls", self.polls), ("pages", self.pages)):
            p50, p95, most = (
                1000 * value for value in (*(percentile(times, share) for share in (0.5, 0.95)), max(times))
            )
            parts.append(f"{name} p50 {p50:5.0f}  p95 {p95:5.0f}  max {most:5.0f} ms")
        asked = len(self.polls) + len(self.pages)
        parts.append(f"{asked} asked, {self.lost} connections lost, {self.failed} failed")
        return "  ".join([*parts, f"{1000 * self.cpu / asked:.1f} ms of processor time each"])


async def measure(port: int, slow: int, seconds: float, processor: Callable[[], float]) -> Measured:
    guest = Browser(port)
    docs = (await guest.ask("/api/docs/")).body.decode()
    large = re.search(r'src="([^"]*swagger-ui-bundle[^"]*)"', docs)
    assert large is not None
    found = Measured()
    await guest.ask("/sign-in/")
    form = {"csrfmiddlewaretoken": guest.cookies["csrftoken"], "username": "lea", "password": "domego"}
    assert (await guest.ask("/sign-in/", form=form)).status == 302
    table = re.search(r'href="(/matches/[^"]+[?]seat=[^"]+)"', (await guest.ask("/games/")).body.decode())
    assert table is not None
    live = re.search(r'data-poll-url="([^"]+)" data-etag="([^"]*)"', (await guest.ask(table[1])).body.decode())
    assert live is not None
    tag = live[2].replace("&quot;", '"')

    async def browse(path: str, times: list[float], *, start: float, pause: float, **headers: str) -> None:
        browser = Browser(port, guest.cookies)
        await asyncio.sleep(start)
        while time.monotonic() - began < seconds:
            asked = time.monotonic()
            try:
                answer = await browser.ask(path, **headers)
                found.failed += answer.status not in {200, 304}
            except ConnectionError:
                found.failed += 1
            times.append(time.monotonic() - asked)
            await asyncio.sleep(pause)
        found.lost += browser.lost

    async with slow_clients(slow, port, large[1]):
        began, before = time.monotonic(), processor()
        polling = {"HX_Request": "true", "If_None_Match": tag}
        async with asyncio.TaskGroup() as everybody:
            for i in range(POLLERS):
                start = i * POLL_SECONDS / POLLERS
                everybody.create_task(browse(live[1], found.polls, start=start, pause=POLL_SECONDS, **polling))
            for i in range(READERS):
                start = i * READ_SECONDS / READERS
                everybody.create_task(browse(table[1], found.pages, start=start, pause=READ_SECONDS))
        found.cpu = processor() - before
    return found


def _processor_seconds(group: int) -> float:
    """Processor seconds of all processes of this process session."""
    total = 0
    for directory in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, IndexError, ValueError):
            fields = (directory / "stat").read_text().rpartition(")")[2].split()
            if int(fields[3]) == group:
                total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(command: list[str], port: int) -> Iterator[subprocess.Popen[bytes]]:
    server = subprocess.Popen(command, start_new_session=True, stdout=sys.stderr)
    try:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
            time.sleep(0.1)
        time.sleep(3)  # all of its processes have begun
        yield server
    finally:
        server.terminate()
        with suppress(subprocess.TimeoutExpired):
            server.wait(10)
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)
        server.wait()


def main(slow: int, seconds: float, command: str, port: int) -> None:
    """Print each server's figures, and the factor by which slow clients lengthen the other clients' waits."""
    with tempfile.TemporaryDirectory(prefix="bench-") as var:
        kept = os.environ.get("BENCH_VAR")
        os.environ |= {
            "VAR_DIR": kept or var,
            "SECRET_KEY": os.urandom(32).hex(),
            "PORT": str(port),
            "LOG_LEVEL": "ERROR",
        }
        from benchmarks._site import _start_broker
        from domego_site import processes

        broker = _start_broker(Path(os.environ["VAR_DIR"]))
        try:
            subprocess.run([sys.executable, "manage.py", "prepare", "--demo"], check=True, stdout=sys.stderr)
            plain = "-m gunicorn domego_site.wsgi --worker-class gthread --workers 2 --threads 4 --log-level error"
            servers = {
                "the site's server": processes.web(host="127.0.0.1", port=port),
                "gunicorn's threads": [sys.executable, *plain.split(), "--bind", f"127.0.0.1:{port}"],
            }
            if command:
                servers = {command.split()[0]: shlex.split(command.format(port=port))}
            for name, started in servers.items():
                with serving(started, port) as server:
                    runs = [
                        asyncio.run(measure(port, count, seconds, lambda: _processor_seconds(server.pid)))
                        for count in (0, slow)
                    ]
                for count, run in zip((0, slow), runs, strict=True):
                    print(f"{name}, {count} slow: {run.line()}", flush=True)
                alone, beside = (percentile(run.polls + run.pages, 0.95) for run in runs)
                print(f"{name}: p95 with the slow ones is {beside / alone:.1f} times that without", flush=True)
        finally:
            broker.terminate()
            broker.wait(10)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("slow", type=int, nargs="?", default=200)
    parser.add_argument("seconds", type=float, nargs="?", default=20)
    parser.add_argument("--command", default="")
    parser.add_argument("--port", type=int, default=8713)
    chosen = parser.parse_args()
    main(chosen.slow, chosen.seconds, chosen.command, chosen.port)
