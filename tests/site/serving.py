"""The site's web server in processes of its own, as `manage.py run` starts it: no workers, no broker."""

import http.client
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from domego_site import paths, processes
from tests.prepared import copy_database

PATIENCE = 60.0
PAUSE = 0.2
"""Seconds between two requests of a visitor, which leave some of the machine for the tested server."""


class WebServer:
    """A web server whose `output` is a file."""

    def __init__(self, var: Path, *options: str, **variables: str) -> None:
        self.var, self.output = var, var / "output"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        environment = {
            "PATH": os.environ["PATH"],
            "VAR_DIR": str(var),
            "PORT": str(self.port),
            "SECRET_KEY": "between-two-tests-0123456789-abcdefghij",
            "DJANGO_SETTINGS_MODULE": "tests.site.supervised_settings",
        }
        with self.output.open("w") as output:
            self.process = subprocess.Popen(
                [*processes.web(host="127.0.0.1", port=self.port), *options],
                cwd=paths.BASE_DIR,
                env=environment | variables,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def children(self) -> set[int]:
        pids = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return {int(pid) for pid in pids}

    def memory(self) -> int:
        """The memory of all processes, in KiB."""
        return sum(
            int(line.split()[1])
            for pid in self.children()
            for line in Path(f"/proc/{pid}/status").read_text().splitlines()
            if line.startswith("VmRSS")
        )

    def end(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)


class Visitor(threading.Thread):
    """A client that repeats a page and a form. It keeps its connection as long as the server does."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.is_leaving = False
        self.answers: list[int | str] = []

    def run(self) -> None:
        while not self.is_leaving:
            for method, body in (("GET", None), ("POST", "username=nobody")):
                try:
                    self.connection.request(method, "/sign-in/", body=body, headers={"Host": "127.0.0.1"})
                    answer = self.connection.getresponse()
                    answer.read()
                    self.answers.append(answer.status)
                except (OSError, http.client.HTTPException) as failure:
                    self.answers.append(repr(failure))
                    self.connection.close()
            time.sleep(PAUSE)
        self.connection.close()


@contextmanager
def web_server(var: Path, *options: str, **variables: str) -> Iterator[WebServer]:
    """A web server that has answered its first request."""
    var.mkdir(parents=True, exist_ok=True)
    copy_database(var)
    server = WebServer(var, *options, **variables)
    try:
        until = time.monotonic() + PATIENCE
        while not _answers(server):
            assert time.monotonic() < until, server.output.read_text()
            time.sleep(0.1)
        yield server
    finally:
        server.end()


def _answers(server: WebServer) -> bool:
    with suppress(OSError), server.connect() as connection:
        connection.sendall(b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        return connection.recv(20).startswith(b"HTTP/1.1 200")
    return False
