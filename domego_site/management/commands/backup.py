from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from domego_site.backups import BackupFault
from domego_site.backups.making import FinishedBackup, backup_make
from domego_site.watching import figures


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
        self.note(made)

    def note(self, made: FinishedBackup) -> None:
        """Store the time of the backup for alerts. A database that cannot store it, as a copy or an older version, is
        backed up too.
        """
        try:
            figures.note_backup(datetime.fromisoformat(made.manifest.made_at))
        except DatabaseError as fault:
            self.stderr.write(f"The backup is whole; the site could not note that it was made: {fault}")
