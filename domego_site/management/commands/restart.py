from typing import Any

from django.core.management import BaseCommand, CommandError

from domego_site import running


class Command(BaseCommand):
    help = "Lets the site that `manage.py run` started replace all its processes by new ones; nobody is refused."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        if not running.is_running():
            raise CommandError("The site is not running here. To start it: python manage.py run")
        self.stdout.write(running.restart())
