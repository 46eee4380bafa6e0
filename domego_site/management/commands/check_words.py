from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from domego_site import paths, words


class Command(BaseCommand):
    help = "Names French texts without the spaces and apostrophes of French, and texts with two translations."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mend", action="store_true", help="write spaces and apostrophes right first")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["mend"]:
            for path in words.mend(paths.BASE_DIR):
                self.stdout.write(f"{path.relative_to(paths.BASE_DIR)} is mended.")
        if faults := list(words.faults(paths.BASE_DIR)):
            raise CommandError("\n".join(faults))
        self.stdout.write(f"{sum(1 for _ in words.french_texts(paths.BASE_DIR))} French texts are well written.")
