"""The lanes of the suite. The folder in which a test module stands says what its tests may use.

| lane | its tests use |
|---|---|
| `pure` | Python alone: no database, no request |
| `database` | the database, without a request |
| `pages` | Django's test client |
| `processes` | programs that they start: servers, workers, commands |
| `browser` | Chromium |
| `proof` | anything; these run with `make proof`, and one slice of them at each landing |

`tests/conftest.py` gives each test the marker of its lane, and refuses a module that stands in no lane or uses more
than its lane allows.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

LANES: Final = ("pure", "database", "pages", "processes", "browser", "proof")
USUAL: Final = LANES[:-1]
"""The lanes of `make test`."""
DATABASE: Final = frozenset({"db", "transactional_db", "django_db_setup", "django_db_reset_sequences"})
REQUESTS: Final = frozenset({"client", "admin_client", "async_client"})
BROWSER: Final = frozenset({"chromium"})
REFUSED: Final[Mapping[str, frozenset[str]]] = {
    "pure": DATABASE | REQUESTS | BROWSER,
    "database": REQUESTS | BROWSER,
    "pages": BROWSER,
    "processes": BROWSER,
}
"""By lane, the fixtures that none of its tests may use."""
UNMEASURED: Final = 30.0
"""Seconds that a module of `proof` counts for before a run has measured it."""
MEASURED: Final = re.compile(r"^(tests/\S+)\s+([\d.]+) s\b", re.MULTILINE)


class NoLane(Exception):
    """A test module stands where it must not, or uses what its lane refuses."""


def lane_of(module: Path) -> str:
    """The lane of a test module. Raises `NoLane` where its folder is none."""
    if module.parent.name not in LANES:
        raise NoLane(f"{module} stands in no lane. Move it into one of these folders beside it: {', '.join(LANES)}.")
    return module.parent.name


def check(lane: str, fixtures: Iterable[str], has_database_mark: bool) -> None:
    """Raises `NoLane` where a test uses what its lane refuses."""
    used = set(fixtures) & REFUSED.get(lane, frozenset())
    if lane == "pure" and has_database_mark:
        used.add("django_db")
    if used:
        raise NoLane(f"A test of the lane `{lane}` may not use {', '.join(sorted(used))}.")


def measured(result: str) -> dict[str, float]:
    """Seconds by module, from the text of `benchmarks/results/proof.txt`."""
    return {module: float(seconds) for module, seconds in MEASURED.findall(result)}


def slices(modules: Iterable[str], seconds: Mapping[str, float], number: int) -> list[list[str]]:
    """The modules in `number` parts that take about equally long: each module, the longest first, goes to the part
    that is shortest so far. The same modules and seconds give the same parts.
    """
    parts: list[list[str]] = [[] for _ in range(number)]
    lasts = [0.0] * number
    for module in sorted(modules, key=lambda each: (-seconds.get(each, UNMEASURED), each)):
        shortest = lasts.index(min(lasts))
        parts[shortest].append(module)
        lasts[shortest] += seconds.get(module, UNMEASURED)
    return parts
