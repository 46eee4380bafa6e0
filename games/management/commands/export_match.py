"""Write a match as one file that can be verified."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.export import write
from games.models import Match
from games.platform.selectors.replaying import exported


class Command(BaseCommand):
    """`export_match 12 --output match-12.json`; `python -m games.engine.verify match-12.json` checks it anywhere."""

    help = "Export a match with its seed and hash chain. The file of an unfinished match tells its future cards."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", type=int)
        parser.add_argument("--output", help="file to write; default: standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file. Raises CommandError for an unknown match and for one that has not begun."""
        match = Match.objects.filter(pk=options["id"]).exclude(state="").first()
        if match is None:
            raise CommandError(f"No match that has begun has the number {options['id']}.")
        text = write(exported(match))
        if options["output"]:
            Path(options["output"]).write_bytes(text)
            self.stderr.write(f"{options['output']}: {match.number} moves")
        else:
            self.stdout.write(text.decode(), ending="")
