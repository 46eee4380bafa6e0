"""Name everything that is wrong with a game."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from domego_site import french, paths
from domego_site.languages import messages
from games.engine import finding, registry
from games.engine.checking import Finding, by_file, rules_findings
from games.ui.checking import face_findings


class Command(BaseCommand):
    """`check_game bridge_builders` prints each fault with its file and line, what is wrong and how to mend it: rules,
    scenarios, bots, facts, face, help, questions, debrief, and texts without French. It ends with 1 if there are any.
    """

    help = "Names everything that is wrong with a game, each with file, line and how to mend it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", help="the key of the game")

    def handle(self, *args: Any, key: str, **options: Any) -> None:
        packages = {package.key: package for package in finding.packages()}
        if key not in packages:
            raise CommandError(f"No game is called {key!r}. There are {', '.join(sorted(packages))}.")
        game, folder = registry.get(key), finding.folder_of(packages[key])
        found = [*rules_findings(game, folder), *face_findings(game, folder), *without_french(folder)]
        for file, findings in by_file(found).items():
            self.stdout.write(_short(file))
            for each in findings:
                at = f"  {each.line}: " if each.line else "  "
                self.stdout.write(f"{at}{each.wrong}. Mend it: {each.mend}.")
        if found:
            raise CommandError(f"{len(found)} {'fault' if len(found) == 1 else 'faults'} in {key}.")
        self.stdout.write(f"{key}: no fault. Its tests: make game KEY={key}")


def without_french(folder: Path) -> Iterator[Finding]:
    """The texts of a game that neither its own catalogue nor one of the site has in French. A page shows them in
    English.
    """
    known = french.translated(paths.BASE_DIR) | french.translated_in([folder / french.CATALOGUE])
    for suffix in ("py", "html", "txt"):
        for path in sorted(folder.rglob(f"*.{suffix}")):
            for line, context, message in messages(path):
                if message and (context, message) not in known:
                    said = f" (context {context!r})" if context else ""
                    yield Finding(
                        str(path),
                        line,
                        f"{message!r}{said} has no French",
                        f"add it to {_short(folder / french.CATALOGUE)}",
                    )


def _short(file: str | Path) -> str:
    """A path from the site's folder on, where it is inside."""
    path = Path(file)
    return str(path.relative_to(paths.BASE_DIR) if path.is_relative_to(paths.BASE_DIR) else path)
