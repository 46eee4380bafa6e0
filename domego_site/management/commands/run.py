import io
import os
import sys
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, run_checks
from django.core.management import BaseCommand, CommandError, CommandParser, call_command

from domego_site import checks, environment, ports, probes
from domego_site.supervisor import WELCOME, end_leftovers
from games.public.base import conf

OF_THE_PLACE = [Tags.security, Tags.compatibility, Tags.caches, Tags.files, Tags.staticfiles]
"""Tags of checks that depend on this installation. Checks of the code run in the test suite and in every
`manage.py check`.
"""


class Command(BaseCommand):
    help = "Runs the whole site until Ctrl-C: web, workers and, without REDIS_URL, the embedded broker."
    requires_system_checks: list[str] = []
    target = "run"
    """The target of the Makefile."""
    program = "domego_site.supervisor"
    preparing: dict[str, bool] = {}
    environment: dict[str, str] = {}

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--prepare", action="store_true", help="bring everything up to date and load the demo first"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = environment.text("HOST", "127.0.0.1"), environment.number("PORT", 8000)
        end_leftovers()
        if fault := ports.fault(host, port):
            raise CommandError(f"{fault} make {self.target}")
        if options["prepare"] and probes.database_fault() is None:
            call_command("prepare", demo=True, **self.preparing)
        self.report([*checks.services(), *run_checks(tags=OF_THE_PLACE)])
        self.stdout.write("Starting ...")
        self.stdout.flush()
        arguments = [sys.executable, "-m", self.program, "--host", host, "--port", str(port)]
        arguments += ["--live-port", str(conf.LIVE_PORT)]
        if settings.REDIS_URL:
            arguments.append("--no-broker")
        # Becoming the supervisor drops Django, its threads and its memory.
        os.chdir(settings.BASE_DIR)
        os.execve(sys.executable, arguments, {**os.environ, **self.environment, WELCOME: self.welcome()})

    def report(self, messages: list[CheckMessage]) -> None:
        """Print each message in one line with its fix; an error ends the command."""
        lines = [f"{message.msg} To mend: {message.hint}" if message.hint else str(message) for message in messages]
        for message, line in zip(messages, lines, strict=True):
            self.stderr.write(line, self.style.ERROR if message.is_serious() else self.style.WARNING)
        if any(message.is_serious() for message in messages):
            raise CommandError("The site was not started.")

    def welcome(self) -> str:
        """Print the address, and the demo's sign-in if it is loaded."""
        accounts = io.StringIO()
        call_command("seed_demo", "--accounts", stdout=accounts)
        return f"The site is ready: {conf.SITE_URL}/\n{accounts.getvalue()}".rstrip() + "\nCtrl-C stops it."
