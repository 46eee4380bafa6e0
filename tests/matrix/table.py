"""Readers of `permissions.txt` and `launched.txt`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.matrix.world import LAUNCHED, PEOPLE, SAME_AS

TABLE: Final = Path(__file__).with_name("permissions.txt")
LAUNCHED_TABLE: Final = Path(__file__).with_name("launched.txt")
"""The table for people who come by a launch: the pages of platforms, and exceptions from their role."""
REFUSALS: Final = frozenset({"401", "403", "404", "405", "sign-in"})

Rows = Mapping[tuple[str, str], tuple[str, ...]]


def rows() -> dict[tuple[str, str], tuple[str, ...]]:
    """The expected responses, by URL name and method."""
    return _read(TABLE, len(PEOPLE))


def launched_rows() -> dict[tuple[str, str], tuple[str, ...]]:
    """The expected responses for people who come by a launch, by URL name and method: those of their role, except the
    lines of `launched.txt`.
    """
    same = {key: tuple(row[PEOPLE.index(SAME_AS[who])] for who in LAUNCHED) for key, row in rows().items()}
    return same | _read(LAUNCHED_TABLE, len(LAUNCHED))


def _read(table: Path, people: int) -> dict[tuple[str, str], tuple[str, ...]]:
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for line in table.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, method, *answers = line.split()
            assert len(answers) == people, f"{name} {method} needs {people} answers"
            assert (name, method) not in found, f"{name} {method} is there twice"
            found[name, method] = tuple(answers)
    return found


def allows(table: Rows, name: str, method: str, who: str) -> bool:
    """Does a request of `who` reach the action itself, with any result?"""
    return (name, method) in table and table[name, method][PEOPLE.index(who)] not in REFUSALS
