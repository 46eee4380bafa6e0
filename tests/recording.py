"""`--record FILE` writes the tests that ran, their time and the commit. Slices of `proof` and `make quick` read the
file."""

import platform
import subprocess
from collections import Counter, defaultdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent


class Recorder:
    """Sums the seconds of each module over all processes: set-up, test and clean-up."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.began = datetime.now(UTC)
        self.seconds: dict[str, float] = defaultdict(float)
        self.outcomes: dict[str, Counter[str]] = defaultdict(Counter)
        self.reasons: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        module = report.nodeid.partition("::")[0]
        self.seconds[module] += report.duration
        if report.when == "call" or report.outcome != "passed":
            self.outcomes[module][report.outcome] += 1
        if report.skipped and isinstance(report.longrepr, tuple):
            self.reasons.add(f"{module}: {report.longrepr[2].removeprefix('Skipped: ')}")

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        self.file.write_text(self.text(exitstatus), encoding="utf-8")

    def text(self, exitstatus: int) -> str:
        ran = sum((Counter(each) for each in self.outcomes.values()), Counter())
        minutes = (datetime.now(UTC) - self.began).total_seconds() / 60
        head = [
            f"# {_commit()}, {self.began:%Y-%m-%d %H:%M} UTC, {minutes:.1f} min, Python {platform.python_version()}",
            f"# {_told(ran)}; exit status {int(exitstatus)}",
        ]
        slowest = sorted(self.seconds, key=lambda each: (-self.seconds[each], each))
        lines = [f"{module}  {self.seconds[module]:.1f} s  {_told(self.outcomes[module])}" for module in slowest]
        return "\n".join([*head, *lines, *(f"# skipped: {each}" for each in sorted(self.reasons))]) + "\n"


def _told(outcomes: Counter[str]) -> str:
    return ", ".join(f"{number} {outcome}" for outcome, number in sorted(outcomes.items())) or "nothing ran"


def _commit() -> str:
    """The commit of the tree, and whether files have changed since."""
    asked = ["git", "describe", "--always", "--dirty", "--abbrev=12"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    return f"commit {done.stdout.strip()}" if done.returncode == 0 else "no commit"
