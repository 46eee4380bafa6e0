"""Runs the site's processes as one tree: starts them, restarts what dies, stops all of it.

Started by `manage.py run` in its own interpreter, with the standard library only.
"""

import argparse
import fcntl
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType

from domego_site import paths, processes

WELCOME = "DOMEGO_WELCOME"
TICK = 0.2  # seconds between two looks at the children
STOP_SECONDS = 6.0  # for the last request and task; what takes longer is done again after the next start
BROKER_SECONDS = 10.0
STEADY_SECONDS = 60.0  # a child that lived so long starts its back-off anew
LONGEST_PAUSE = 30.0


def say(text: str) -> None:
    """To who started the site, as long as there is somebody: a closed terminal must not keep it from stopping."""
    try:
        print(text, flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Child:
    """One process of the site, in a process group of its own so that Ctrl-C reaches the supervisor alone."""

    def __init__(self, name: str, command: list[str], *, environment: dict[str, str], orphaned: signal.Signals) -> None:
        self.name = name
        self._command = command
        self._environment = environment
        self._orphaned = orphaned
        self._failures = 0
        self._began = 0.0
        self._due = 0.0
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._began = time.monotonic()
        self._process = subprocess.Popen(
            self._command,
            cwd=paths.BASE_DIR,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=partial(_follow, os.getpid(), self._orphaned),  # noqa: PLW1509 - this program has one thread
        )

    def watch(self) -> None:
        """Start it again if it is dead, after 0, 1, 2, 4 ... seconds if it dies again and again."""
        now = time.monotonic()
        if self._process is not None and self._process.poll() is not None:
            code = self._process.returncode
            self.kill()  # what it may have left of its own children
            self._process = None
            self._failures = 0 if now - self._began > STEADY_SECONDS else self._failures + 1
            pause = min(2.0 ** (self._failures - 2), LONGEST_PAUSE) if self._failures > 1 else 0.0
            self._due = now + pause
            say(f"{self.name} ended ({_ending(code)}); it starts again in {pause:.0f} s.")
        if self._process is None and now >= self._due:
            self.start()

    def terminate(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()

    def wait(self, until: float) -> None:
        """Wait for its end up to the moment `until`, then end it and its children."""
        if self._process is None:
            return
        try:
            self._process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            say(f"{self.name} did not stop in time and is ended.")
        self.kill()
        self._process.wait()

    def kill(self) -> None:
        if self._process is not None:
            try:
                os.killpg(self._process.pid, signal.SIGKILL)
            except ProcessLookupError:
                return


def _follow(supervisor: int, orphaned: signal.Signals) -> None:
    """In the child, before it becomes its program: end when the supervisor ends, even if that was a moment ago."""
    processes.die_with_parent(orphaned)
    if os.getppid() != supervisor:
        os._exit(1)


def _ending(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"


def _listens(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1)
        try:
            probe.connect(str(path))
            probe.sendall(b"PING\r\n")
            return probe.recv(5) == b"+PONG"
        except OSError:
            return False


def _serves(port: int, host: str) -> bool:
    connection = http.client.HTTPConnection(host if host not in {"0.0.0.0", "::"} else "localhost", port, timeout=2)  # noqa: S104
    try:
        connection.request("GET", "/", headers={"Host": f"127.0.0.1:{port}"})
        return connection.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _wait(condition: Callable[[], bool], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while not (met := condition()) and time.monotonic() < until:
        time.sleep(0.05)
    return met


class Supervisor:
    def __init__(self, *, host: str, port: int, with_broker: bool) -> None:
        self._host, self._port = host, port
        self._socket = paths.broker_socket() if with_broker else None
        self._broker: Child | None = None
        self._children: list[Child] = []
        self._stopping = False

    def run(self) -> int:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask_to_stop)
        try:
            if self._socket is None or self._start_broker(self._socket):
                self._start_site()
                self._watch(os.environ.get(WELCOME, ""))
                return 0
            return 1
        finally:
            self._stop()

    def _ask_to_stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True

    def _start_broker(self, path: Path) -> bool:
        binary = processes.find_broker()
        if binary is None:
            say("No broker was found to start. To mend: make setup, or apt-get install -y redis-server")
            return False
        paths.make_private(path.parent)
        data = paths.make_private(paths.VAR_DIR / "broker")
        # One that lost its supervisor a moment ago may still be writing its last second.
        _wait(lambda: not _listens(path), BROKER_SECONDS)
        command = processes.broker(binary, path, data)
        self._broker = Child("broker", command, environment=dict(os.environ), orphaned=signal.SIGTERM)
        self._broker.start()
        if not _wait(lambda: self._stopping or _listens(path), BROKER_SECONDS):
            say(f"The broker did not start. Why: {data / 'broker.log'}")
            return False
        return True

    def _start_site(self) -> None:
        workers = processes.worker_environment()
        web = processes.web(host=self._host, port=self._port)
        self._children = [
            Child("web", web, environment=dict(os.environ), orphaned=signal.SIGTERM),
            # Killed outright: their tasks are taken up again, and a farewell to a broker that is gone too takes long.
            Child("worker play", processes.worker("play", beat=True), environment=workers, orphaned=signal.SIGKILL),
            *(
                Child(f"worker {queue}", processes.worker(queue), environment=workers, orphaned=signal.SIGKILL)
                for queue in processes.QUEUES[1:]
            ),
        ]
        for child in self._children:
            child.start()

    def _watch(self, welcome: str) -> None:
        ask_again = time.monotonic()
        while not self._stopping:
            for child in [*filter(None, [self._broker]), *self._children]:
                child.watch()
            if welcome and time.monotonic() >= ask_again:
                ask_again = time.monotonic() + 1.0
                if _serves(self._port, self._host):
                    say(welcome)
                    welcome = ""
            time.sleep(TICK)

    def _stop(self) -> None:
        """All but the broker first: the last tasks still need it."""
        if self._children:
            say("Stopping ...")
        for group in (self._children, [self._broker] if self._broker else []):
            for child in group:
                child.terminate()
            until = time.monotonic() + STOP_SECONDS
            for child in group:
                child.wait(until)


def _lock() -> int | None:
    """Held until this process ends; None if another supervisor of this var/ holds it."""
    paths.VAR_DIR.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(paths.VAR_DIR / "supervisor.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


def main() -> int:
    parser = argparse.ArgumentParser(prog="supervisor")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--no-broker", action="store_true")
    arguments = parser.parse_args()
    if _lock() is None:
        say(f"The site of {paths.VAR_DIR} is running already.")
        return 1
    return Supervisor(host=arguments.host, port=arguments.port, with_broker=not arguments.no_broker).run()


if __name__ == "__main__":
    sys.exit(main())
