from typing import Any

from django.core.management import BaseCommand, CommandError

from domego_site import french, paths


class Command(BaseCommand):
    help = "Names texts without French, and texts that a catalogue has twice."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        if faults := french.faults(paths.BASE_DIR):
            raise CommandError("\n".join(faults))
        self.stdout.write("Every text has French, and no catalogue has a text twice.")
