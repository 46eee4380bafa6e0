import os
import signal
from typing import Any

from django.core.management import BaseCommand, CommandError

from domego_site import supervisor


class Command(BaseCommand):
    help = "Lets the site that `manage.py run` started replace all its processes by new ones; nobody is refused."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        process = supervisor.running()
        if not process:
            raise CommandError("The site is not running here. To start it: python manage.py run")
        os.kill(process, signal.SIGUSR1)
        self.stdout.write("The site replaces its processes; it says when all are.")
