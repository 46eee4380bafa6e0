"""Processes and memory of the site at rest: `python -m benchmarks.memory [--seconds 60] [--keep before]`.

The site starts with its demo as `make run` starts it. When no job is left and its processes are quiet, the program
prints its processes and their memory by kind, and the share of a core that they take. Memory is the proportional share
(PSS): a page that three processes share counts a third for each. The sum is the memory that the site takes. The seconds
of the processor from the start until then are printed, too. With `--keep` the lines replace a section of the results.
"""

import argparse
import os
import sqlite3
import time
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from benchmarks._processes import kind_of_process, tree
from benchmarks._report import RESULTS
from benchmarks._running import Running, running_site

AIMS = {"processes": 6.0, "MB": 450.0, "% of a core at rest": 1.0, "s of the processor": 60.0}
QUIET = 0.1
"""The share of a core under which a site without jobs has settled."""
LOOK = 5.0
LOOKS = 9
"""Looks at a quiet site, for longer than a worker without work stays."""
LONGEST = 1800.0
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Sum:
    """The processes of one kind, their memory in MB, and their seconds of the processor."""

    number: int = 0
    megabytes: float = 0.0
    seconds: float = 0.0


def megabytes(pid: int) -> float:
    """The proportional share of a process in the memory of the machine."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1000 * 1.024
    return 0.0


def seconds(pid: int) -> float:
    """Seconds of the processor of a process, with those of its children that have ended."""
    return sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15])) / TICKS


def by_kind(pid: int) -> dict[str, Sum]:
    """The processes below this one and itself, by kind."""
    found: defaultdict[str, Sum] = defaultdict(Sum)
    for each in tree(pid):
        try:
            kind, size, spent = kind_of_process(each), megabytes(each), seconds(each)
        except OSError:
            continue
        entry = found[kind]
        entry.number, entry.megabytes, entry.seconds = entry.number + 1, entry.megabytes + size, entry.seconds + spent
    return found


def spent(pid: int) -> float:
    return sum(each.seconds for each in by_kind(pid).values())


def jobs_left(site: Running) -> int:
    with closing(sqlite3.connect(Path(site.environment["VAR_DIR"]) / "db.sqlite3", timeout=20)) as database:
        row = database.execute("SELECT count(*) FROM games_job WHERE state NOT IN ('done', 'failed')").fetchone()
    return int(row[0])


def settle(site: Running) -> float:
    """Wait until the site is at rest; returns the seconds since the call."""
    began, quiet = time.monotonic(), 0
    while quiet < LOOKS and time.monotonic() - began < LONGEST:
        before = spent(site.pid)
        time.sleep(LOOK)
        quiet = quiet + 1 if not jobs_left(site) and spent(site.pid) - before < QUIET * LOOK else 0
    return time.monotonic() - began


def keep(section: str, lines: list[str]) -> None:
    """Replace a section of the results."""
    file = RESULTS / "memory.txt"
    old = file.read_text(encoding="utf-8") if file.exists() else ""
    sections = {each.partition("\n")[0]: each for each in old.split("# ") if each}
    sections[section] = "\n".join([section, *lines, ""])
    file.write_text("\n".join(f"# {each.rstrip()}\n" for each in sections.values()), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.memory", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0, help="for the share of a core")
    parser.add_argument("--keep", default="", help="the section of the results to replace")
    given = parser.parse_args()
    with running_site("--demo", AUTO_ANALYSIS="1") as site:
        waited = settle(site)
        start, before = spent(site.pid), by_kind(site.pid)
        time.sleep(given.seconds)
        after = by_kind(site.pid)
        left = jobs_left(site)
    lines = [f"{'':18}{'processes':>10}{'MB':>8}{'% of a core':>13}"]
    for kind, found in sorted(after.items(), key=lambda item: -item[1].megabytes):
        share = (found.seconds - before[kind].seconds) / given.seconds
        lines.append(f"{kind:18}{found.number:10}{found.megabytes:8.0f}{share:13.2%}")
    reached = {
        "processes": float(sum(each.number for each in after.values())),
        "MB": sum(each.megabytes for each in after.values()),
        "% of a core at rest": 100 * sum(after[kind].seconds - before[kind].seconds for kind in after) / given.seconds,
        "s of the processor": start,
    }
    lines += [f"{name}: {value:.1f}, aim {AIMS[name]:.0f}" for name, value in reached.items()]
    lines.append(f"at rest {waited:.0f} s after the first page, {left} jobs left")
    print("\n".join(lines), flush=True)
    if given.keep:
        keep(given.keep, lines)


if __name__ == "__main__":
    main()
