import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.storage import FileSystemStorage
from django.core.management import BaseCommand, CommandParser, call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor

from classrooms.files.papers import papers_move
from domego_site import cache, paths, static_files, translations
from games.public.base import conf
from games.public.steering import matches_of_other_rules_pause
from games.public.work import outbox


class Command(BaseCommand):
    help = "Compiles translations, collects static files and brings the database up to date; quick when all is done."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--files", action="store_true", help="only translations and static files: the database is not asked"
        )
        parser.add_argument(
            "--demo",
            action="store_true",
            help="also load the demo into an empty database, where only this machine reaches the site",
        )

        parser.add_argument(
            "--no-static", action="store_true", help="static files are served from where they lie: collect none"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if written := translations.compile_all(settings.BASE_DIR):
            self.stdout.write(f"Compiled {len(written)} translations.")
        with paths.for_everybody():
            if not options["no_static"] and static_files.collect():
                self.stdout.write("Collected static files.")
        for path in paths.close_var():
            self.stderr.write(f"Others may read {path}, which is not this user's to close.", self.style.WARNING)
        if options["files"]:
            return
        with cache.server_may_be_away():
            self.prepare_database(demo=options["demo"] and conf.LOCAL_ONLY)

    def prepare_database(self, *, demo: bool) -> None:
        executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
        if plan := executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stdout.write(f"Bringing the database up to date ({len(plan)} steps) ...")
            call_command("migrate", interactive=False, verbosity=0)
        else:  # a migration that replaces only applied ones is no step, and is recorded all the same
            executor.check_replacements()
        if paused := matches_of_other_rules_pause():
            numbers = ", ".join(map(str, paused))
            self.stdout.write(f"Paused, because they were begun under other rules: matches {numbers}.")
        self.move_papers(Path(settings.MEDIA_ROOT))
        if demo:
            with outbox.broker_may_be_away():
                call_command("seed_demo", "--if-empty")

    def move_papers(self, old: Path) -> None:
        """Move papers from their old directory into the database, then remove empty directories."""
        if not old.is_dir():
            return
        if moved := papers_move(source=FileSystemStorage(location=old)):
            self.stdout.write(f"Moved {moved} papers from {old}.")
        for directory, _names, _files in os.walk(old, topdown=False):
            if not os.listdir(directory):
                os.rmdir(directory)
