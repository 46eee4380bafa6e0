"""A site in a directory of its own: broker, worker and hands are real processes that can be killed."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from domego_site import paths, processes
from tests.prepared import copy_database

PATIENCE = 120.0


class Site:
    """`hand(...)` does something in a process of the site; see `tests.games.faults.hand`."""

    def __init__(self, var: Path, database_url: str, **environment: str) -> None:
        self.var = var
        self.environment = {
            "PATH": os.environ["PATH"],
            "VAR_DIR": str(var),
            "SECRET_KEY": "tests-0123456789-abcdefghijklmnop",
            "DATABASE_URL": database_url,
            "DATABASE_POOL": "0",
            **environment,
        }
        self.processes: list[subprocess.Popen] = []
        self.broker: subprocess.Popen | None = None
        self.worker: subprocess.Popen | None = None
        self._hand: subprocess.Popen | None = None
        self._log = (var / "output").open("a")
        copy_database(var)
        self._manage("migrate", "--verbosity", "0").wait(PATIENCE)

    def _start(self, command, **options) -> subprocess.Popen:
        options = {"stdin": subprocess.DEVNULL, "stdout": self._log, **options}
        process = subprocess.Popen(
            command, cwd=paths.BASE_DIR, env=self.environment, stderr=self._log, start_new_session=True, **options
        )
        self.processes.append(process)
        return process

    def _manage(self, *arguments: str) -> subprocess.Popen:
        return self._start([sys.executable, "manage.py", *arguments])

    def start_broker(self) -> None:
        """On the socket that the settings of this directory name."""
        path = paths.broker_socket(self.var)
        paths.make_private(path.parent)
        data = paths.make_private(self.var / "broker")
        self.broker = self._start(processes.broker(processes.find_broker(), path, data))
        self.wait_for(path.exists, "broker's socket")

    def stop_broker(self) -> None:
        self.broker.terminate()
        self.broker.wait(PATIENCE)

    def start_worker(self) -> None:
        """Of the queue `play`, with beat."""
        self.worker = self._manage("work", "play", "--beat")

    def start_web(self) -> int:
        """Its port."""
        port = self.free_port()
        self._start(processes.web(host="127.0.0.1", port=port))
        return port

    @staticmethod
    def free_port() -> int:
        """One that nobody listens on."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return int(probe.getsockname()[1])

    def kill_worker(self) -> None:
        """SIGKILL; its pool dies with it."""
        self.worker.kill()
        self.worker.wait(PATIENCE)

    def kill_pool(self) -> int:
        """SIGKILL for the processes that do the tasks; the worker itself and its beat live. How many there were."""
        pool = [pid for pid, name in self._children() if name != "beat"]
        for pid in pool:
            os.kill(pid, signal.SIGKILL)
        return len(pool)

    def kill_beat(self) -> None:
        """SIGKILL for the process that sends the sweeps, once it is there."""
        (beat,) = self.wait_for(lambda: [pid for pid, name in self._children() if name == "beat"], "beat")
        os.kill(beat, signal.SIGKILL)

    def _children(self) -> list[tuple[int, str]]:
        """Of the worker, with their names."""
        children = Path(f"/proc/{self.worker.pid}/task/{self.worker.pid}/children").read_text().split()
        return [(int(pid), Path(f"/proc/{pid}/comm").read_text().strip()) for pid in children]

    def hand(self, *order):
        """The answer of a process of the site; None if it died of the order."""
        if self._hand is None or self._hand.poll() is not None:
            command = [sys.executable, "-m", "tests.games.faults.hand"]
            self._hand = self._start(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._hand.stdin.write(json.dumps(order).encode() + b"\n")
        self._hand.stdin.flush()
        answer = self._hand.stdout.readline()
        if not answer:
            self._hand.wait(PATIENCE)
            self._hand.stdin.close()
            self._hand.stdout.close()
        return json.loads(answer) if answer else None

    def said(self) -> str:
        """What its processes wrote."""
        return (self.var / "output").read_text()

    def mails(self) -> list[str]:
        """The mails that went out, as text."""
        files = sorted((self.var / "mail").glob("*")) if (self.var / "mail").exists() else []
        texts = [file.read_text() for file in files]
        return [mail for text in texts for mail in text.split("-" * 79) if mail.strip()]

    def wait_for(self, condition, what, seconds=PATIENCE):
        """The first truth of `condition`."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if met := condition():
                return met
            time.sleep(0.05)
        raise AssertionError(f"after {seconds:.0f} s: not {what}\n{self.said()[-3000:]}")

    def end(self) -> None:
        """All its processes are gone, and their pipes closed."""
        for process in self.processes:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(PATIENCE)
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()
        self._log.close()
