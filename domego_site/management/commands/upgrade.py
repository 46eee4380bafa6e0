import io
from pathlib import Path
from typing import Any

from django.core.checks import run_checks
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from domego_site import checks, paths, probes, running
from domego_site.backups import BackupFault, tables
from domego_site.backups.making import backup_make, free_name


class Command(BaseCommand):
    help = "After new code was put in place: checks, backs up, migrates and restarts, in this order; stops at a fault."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--backup", type=Path, metavar="FILE", help="where to; else in backups/ of VAR_DIR")
        parser.add_argument("--no-restart", action="store_true", help="the site is started again by other means")

    def handle(self, *args: Any, backup: Path | None, no_restart: bool, **options: Any) -> None:
        self.check_site()
        kept = self.keep(backup)
        self.prepare(kept)
        if faults := [message for message in checks.services() if message.is_serious()]:
            raise CommandError(f"{faults[0].msg} {self.way_back(kept)}")
        self.stdout.write("Upgraded." if no_restart else f"Upgraded. {running.restart()}")

    def check_site(self) -> None:
        """Find obstacles of the upgrade before anything is changed."""
        if fault := probes.database_fault():
            raise CommandError(f"The database does not answer: {fault} Nothing was changed.")
        for message in run_checks():
            self.stderr.write(f"{message.msg} To mend: {message.hint}")
            if message.is_serious():
                raise CommandError("Nothing was changed.")
        loader = MigrationLoader(connection)
        if loader.detect_conflicts():
            raise CommandError("The code is not whole: it has migrations that contradict each other.")
        steps = len(set(loader.graph.nodes) - tables.applied(loader))
        self.stdout.write(f"Checked. The database is {steps} migrations behind.")

    def keep(self, backup: Path | None) -> Path:
        """Make a backup of the present site. Raises CommandError."""
        path = backup or free_name(paths.VAR_DIR / "backups", "before-upgrade")
        try:
            made = backup_make(path=path, with_key=False)
        except BackupFault as fault:
            raise CommandError(f"No backup, no upgrade: {fault} Nothing was changed.") from None
        self.stdout.write(f"Backed up: {path}, {made.rows} rows and {len(made.manifest.papers)} papers.")
        return path

    def prepare(self, kept: Path) -> None:
        """Prepare translations, static files and migrations. Raises CommandError with the steps for going back."""
        said = io.StringIO()
        try:
            call_command("prepare", stdout=said)
        except (CommandError, DatabaseError, OSError, ValueError) as fault:
            raise CommandError(f"It broke off: {' '.join(str(fault).split())} {self.way_back(kept)}") from fault
        finally:
            self.stdout.write(said.getvalue().rstrip() or "There was nothing to bring up to date.")

    def way_back(self, kept: Path) -> str:
        """The steps for going back after a failure."""
        return f"To go back: the old code again, the site stopped, manage.py restore {kept} --replace"
