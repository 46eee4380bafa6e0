from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from classrooms.people.class_lists.services.erasure_log import erasures_in_file
from domego_site import paths, running
from domego_site.backups import BackupFault
from domego_site.backups.making import free_name, key_trace
from domego_site.backups.restoring import Restored, backup_restore
from games.public.base import conf


class Command(BaseCommand):
    help = "Puts a backup into an empty database, or with --replace in the place of what is there. Stop the site first."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="back up what is in the database, then put FILE in its place"
        )
        parser.add_argument(
            "--erasures",
            type=Path,
            action="append",
            default=[],
            metavar="FILE",
            help="erasures.jsonl of another machine of the site: who is erased there is erased here again",
        )

    def handle(self, *args: Any, file: Path, replace: bool, erasures: list[Path], **options: Any) -> None:
        if found := running.still_there():
            raise CommandError(f"{found} Stop it first, then wait 15 seconds: what people do meanwhile would be lost.")
        if missing := [path for path in erasures if not path.exists()]:
            raise CommandError(f"There is no file {missing[0]}.")
        try:
            known = set().union(*(erasures_in_file(path) for path in (conf.ERASURES_FILE, *erasures)))
            room = (lambda: free_name(paths.VAR_DIR / "backups", "before-restore")) if replace else None
            done = backup_restore(path=file, replace=room, erasures=known, say=self.stdout.write)
        except (BackupFault, ValueError) as fault:
            raise CommandError(str(fault)) from None
        running.forget()
        self.tell(done, file)

    def tell(self, done: Restored, file: Path) -> None:
        """Report the restored data and the remaining steps."""
        self.stdout.write(
            f"Restored {done.rows} rows and {done.papers} papers of {done.made_at:%Y-%m-%d %H:%M:%S} UTC"
            f" ({done.manifest.database})."
        )
        if done.erased:
            self.stdout.write(f"Erased again: {done.erased} people who had been erased since then.")
        if done.manifest.key != key_trace():
            self.stdout.write(
                "Another SECRET_KEY was in use then: personal links and calendars end, unless what is in"
                f" {file}.key becomes SECRET_KEY, or one of SECRET_KEY_FALLBACKS."
            )
        self.stdout.write("To check all matches: manage.py verify_match --all")
