"""Runs the site's processes as one tree: starts them, restarts dead ones, replaces all of them on request, stops them.
SIGUSR1 replaces each process by a new one with the current code; SIGHUP does the same if there is no terminal whose
closing could send it. The supervisor holds the web server's socket, so no request is refused meanwhile. Started by
`manage.py run` in its own interpreter, with the standard library only.
"""

import argparse
import errno
import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import ClassVar

from domego_site import leftovers, paths, processes

WELCOME = "DOMEGO_WELCOME"
TICK = 0.2  # seconds between two looks at the children
STOP_SECONDS = 6.0  # for the last request and task; what takes longer is done again after the next start
BROKER_SECONDS = 10.0
STEADY_SECONDS = 60.0  # a child that lived so long starts its back-off anew
LONGEST_PAUSE = 30.0
REPLACE_SECONDS = 120.0  # for the last request and task of a process that is replaced: nobody waits for its end
READY_SECONDS = 120.0
ALONE_SECONDS = 10.0  # for the web server to start before the others
BACKLOG = 2048
LOCK = "supervisor.lock"
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


def say(text: str) -> None:
    """Print for the person who started the site, if there still is one: a closed terminal must not prevent a stop.
    Output is dropped if the disk is full.
    """
    try:
        print(text, flush=True)
    except OSError as error:
        if error.errno not in NO_ROOM:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Child:
    """One process of the site, in a process group of its own so that Ctrl-C reaches the supervisor alone. All its
    descendants inherit the file of domego_site.leftovers.
    """

    STOP: ClassVar = signal.SIGTERM
    """Asks the process to finish its work and end, without a successor that takes over its connections."""

    def __init__(
        self,
        name: str,
        command: list[str],
        *,
        environment: dict[str, str],
        orphaned: signal.Signals,
        inherits: tuple[int, ...] = (),
    ) -> None:
        self.name = name
        self._command = command
        self._environment = environment
        self._orphaned = orphaned
        self._inherits = inherits
        self._ends_by: float | None = None
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
            pass_fds=(*self._inherits, leftovers.held()),
            preexec_fn=partial(_follow, os.getpid(), self._orphaned),  # noqa: PLW1509 - this program has one thread
        )

    def watch(self) -> None:
        """Start it again if it is dead: at once if it was to be replaced, else after 0, 1, 2, 4 ... seconds."""
        now = time.monotonic()
        if self._process is not None and self.has_ended():
            code, self._process = self._process.returncode, None
            if self.is_leaving:
                self._ends_by, self._failures, self._due = None, 0, now
            else:
                self._failures = 0 if now - self._began > STEADY_SECONDS else self._failures + 1
                pause = min(2.0 ** (self._failures - 2), LONGEST_PAUSE) if self._failures > 1 else 0.0
                self._due = now + pause
                say(f"{self.name} ended ({_ending(code)}); it starts again in {pause:.0f} s.")
        if self._process is None and now >= self._due:
            self.start()

    def has_ended(self) -> bool:
        """Has its process ended? A leaving one is killed when its time is over, and the remaining children of an ended
        one are killed too.
        """
        if self._process is None:
            return False
        if self._ends_by is not None and time.monotonic() >= self._ends_by:
            self.kill()
        if self._process.poll() is None:
            return False
        self.kill()
        return True

    @property
    def is_leaving(self) -> bool:
        return self._ends_by is not None

    def renew(self, seconds: float, by: signal.Signals | None = None) -> None:
        """Ask the process to finish its work and end within `seconds`. `watch` starts it again with the current code,
        also if it waits after a failure.
        """
        if self._process is None:
            self._failures, self._due = 0, time.monotonic()
        elif not self.is_leaving:
            self._ends_by = time.monotonic() + seconds
            self.stop(by)

    def stop(self, by: signal.Signals | None = None) -> None:
        """Ask the process to finish its work and end."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(by or self.STOP)

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
            leftovers.kill(self._process.pid)


class WebServer(Child):
    """The only child that reports when it can answer, on a socket that outlives it."""

    STOP = signal.SIGQUIT
    """Idle connections of open pages are closed at once. By SIGTERM they are left to a successor."""

    def __init__(self, name: str, command: list[str], *sockets: socket.socket, **environment: str) -> None:
        self._ready, tell = os.pipe()
        os.set_blocking(self._ready, False)
        super().__init__(
            name,
            command,
            environment={**os.environ, processes.READY: str(tell), **environment},
            orphaned=signal.SIGTERM,
            inherits=(*(each.fileno() for each in sockets), tell),
        )

    def start(self) -> None:
        """Start it; a report of its former process is forgotten."""
        self.has_become_ready()
        super().start()

    def has_become_ready(self) -> bool:
        """Has it become ready since the last call?"""
        try:
            return bool(os.read(self._ready, 1024))
        except BlockingIOError:
            return False


def _follow(supervisor: int, orphaned: signal.Signals) -> None:
    """Called in the child, before it becomes its program: end the child when the supervisor ends, even if that was a
    moment ago.
    """
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


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=host == "::")


def _live_socket(host: str, port: int) -> socket.socket | None:
    """The socket of the stream server; None if there is none, and pages then poll for news."""
    if not port:
        return None
    try:
        return _bound(host, port)
    except OSError as error:
        say(f"Port {port} cannot be used ({error.strerror}): open pages ask for news. Another one: LIVE_PORT=8101")
        return None


def _wait(condition: Callable[[], bool], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while not (met := condition()) and time.monotonic() < until:
        time.sleep(0.05)
    return met


class Supervisor:
    def __init__(self, *, host: str, port: int, with_broker: bool, live_port: int = 0) -> None:
        self._listener = _bound(host, port)
        self._live_listener = _live_socket(host, live_port)
        self._socket = paths.broker_socket() if with_broker else None
        self._broker: Child | None = None
        self._web = self._make_web()
        self._webs = [self._web]  # with one that starts, and those that leave
        self._workers: list[Child] = []
        self._replacement: Iterator[None] = iter(())
        self._stopping = self._must_replace = False

    def run(self) -> int:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask_to_stop)
        signal.signal(signal.SIGHUP, self._ask_to_stop if sys.stdin.isatty() else self._ask_to_replace)
        signal.signal(signal.SIGUSR1, self._ask_to_replace)
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

    def _ask_to_replace(self, number: int, frame: FrameType | None) -> None:
        self._must_replace = True

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
        self._workers = self._make_workers()
        self._web.start()

    def _make_web(self) -> WebServer:
        """The site in one tree of processes (domego_site.small_site)."""
        command, live = processes.small_site(f"fd://{self._listener.fileno()}"), self._live_listener
        if live is None:
            return WebServer("the site", command, self._listener)
        place = {processes.LIVE_SOCKET: str(live.fileno())}
        return WebServer("the site", command, self._listener, live, **place)

    def _make_workers(self) -> list[Child]:
        """Further processes, which start when the first page can be answered."""
        return []

    def _pause(self) -> None:
        time.sleep(TICK)

    def _web_answers(self) -> None:
        """Called when the web server can answer, for the first time or after a restart."""

    def _watch(self, welcome: str) -> None:
        """Leave the machine to the web server until it answers, since the first page is awaited."""
        alone_until = time.monotonic() + ALONE_SECONDS
        while not self._stopping:
            if self._web.has_ended():
                alone_until = 0.0
            for child in filter(None, [self._broker, self._web]):
                child.watch()
            if time.monotonic() >= alone_until:
                for child in self._workers:
                    child.watch()
                self._replace()
            self._pause()
            if self._web.has_become_ready() and not self._web.is_leaving:
                if welcome:
                    say(welcome)
                alone_until, welcome = 0.0, ""
                self._web_answers()

    def _replace(self) -> None:
        """Begin a replacement that was asked for, or take the next step of one."""
        self._webs = [web for web in self._webs if web is self._web or not web.has_ended()]
        if next(self._replacement, "over") is not None and self._must_replace:
            self._must_replace = False
            self._replacement = self._steps()

    def _steps(self) -> Iterator[None]:
        """Replace all processes, with a pause after each step: a second web server answers before the first one leaves.
        Further processes follow one by one.
        """
        say("Replacing all processes ...")
        fresh, until = self._make_web(), time.monotonic() + READY_SECONDS
        self._webs.append(fresh)
        fresh.start()
        while not fresh.has_become_ready():
            if fresh.has_ended() or time.monotonic() > until:
                say("The new web server did not start: everything goes on as it was.")
                fresh.kill()
                return
            yield
        former, self._web = self._web, fresh
        former.renew(REPLACE_SECONDS, signal.SIGTERM)
        while former in self._webs:
            yield
        for child in self._workers:
            child.renew(REPLACE_SECONDS)
            while child.is_leaving:
                yield
        say("All processes are replaced.")

    def _stop(self) -> None:
        """Stop all processes, the broker last: the last tasks still need it."""
        if self._workers:
            say("Stopping ...")
        for group in ([*self._webs, *self._workers], [self._broker] if self._broker else []):
            for child in group:
                child.stop()
            until = time.monotonic() + STOP_SECONDS
            for child in group:
                child.wait(until)


def _lock() -> int | None:
    """Held until this process ends; None if another supervisor of this var/ holds it."""
    paths.open_var()
    descriptor = os.open(paths.VAR_DIR / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    os.truncate(descriptor, 0)
    os.write(descriptor, str(os.getpid()).encode())
    return descriptor


def end_leftovers() -> None:
    """Wait for the processes of a killed supervisor of this var/, and end them; nothing while a supervisor runs."""
    if (paths.VAR_DIR / LOCK).exists() and (descriptor := _lock()) is not None:
        leftovers.end(say)
        os.close(descriptor)


def running() -> int | None:
    """The process that holds the lock of this var/, 0 in the moment before it has said which."""
    try:
        with (paths.VAR_DIR / LOCK).open() as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return int((paths.VAR_DIR / LOCK).read_text() or 0)
    except FileNotFoundError:
        return None
    return None


def main(kind: type[Supervisor] = Supervisor) -> int:
    parser = argparse.ArgumentParser(prog="supervisor")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--live-port", type=int, default=0)
    parser.add_argument("--no-broker", action="store_true")
    arguments = parser.parse_args()
    if _lock() is None:
        say(f"The site of {paths.VAR_DIR} is running already.")
        return 1
    leftovers.end(say)
    try:
        supervisor = kind(
            host=arguments.host,
            port=arguments.port,
            with_broker=not arguments.no_broker,
            live_port=arguments.live_port,
        )
    except OSError as error:
        say(f"Port {arguments.port} of {arguments.host} cannot be used: {error.strerror}.")
        return 1
    return supervisor.run()


if __name__ == "__main__":
    sys.exit(main())
