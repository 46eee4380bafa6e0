"""The generator: people of a benchmark in several processes, as many as there are cores.

`Crowd` is the side of the benchmark. The other side is this program, which reads commands and writes answers in JSON,
line by line: `python -m benchmarks._crowd`. The groups of people in it play in one loop of asyncio. Each open group has
a free slot; a group that has come to its end is replaced by a spare one.
"""

import asyncio
import gc
import json
import os
import random
import subprocess
import sys
import traceback
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from benchmarks import _participants, _players
from benchmarks._client import Tally
from domego_site import paths

MANY = 1000


KINDS: dict[str, Callable[..., Any]] = {
    "tables": _players.Table,
    "asking": _players.AskingTable,
    "quiet": _players.QuietTable,
    "fields": _participants.Fields,
    "job": _participants.LiveGroup,
}
"""The groups of people that can be opened."""


class Playing:
    """All groups of this process. `plan` has their kind and the arguments of each."""

    def __init__(self, plan: Mapping[str, Any]) -> None:
        self.tally = Tally()
        self.spare: deque[Any] = deque()
        self.failures: list[str] = []
        self._make, self._more = KINDS[plan["kind"]], plan["more"]
        self._port = plan["port"]
        self._wanted = 0
        self._over = 0.0
        self._tasks: dict[asyncio.Task[None], Any] = {}

    def do(self, command: Mapping[str, Any]) -> Any:
        """Carry out a command; returns its answer."""
        match command["do"]:
            case "add":
                self.spare += command["groups"]
                self._fill()
            case "open":
                self._wanted, self._over = command["count"], command["over"]
                self._fill()
            case "reset":
                self.tally.reset()
            case "spare":
                return len(self.spare)
            case "report":
                return self.tally.report() | {"open": len(self._tasks)}
        return {}

    def _fill(self) -> None:
        while len(self._tasks) > self._wanted:
            task, group = self._tasks.popitem()
            task.cancel()
            self.spare.appendleft(group)
        while len(self._tasks) < self._wanted and self.spare:
            group = self.spare.popleft()
            task = asyncio.create_task(self._play(group, random.uniform(0, self._over)))
            self._tasks[task] = group
            task.add_done_callback(self._ended)

    async def _play(self, group: Any, late: float) -> None:
        await asyncio.sleep(late)
        await self._make(self._port, self.tally, group, **self._more).play()

    def _ended(self, task: asyncio.Task[None]) -> None:
        if task.cancelled():
            return
        del self._tasks[task]
        if error := task.exception():
            self.failures.append("".join(traceback.format_exception(error)))
        self._over = 0.0
        self._fill()


async def _serve() -> None:
    gc.set_threshold(50_000)
    loop = asyncio.get_running_loop()
    playing: Playing | None = None
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        command = json.loads(line)
        if playing is None:
            playing = Playing(command)
            answer: Any = {}
        else:
            failed = {"failure": playing.failures[0]} if playing.failures else None
            answer = failed or playing.do(command)
        print(json.dumps(answer), flush=True)
    os._exit(0)


class Crowd:
    """People in several processes, not more than there are groups at first. Nobody plays before `open`."""

    def __init__(
        self, kind: str, port: int, groups: Sequence[Any], *, python: str = sys.executable, **more: Any
    ) -> None:
        self.count = count = max(1, min(os.cpu_count() or 1, len(groups) or MANY))
        command = [python, "-m", "benchmarks._crowd"]
        self._processes = [
            subprocess.Popen(command, cwd=paths.BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            for _number in range(count)
        ]
        self._first = 0
        self._tell([{"kind": kind, "port": port, "more": more}] * count)
        self.add(groups)

    def __enter__(self) -> "Crowd":
        return self

    def __exit__(self, *_error: object) -> None:
        for process in self._processes:
            assert process.stdin is not None
            process.stdin.close()
        for process in self._processes:
            process.wait(30)

    def add(self, groups: Sequence[Any]) -> None:
        """Give more groups to the processes, each in its turn."""
        self._tell(
            [
                {"do": "add", "groups": groups[(number - self._first) % self.count :: self.count]}
                for number in range(self.count)
            ]
        )
        self._first = (self._first + len(groups)) % self.count

    def open(self, groups: int, over: float = 0.0) -> None:
        """Have so many groups play; the ones that are new begin one after the other within `over` seconds."""
        shares = [groups // self.count + (number < groups % self.count) for number in range(self.count)]
        self._tell([{"do": "open", "count": share, "over": over} for share in shares])

    def reset(self) -> None:
        """Forget all answers until now."""
        self._tell([{"do": "reset"}] * self.count)

    def spare(self) -> int:
        """The number of spare groups of the process that has the fewest."""
        return min(self._tell([{"do": "spare"}] * self.count))

    def report(self) -> dict[str, Any]:
        """The sums over all processes of what they count."""
        found: dict[str, Any] = {"times": {}, "answers": Counter()}
        for report in self._tell([{"do": "report"}] * self.count):
            found["answers"].update(report.pop("answers"))
            for kind, times in report.pop("times").items():
                found["times"].setdefault(kind, Counter()).update({int(each): n for each, n in times.items()})
            for name, value in report.items():
                found[name] = found.get(name, 0) + value
        return found

    def _tell(self, commands: Sequence[Mapping[str, Any]]) -> list[Any]:
        """Send a command to each process; returns their answers. Ends the program with the people's first error."""
        for process, command in zip(self._processes, commands, strict=True):
            assert process.stdin is not None
            process.stdin.write(json.dumps(command) + "\n")
            process.stdin.flush()
        answers = []
        for process in self._processes:
            assert process.stdout is not None
            answers.append(json.loads(process.stdout.readline()))
        for answer in answers:
            if isinstance(answer, dict) and "failure" in answer:
                raise SystemExit(answer["failure"])
        return answers


if __name__ == "__main__":
    asyncio.run(_serve())
