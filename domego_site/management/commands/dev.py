import importlib.util
from typing import Any

from django.core.management import CommandError

from domego_site.management.commands import run


class Command(run.Command):
    help = "Runs the whole site for developers: what is changed in its code shows at once. Ctrl-C stops it."
    target = "dev"
    program = "domego_site.developing"
    preparing = {"no_static": True}
    environment = {
        "DJANGO_SETTINGS_MODULE": "domego_site.settings_dev",
        "GUNICORN_CMD_ARGS": "--workers 1",
        "PYTHONWARNINGS": "ignore:Using settings.DEBUG leads",  # a worker's word about its memory
    }

    def handle(self, *args: Any, **options: Any) -> None:
        if importlib.util.find_spec("watchfiles") is None:
            raise CommandError("watchfiles is not installed. To mend: make dev")
        super().handle(*args, **options)
