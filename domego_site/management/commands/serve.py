import os
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from domego_site import environment, ports, processes


class Command(BaseCommand):
    help = "Becomes the web server alone, for a site whose processes are started one by one (docs/run/install.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=environment.text("HOST", "127.0.0.1"), help="default: HOST or 127.0.0.1")
        parser.add_argument("--port", type=int, default=environment.number("PORT", 8000), help="default: PORT or 8000")

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        if fault := ports.fault(host, port):
            raise CommandError(fault)
        command = processes.web(host=host, port=port)
        os.chdir(settings.BASE_DIR)
        os.execve(command[0], command, {**os.environ})
