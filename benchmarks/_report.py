"""The frame of a benchmark: numbers from the command line, lines printed as they come, and the file of results."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).resolve().parent / "results"


class Report:
    """The lines of a benchmark, and the number of aims that it missed."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.missed = 0

    def say(self, *lines: str, met: bool = True) -> None:
        """Print lines and keep them for the file; their aim was `met` or missed."""
        print("\n".join(lines), flush=True)
        self.lines += lines
        self.missed += not met

    def close(self, name: str, *, whole: bool) -> int:
        """Write the file of results after a whole run; returns the exit code, 1 if an aim was missed."""
        if whole:
            keep(name, self.lines)
        return int(self.missed > 0)


def keep(name: str, lines: Sequence[str]) -> None:
    """Write a file of results."""
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def verdict(met: bool) -> str:
    """The verdict on an aim as a word: met or missed."""
    return "met" if met else "missed"


def run(main: Callable[..., Any]) -> None:
    """Call with the numbers from the command line, and exit with the code that it returns, if any."""
    raise SystemExit(main(*(int(each) for each in sys.argv[1:])))
