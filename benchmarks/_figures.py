"""The figures of people who use a site for some time: how many, how fast, and the processor time of site and people."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks._client import TENTHS
from benchmarks._crowd import Crowd
from benchmarks._processes import by_process

LIMIT = 0.3
"""Seconds within which an answer feels prompt."""


@dataclass(frozen=True)
class Kind:
    """The times of one kind of answer, in milliseconds."""

    number: int
    median: float
    late: float
    """95 % of the answers came within this time."""
    prompt: float
    """The share of the answers within LIMIT."""


@dataclass(frozen=True)
class Figures:
    """The figures of one site. Milliseconds and bytes are those of each `what`."""

    name: str
    what: str
    number: int
    seconds: float
    rate: float
    median: float
    late: float
    processor: float
    by_process: dict[str, float]
    generator: float
    """Milliseconds of processor time of the people."""
    bytes: float
    page_bytes: float
    """The mean size of the pages that answered decisions, decompressed."""
    kinds: dict[str, Kind]
    answers: dict[str, int]

    def show(self) -> None:
        """Print two lines."""
        shares = ", ".join(f"{kind} {each:.1f}" for kind, each in sorted(self.by_process.items()) if each > 0.05)
        answers = ", ".join(f"{kind} {number}" for kind, number in sorted(self.answers.items()))
        print(
            f"{self.name:22s} {self.rate:6.1f} {self.what}s a second, median {self.median:.0f} ms, 95 % "
            f"{self.late:.0f} ms; processor {self.processor:.1f} ms a {self.what}, generator {self.generator:.1f}; "
            f"{self.bytes / 1000:.0f} kB{self._behind()}\n{'':22s} processor: {shares}; answers: {answers}",
            flush=True,
        )

    def _behind(self) -> str:
        behind = self.kinds.get("behind")
        if behind is None:
            return ""
        return f"; pages of others behind: median {behind.median:.0f} ms, 95 % {behind.late:.0f} ms"


def measured(
    name: str,
    crowd: Crowd,
    pids: Sequence[int],
    seconds: float,
    *,
    kinds: Sequence[str] = ("decision",),
    what: str = "decision",
    during: Callable[[], None] | None = None,
) -> Figures:
    """The figures of open groups for some seconds. The times of these `kinds` are the times of a `what`. `during` is
    called every second.
    """
    crowd.reset()
    before, began = by_process(*pids), time.monotonic()
    while (left := began + seconds - time.monotonic()) > 0:
        if during is None:
            time.sleep(left)
        else:
            during()
            time.sleep(min(1.0, left))
    spent, lasted, found = by_process(*pids), time.monotonic() - began, crowd.report()
    used = {kind: 1000 * (each - before.get(kind, 0.0)) for kind, each in spent.items()}
    times: dict[int, int] = {}
    for kind in kinds:
        for each, number in found["times"].get(kind, {}).items():
            times[each] = times.get(each, 0) + number
    done = sum(times.values())
    if not done:
        raise SystemExit(f"{name}: no {what} in {seconds:.0f} s: {dict(found['answers'])}")
    return Figures(
        name=name,
        what=what,
        number=done,
        seconds=lasted,
        rate=done / lasted,
        median=1000 * share_of(times, 0.5),
        late=1000 * share_of(times, 0.95),
        processor=sum(used.values()) / done,
        by_process={kind: each / done for kind, each in used.items()},
        generator=1000 * found["processor"] / done,
        bytes=found["bytes"] / done,
        page_bytes=found["page_bytes"] / max(1, found["pages"]),
        kinds={kind: kind_of(each) for kind, each in found["times"].items()},
        answers=dict(found["answers"]),
    )


def kind_of(times: Mapping[int, int]) -> Kind:
    """The figures of these times, which are counted in tenths of a millisecond."""
    number = sum(times.values())
    prompt = sum(n for each, n in times.items() if each <= LIMIT * TENTHS) / number
    return Kind(number, 1000 * share_of(times, 0.5), 1000 * share_of(times, 0.95), prompt)


def share_of(times: Mapping[int, int], share: float) -> float:
    """The seconds below which this share of the times lies."""
    left = sum(times.values()) * share
    for each in sorted(times):
        left -= times[each]
        if left < 0:
            break
    return each / TENTHS


def failed(figures: Figures) -> int:
    """The number of requests without an answer, or with one that is the server's failure."""
    return sum(n for kind, n in figures.answers.items() if kind.endswith("lost") or kind.split()[-1].startswith("5"))


def plain(value: Any) -> Any:
    """Figures, and lists and mappings of them, as `json` writes them, with rounded numbers."""
    if isinstance(value, Figures | Kind):
        return plain(asdict(value))
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return round(value, 4) if isinstance(value, float) else value
