from pathlib import Path
from typing import Any

import jinja2
from django.core.management import BaseCommand, CommandError
from django.template import TemplateSyntaxError, engines

from domego_site import paths


class Command(BaseCommand):
    help = "Compiles every template of this project: a tag that is not closed, or that nobody knows, is named."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        faults, found = [], 0
        for engine in engines.all():
            for directory in map(Path, engine.template_dirs):
                if paths.BASE_DIR not in directory.parents or ".venv" in directory.parts:
                    continue
                for path in sorted([*directory.rglob("*.html"), *directory.rglob("*.txt")]):
                    found += 1
                    try:
                        engine.from_string(path.read_text(encoding="utf-8"))
                    except (TemplateSyntaxError, jinja2.TemplateSyntaxError) as fault:
                        faults.append(f"{path.relative_to(paths.BASE_DIR)}: {fault}")
        if faults:
            raise CommandError("\n".join(faults))
        self.stdout.write(f"{found} templates compile.")
