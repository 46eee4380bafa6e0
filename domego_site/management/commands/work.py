import os
from typing import Any

from django.core.management import BaseCommand, CommandParser

from domego_site import processes


class Command(BaseCommand):
    help = "Becomes a worker of one queue, for a site whose processes are started one by one (docs/run/index.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("queue", choices=processes.QUEUES)
        parser.add_argument("--beat", action="store_true", help="also send the sweep each second; one worker should")
        parser.add_argument("--concurrency", type=int, help="tasks at a time (play 2, the others 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        command = processes.worker(options["queue"], beat=options["beat"], concurrency=options["concurrency"])
        os.execve(command[0], command, processes.worker_environment())
