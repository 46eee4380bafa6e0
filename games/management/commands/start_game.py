"""Write a small game as the start of a new one."""

import re
from argparse import ArgumentParser
from collections.abc import Iterator
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.engine import finding
from games.engine.registry import KEY

SKELETONS: Final = {
    "turns": Path(__file__).parents[1] / "skeleton",
    "rounds": Path(__file__).parents[1] / "skeleton_rounds",
}
"""By model: one player after the other, or all at the same time (`games.engine.rounds`)."""
SUFFIX: Final = "-tpl"
IMPORT: Final = re.compile(r"^from \S+ import (?:\([^)]*\)|[^\n(]*)\n", re.MULTILINE)
OUTSIDE: Final = {"pyproject.toml"}
"""Files that only a separate package has, not a game in a folder of this site."""
SHARED: Final = ("pyproject.toml", "help/help.json")
"""Files of the first model that are the same in each."""


class Command(BaseCommand):
    """`start_game bridge_builders --title "Bridge Builders"` writes `games/catalogue/bridge_builders/` and its tests.
    With `--to FOLDER`, it writes a package for `pip install`. With `--model rounds`, all players of its game decide at
    the same time.
    """

    help = "Write a playable skeleton of a game, docs/develop/add-a-game.md says how to go on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", help="lower case letters, digits and _; the name of its folder for good")
        parser.add_argument("--title", help="what people call it; default: from the key")
        parser.add_argument(
            "--model", choices=list(SKELETONS), default="turns", help="players decide in turn, or all at once"
        )
        parser.add_argument("--to", help="a folder for a package of its own, instead of one in this site")

    def handle(self, *args: Any, key: str, title: str | None, to: str | None, model: str, **options: Any) -> None:
        """Nothing is written if one of the files exists."""
        _check(key, own_package=to is not None)
        title = title or key.replace("_", " ").title()
        if not to and not hasattr(settings, "BASE_DIR"):
            raise CommandError("The settings do not say where this site lies (BASE_DIR): use --to FOLDER.")
        if not all(letter.isprintable() and letter not in "\"'\\<>&%" for letter in title):
            raise CommandError("The title may not contain quotation marks, backslashes, %, & or angle brackets.")
        root = Path(to) if to else Path(settings.BASE_DIR)
        package = key if to else f"games.catalogue.{key}"
        words = {"KEY": key, "TITLE": title, "PACKAGE": package, "DISTRIBUTION": key.replace("_", "-")}
        written = dict(_files(root, key, words, model))
        folder = root / package.replace(".", "/")
        there = [path for path in (folder, *written) if path.exists()]
        if there:
            raise CommandError(f"{there[0]} is there already: nothing was written.")
        for path, text in written.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        self.stdout.write(f"{folder}: {len(written)} files. docs/develop/add-a-game.md says how to go on.")


def _check(key: str, *, own_package: bool) -> None:
    if not KEY.fullmatch(key) or iskeyword(key):
        raise CommandError(f"A game's key is 2 to 40 lower case letters, digits and _, and no word of Python: {key!r}.")
    known = {package.key: package.brought_by for package in finding.packages()}
    if key in known:
        raise CommandError(f"There is a game {key!r} already, of {known[key]}.")
    taken = [key] if own_package else [f"games.{key}", f"games.catalogue.{key}"]
    if any(find_spec(name) is not None for name in taken):
        raise CommandError(f"{key!r} is the name of a package already.")


def _files(root: Path, key: str, words: dict[str, str], model: str) -> Iterator[tuple[Path, str]]:
    """Each file with its text. Tests of a game in this site are put beside the others."""
    own_package = words["PACKAGE"] == key
    folder = root / words["PACKAGE"].replace(".", "/")
    for name, source in sorted(_sources(model).items()):
        if name in OUTSIDE and not own_package:
            continue
        within = folder
        if name.startswith("tests/"):
            name, within = name.removeprefix("tests/"), root / "tests"
            within = within if own_package else within / "games" / "catalogue" / key
        elif name in OUTSIDE:
            within = root
        text = _filled(source.read_text(encoding="utf-8"), words)
        yield within / _filled(name, words), _in_order(text) if name.endswith(".py") else text


def _sources(model: str) -> dict[str, Path]:
    """The templates of a model by the name of their file."""
    found = {name: SKELETONS["turns"] / f"{name}{SUFFIX}" for name in SHARED}
    for source in SKELETONS[model].rglob(f"*{SUFFIX}"):
        found[source.relative_to(SKELETONS[model]).as_posix().removesuffix(SUFFIX)] = source
    return found


def _filled(text: str, words: dict[str, str]) -> str:
    for name, word in words.items():
        text = text.replace(f"@{name}@", word)
    return text


def _in_order(source: str) -> str:
    """The source with its imports sorted as ruff does: the order depends on the game's name."""

    def in_order(block: re.Match[str]) -> str:
        return "".join(sorted(IMPORT.findall(block[0]), key=lambda line: line.split()[1]))

    return re.sub(rf"(?:{IMPORT.pattern})+", in_order, source, flags=re.MULTILINE)
