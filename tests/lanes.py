"""The lanes of the suite. The folder of a test module decides which resources its tests may use.

| lane | its tests use |
|---|---|
| `pure` | Python alone: no database, no request |
| `database` | the database, without a request |
| `pages` | Django's test client |
| `processes` | programs that they start: servers, workers, commands |
| `browser` | Chromium |
| `proof` | anything; these run with `make proof`, and one slice of them at each landing |

`tests/conftest.py` gives each test the marker of its lane. It refuses a module outside all lanes, and one that uses
more than its lane allows.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

LANES: Final = ("pure", "database", "pages", "processes", "browser", "proof")
USUAL: Final = LANES[:-1]
"""The default lanes, run by `make test`."""
DATABASE: Final = frozenset({"db", "transactional_db", "django_db_setup", "django_db_reset_sequences"})
REQUESTS: Final = frozenset({"client", "admin_client", "async_client"})
BROWSER: Final = frozenset({"chromium"})
REFUSED: Final[Mapping[str, frozenset[str]]] = {
    "pure": DATABASE | REQUESTS | BROWSER,
    "database": REQUESTS | BROWSER,
    "pages": BROWSER,
    "processes": BROWSER,
}
"""The fixtures that tests of each lane may not use."""
UNMEASURED: Final = 30.0
"""The assumed seconds of a module of `proof` before its first measurement."""
MEASURED: Final = re.compile(r"^(tests/\S+)\s+([\d.]+) s\b", re.MULTILINE)


class NoLane(Exception):
    """A test module is outside all lanes, or uses a fixture that its lane refuses."""


def lane_of(module: Path) -> str:
    """The lane of a test module. Raises `NoLane` if its folder is no lane."""
    if module.parent.name not in LANES:
        raise NoLane(f"{module} stands in no lane. Move it into one of these folders beside it: {', '.join(LANES)}.")
    return module.parent.name


def check(lane: str, fixtures: Iterable[str], has_database_mark: bool) -> None:
    """Raises `NoLane` if a test uses a fixture that its lane refuses."""
    used = set(fixtures) & REFUSED.get(lane, frozenset())
    if lane == "pure" and has_database_mark:
        used.add("django_db")
    if used:
        raise NoLane(f"A test of the lane `{lane}` may not use {', '.join(sorted(used))}.")


def measured(result: str) -> dict[str, float]:
    """Seconds by module, from the text of `benchmarks/results/proof.txt`."""
    return {module: float(seconds) for module, seconds in MEASURED.findall(result)}


def slices(modules: Iterable[str], seconds: Mapping[str, float], number: int) -> list[list[str]]:
    """Split the modules into `number` parts of about equal time. Each module, the longest first, goes to the part with
    the least time so far. The same modules and seconds give the same parts.
    """
    parts: list[list[str]] = [[] for _ in range(number)]
    lasts = [0.0] * number
    for module in sorted(modules, key=lambda each: (-seconds.get(each, UNMEASURED), each)):
        shortest = lasts.index(min(lasts))
        parts[shortest].append(module)
        lasts[shortest] += seconds.get(module, UNMEASURED)
    return parts
