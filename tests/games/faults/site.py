"""A site in a directory of its own: broker, worker and command processes are real and can be killed."""

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
    """A running site. `hand(...)` runs a command in a process of the site; see `tests.games.faults.hand`."""

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
        """Start the broker on the socket that the settings of this directory name."""
        path = paths.broker_socket(self.var)
        paths.make_private(path.parent)
        data = paths.make_private(self.var / "broker")
        self.broker = self._start(processes.broker(processes.find_broker(), path, data))
        self.wait_for(path.exists, "broker's socket")

    def stop_broker(self) -> None:
        self.broker.terminate()
        self.broker.wait(PATIENCE)

    def start_worker(self) -> None:
        """Start a worker of the queue `play`, with beat."""
        self.worker = self._manage("work", "play", "--beat")

    def start_web(self) -> int:
        """Start the web server; returns its port."""
        port = self.free_port()
        self._start(processes.web(host="127.0.0.1", port=port))
        return port

    @staticmethod
    def free_port() -> int:
        """A port that nobody listens on."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return int(probe.getsockname()[1])

    def kill_worker(self) -> None:
        """Kill the worker with SIGKILL; its pool dies with it."""
        self.worker.kill()
        self.worker.wait(PATIENCE)

    def kill_pool(self) -> int:
        """Kill the processes that do the tasks with SIGKILL; worker and beat live. Returns the number killed."""
        pool = [pid for pid, name in self._children() if name != "beat"]
        for pid in pool:
            os.kill(pid, signal.SIGKILL)
        return len(pool)

    def kill_beat(self) -> None:
        """Kill the process that sends the sweeps with SIGKILL, once the process exists."""
        (beat,) = self.wait_for(lambda: [pid for pid, name in self._children() if name == "beat"], "beat")
        os.kill(beat, signal.SIGKILL)

    def _children(self) -> list[tuple[int, str]]:
        """The child processes of the worker, with their names."""
        children = Path(f"/proc/{self.worker.pid}/task/{self.worker.pid}/children").read_text().split()
        return [(int(pid), Path(f"/proc/{pid}/comm").read_text().strip()) for pid in children]

    def hand(self, *order):
        """Run a command in a process of the site; returns its answer, or None if the process died."""
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
        """The output of all processes."""
        return (self.var / "output").read_text()

    def mails(self) -> list[str]:
        """The mails that went out, as text."""
        files = sorted((self.var / "mail").glob("*")) if (self.var / "mail").exists() else []
        texts = [file.read_text() for file in files]
        return [mail for text in texts for mail in text.split("-" * 79) if mail.strip()]

    def wait_for(self, condition, what, seconds=PATIENCE):
        """Wait until `condition` returns a true value, and return it."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if met := condition():
                return met
            time.sleep(0.05)
        raise AssertionError(f"after {seconds:.0f} s: not {what}\n{self.said()[-3000:]}")

    def end(self) -> None:
        """End all processes and close their pipes."""
        for process in self.processes:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(PATIENCE)
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()
        self._log.close()
