"""Where games are: in the folders of `games/` that have a game.py, and in packages that other distributions bring.

Such a distribution names its package under the game's key as an entry point of the group `domego.games`. What is found
here is imported by nobody yet: settings ask while Django is not set up.
"""

from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec

GROUP: Final = "domego.games"
OWN: Final = "this site"
FOLDER: Final = Path(__file__).parents[1]


class Package(msgspec.Struct, frozen=True):
    """The package of a game: its key, its dotted name, and what brings it."""

    key: str
    name: str
    brought_by: str = OWN


class BadGame(Exception):
    """A game that was found and cannot be one; the words name who brings it."""


def packages() -> tuple[Package, ...]:
    """All of them, our own first, each group by key. Raises BadGame for two under one key and for what is not there."""
    own = [Package(path.parent.name, f"games.{path.parent.name}") for path in sorted(FOLDER.glob("*/game.py"))]
    brought = sorted(_brought(), key=lambda package: (package.key, package.brought_by))
    found: dict[str, Package] = {}
    for package in (*own, *brought):
        other = found.setdefault(package.key, package)
        if other is not package:
            raise BadGame(
                f"two games are called {package.key!r}: {other.name} of {other.brought_by} "
                f"and {package.name} of {package.brought_by}"
            )
    for package in brought:
        _must_be_there(package)
    return tuple(found.values())


def _brought() -> list[Package]:
    """An environment may hold one distribution twice, as its wheel and as its sources: that is one game."""
    found = {
        (point.name, point.value): Package(point.name, point.value, f"the distribution {_name(point.dist)}")
        for point in entry_points(group=GROUP)
    }
    return list(found.values())


def _name(distribution: object) -> str:
    return str(getattr(distribution, "name", "") or "without a name")


def _must_be_there(package: Package) -> None:
    try:
        there = find_spec(f"{package.name}.game") is not None
    except Exception as error:
        raise BadGame(f"{package.brought_by} brings the game {package.key!r}, which breaks: {error}") from error
    if not there:
        raise BadGame(f"{package.brought_by} brings the game {package.key!r}, but {package.name}.game is not there")
