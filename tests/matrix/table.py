"""`permissions.txt`, read."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.matrix.world import PEOPLE

TABLE: Final = Path(__file__).with_name("permissions.txt")
REFUSALS: Final = frozenset({"401", "403", "404", "405", "sign-in"})

Rows = Mapping[tuple[str, str], tuple[str, ...]]


def rows() -> dict[tuple[str, str], tuple[str, ...]]:
    """What is expected, by name and method."""
    found = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, method, *answers = line.split()
            assert len(answers) == len(PEOPLE), f"{name} {method} needs {len(PEOPLE)} answers"
            assert (name, method) not in found, f"{name} {method} is there twice"
            found[name, method] = tuple(answers)
    return found


def allows(table: Rows, name: str, method: str, who: str) -> bool:
    """Whether somebody comes as far as the act itself, whatever it then says."""
    return (name, method) in table and table[name, method][PEOPLE.index(who)] not in REFUSALS
