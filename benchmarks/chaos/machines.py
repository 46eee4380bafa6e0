"""The site under chaos: PostgreSQL, Redis and two machines of web and workers; dead processes are restarted."""

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import psycopg
import redis

from domego_site import paths, processes

MACHINES = (1, 2)
"""Each machine has a var/, a web server and a play worker with beat of its own. The first has the heavy worker too."""
PATIENCE = 90.0
CLOCK_SOURCE = Path(__file__).with_name("clock.c")
VAR_MEGABYTES = 256
DATABASE_MEGABYTES = 4096


def missing() -> str | None:
    """A sentence about the first program that is not installed here; None if all are."""
    if postgres_programs() is None:
        return "no PostgreSQL server was found (initdb, postgres)"
    if _redis_binary() is None:
        return "no Redis server was found (redis-server or valkey-server)"
    return None


def postgres_programs() -> Path | None:
    """The directory with the server's programs: Debian's, newest first, else where `initdb` is on PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    places = [*found, *([Path(on_path).resolve().parent] if on_path else [])]
    return next((place for place in places if os.access(place / "postgres", os.X_OK)), None)


def _redis_binary() -> str | None:
    return shutil.which("redis-server") or processes.find_broker()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class Kept:
    """A process in a group of its own that is started again whenever it ends, until `end`."""

    def __init__(
        self, name: str, command: list[str], *, environment: Mapping[str, str], log: Path, user: str | None = None
    ) -> None:
        self.name = name
        self.starts = 0
        self._command, self._environment, self._user = command, dict(environment), user
        self._log = log.open("ab")
        self._lock = threading.Lock()
        self._wanted = True
        self._begun = -10.0
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process id; 0 while the process is dead."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else 0

    def look(self) -> None:
        """Start the process if it is dead, at most once a second."""
        with self._lock:
            if not self._wanted or self.pid or time.monotonic() < self._begun + 1:
                return
            if self._process is not None:
                self._log.write(f"--- {self.name} ended: {self._process.returncode}\n".encode())
                self._log.flush()
            self._clear()
            self._begun = time.monotonic()
            self.starts += 1
            self._process = subprocess.Popen(
                self._command,
                cwd=paths.BASE_DIR,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=self._log,
                stderr=self._log,
                start_new_session=True,
                user=self._user,
                preexec_fn=partial(processes.die_with_parent, signal.SIGKILL),  # noqa: PLW1509 - execs at once
            )

    def kill(self, by: signal.Signals = signal.SIGKILL) -> None:
        """Kill the process alone; the rest of its group ends at the next start."""
        if pid := self.pid:
            with suppress(ProcessLookupError):
                os.kill(pid, by)

    def away(self, by: signal.Signals) -> None:
        """End the process and keep it down until `back`."""
        with self._lock:
            self._wanted = False
            self.kill(by)
            if self._process is not None:
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(20)
            self._clear()

    def back(self) -> None:
        """Let the watcher start the process; a child would end with the thread that started it."""
        self._wanted = True

    def children(self) -> list[int]:
        """The child processes, the oldest first."""
        try:
            return [int(pid) for pid in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]
        except OSError:
            return []

    def _clear(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(PATIENCE)

    def end(self) -> None:
        self.away(signal.SIGKILL)
        self._log.close()


class Disk:
    """A small file system that can be filled to the last byte, if this user may mount one."""

    def __init__(self, place: Path, megabytes: int, owner: str | None = None) -> None:
        place.mkdir(parents=True)
        self.place = place
        options = f"size={megabytes}m,mode=0700" + (f",uid={pwd.getpwnam(owner).pw_uid}" if owner else "")
        command = ["mount", "-t", "tmpfs", "-o", options, "domego-chaos", str(place)]
        self.is_small = os.geteuid() == 0 and subprocess.run(command, capture_output=True, check=False).returncode == 0
        if owner and not self.is_small:
            shutil.chown(place, owner)

    def fill(self) -> None:
        """Fill the disk: nothing more can be written until `free`."""
        with suppress(OSError), (self.place / "filler").open("ab", buffering=0) as filler:
            for size in (1 << 20, 1 << 12):
                with suppress(OSError):
                    while filler.write(b"\0" * size) == size:
                        pass

    def free(self) -> None:
        (self.place / "filler").unlink(missing_ok=True)

    def end(self) -> None:
        if self.is_small:
            subprocess.run(["umount", "-l", str(self.place)], capture_output=True, check=False)


class Machines:
    """All running processes. `left_out` says which faults cannot be made here, and why."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.left_out: dict[str, str] = {}
        self._kept: list[Kept] = []
        self._watching = threading.Event()
        home.chmod(0o755)  # PostgreSQL runs as another user below it
        self._postgres_user = "postgres" if os.geteuid() == 0 else None
        self.disks = {
            "var": Disk(home / "var", VAR_MEGABYTES),
            "database": Disk(home / "database", DATABASE_MEGABYTES, self._postgres_user),
        }
        self.logs = home / "logs"
        self.logs.mkdir()
        if not all(disk.is_small for disk in self.disks.values()):
            self.left_out["disk"] = "this user may not mount a small file system"
        self.ports = {name: free_port() for name in ("database", "redis", *(f"web {k}" for k in MACHINES))}
        self.database_url = f"postgres://postgres@127.0.0.1:{self.ports['database']}/domego"
        self._secret_key = secrets.token_urlsafe(50)
        self._clock = home / "clock"
        self.set_clock(0)
        self._stepping = self._stepping_library()

    def _stepping_library(self) -> Path | None:
        """Compile the library that lets the second machine's clock be set; None without a C compiler."""
        library = self.home / "clock.so"
        compiler = shutil.which("cc")
        if compiler is None:
            self.left_out["clock"] = "there is no C compiler (cc)"
            return None
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", library, CLOCK_SOURCE], check=True)
        return library

    def set_clock(self, step: int) -> None:
        """Set the clock of the second machine this many seconds away from the true one."""
        with self._clock.open("r+b" if self._clock.exists() else "wb") as file:
            file.write(step.to_bytes(8, sys.byteorder, signed=True))

    def environment(self, machine: int = 1) -> dict[str, str]:
        """The environment of a process on a machine. The second machine's clock can be set."""
        var = self.home / "var" / str(machine)
        port = self.ports["web 1"]
        found = {
            "PATH": os.environ["PATH"],
            "HOME": str(var),
            "VAR_DIR": str(var),
            "STATIC_ROOT": str(self.home / "static"),
            "SECRET_KEY": self._secret_key,
            "DATABASE_URL": self.database_url,
            "REDIS_URL": f"redis://127.0.0.1:{self.ports['redis']}/0",
            "SITE_URL": f"http://127.0.0.1:{port}",
            "AUTO_ANALYSIS": "0",
            "LOG_LEVEL": "WARNING",
        }
        if machine == MACHINES[-1] and self._stepping is not None:
            found |= {"LD_PRELOAD": str(self._stepping), "CHAOS_CLOCK": str(self._clock)}
        return found

    @contextmanager
    def running(self) -> Iterator["Machines"]:
        """Start everything; all of it is gone afterwards."""
        watcher = threading.Thread(target=self._watch, daemon=True)
        try:
            self._start_database()
            self._start_redis()
            self._prepare()
            self._start_site()
            watcher.start()
            yield self
        finally:
            self._watching.set()
            if watcher.ident is not None:
                watcher.join()
            for kept in reversed(self._kept):
                kept.end()
            for disk in self.disks.values():
                disk.end()

    def __getitem__(self, name: str) -> Kept:
        return next(kept for kept in self._kept if kept.name == name)

    def names(self, start: str) -> list[str]:
        return [kept.name for kept in self._kept if kept.name.startswith(start)]

    def restarts(self) -> dict[str, int]:
        """The number of restarts of each process."""
        return {kept.name: kept.starts - 1 for kept in self._kept}

    def _watch(self) -> None:
        while not self._watching.wait(0.2):
            for kept in self._kept:
                kept.look()

    def _keep(self, name: str, command: list[str], environment: Mapping[str, str], user: str | None = None) -> Kept:
        kept = Kept(name, command, environment=environment, log=self.logs / name.replace(" ", "-"), user=user)
        self._kept.append(kept)
        kept.look()
        return kept

    def _start_database(self) -> None:
        programs = postgres_programs()
        assert programs is not None
        data = self.disks["database"].place / "data"
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
        command = [programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(command, env=environment, user=self._postgres_user, check=True, capture_output=True, cwd="/")
        options = {
            "port": self.ports["database"],
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "max_connections": 150,
            "max_wal_size": "512MB",
            "shared_buffers": "128MB",
        }
        settings = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        self._keep(
            "database", [str(programs / "postgres"), "-D", str(data), *settings], environment, self._postgres_user
        )
        _wait(self.database_answers, "PostgreSQL")
        with psycopg.connect(self.database_url.replace("/domego", "/postgres"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE domego")

    def database_answers(self) -> bool:
        try:
            psycopg.connect(self.database_url.replace("/domego", "/postgres"), connect_timeout=2).close()
        except psycopg.Error:
            return False
        return True

    def _start_redis(self) -> None:
        binary, data = _redis_binary(), self.home / "var" / "redis"
        assert binary is not None
        data.mkdir()
        options = {"port": self.ports["redis"], "bind": "127.0.0.1", "dir": data, "appendonly": "yes", "save": ""}
        command = [binary, *(str(part) for name, value in options.items() for part in (f"--{name}", value))]
        self._keep("redis", command, {"PATH": os.environ["PATH"]})
        _wait(self.redis_answers, "Redis")

    def redis_answers(self) -> bool:
        try:
            with redis.Redis(port=self.ports["redis"], socket_timeout=1) as server:
                return bool(server.ping())
        except redis.RedisError:
            return False

    def _prepare(self) -> None:
        for machine in MACHINES:
            (self.home / "var" / str(machine)).mkdir()
        command = [sys.executable, "manage.py", "prepare"]
        done = subprocess.run(
            command, cwd=paths.BASE_DIR, env=self.environment(), capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"The site could not be prepared:\n{done.stdout}{done.stderr}")

    def _start_site(self) -> None:
        manage = [sys.executable, "manage.py", "work"]
        for machine in MACHINES:
            environment = self.environment(machine)
            name = f"web {machine}"
            self._keep(name, processes.web(host="127.0.0.1", port=self.ports[name]), environment)
            self._keep(f"play {machine}", [*manage, "play", "--beat"], environment)
        self._keep("heavy 1", [*manage, "heavy"], self.environment())
        _wait(self.serves, "web servers")

    def serves(self) -> bool:
        """Do both web servers listen?"""
        for name in self.names("web"):
            try:
                socket.create_connection(("127.0.0.1", self.ports[name]), timeout=1).close()
            except OSError:
                return False
        return True


def _wait(condition: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return
        time.sleep(0.1)
    raise SystemExit(f"{what} did not start in {seconds:.0f} s.")
