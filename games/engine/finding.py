"""Finds the games: folders of `games/catalogue/` that have a game.py, and packages of other installed distributions.

Such a distribution names its package under the game's key as an entry point of the group `domego.games`. Nothing
found here is imported: settings use this module before Django is set up.
"""

import traceback
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec

GROUP: Final = "domego.games"
OWN: Final = "this site"
FOLDER: Final = Path(__file__).parents[1] / "catalogue"


class Package(msgspec.Struct, frozen=True):
    """The package of a game: its key, its dotted name, and the distribution that brings it."""

    key: str
    name: str
    brought_by: str = OWN


class BadGame(Exception):
    """A found package that is not a valid game; the text names the distribution that brings it."""


def packages() -> tuple[Package, ...]:
    """All game packages, the built-in ones first, each group by key. Raises BadGame for two under one key and for a
    missing package.
    """
    own = [
        Package(path.parent.name, f"games.catalogue.{path.parent.name}") for path in sorted(FOLDER.glob("*/game.py"))
    ]
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
    """Packages of other distributions. An installed wheel and its sources count as one game."""
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


def folder_of(package: Package) -> Path:
    """The folder of a package, without importing it. Raises BadGame if it is not there."""
    spec = find_spec(package.name)
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    if not places:
        raise BadGame(f"{package.brought_by} brings the game {package.key!r}, but {package.name} is not there")
    return Path(places[0])


def place_in(folder: Path, error: BaseException) -> tuple[str, int]:
    """File and line of the deepest call of an exception within a folder; ("", 0) if it has none there."""
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno or 0
    cause = error.__cause__
    if cause is not None and (found := place_in(folder, cause))[0]:
        return found
    frames = [each for each in traceback.extract_tb(error.__traceback__) if Path(each.filename).is_relative_to(folder)]
    return (frames[-1].filename, frames[-1].lineno or 0) if frames else ("", 0)
