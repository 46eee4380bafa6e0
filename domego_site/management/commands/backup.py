from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from domego_site.backups import BackupFault
from domego_site.backups.making import backup_make


class Command(BaseCommand):
    help = "Writes the database and all papers to FILE and SECRET_KEY to FILE.key; the site may run meanwhile."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--no-key", action="store_true", help="no FILE.key: the key is kept elsewhere")

    def handle(self, *args: Any, file: Path, no_key: bool, **options: Any) -> None:
        try:
            made = backup_make(path=file, with_key=not no_key)
        except BackupFault as fault:
            raise CommandError(str(fault)) from None
        size = made.path.stat().st_size
        papers = len(made.manifest.papers)
        self.stdout.write(f"{made.path}: {made.rows} rows, {papers} papers, {size} bytes.")
        if made.manifest.lost:
            self.stdout.write(f"Not there to be kept, and can be made again: {len(made.manifest.lost)} papers.")
        if made.key:
            self.stdout.write(f"{made.key}: the key that signs links. Keep it apart from the backup.")
