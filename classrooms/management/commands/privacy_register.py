"""Print the register of processing (article 30 of the GDPR)."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation

from classrooms.care.privacy import register


class Command(BaseCommand):
    """`privacy_register > register.md`, or `--csv` for a spreadsheet; `--language fr`."""

    help = "Print the register of processing (GDPR, article 30) of this site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--csv", action="store_true", help="as a table instead of Markdown")
        parser.add_argument("--language", default=settings.LANGUAGE_CODE, choices=list(dict(settings.LANGUAGES)))

    def handle(self, *args: Any, language: str, **options: Any) -> None:
        """Prints, changes nothing."""
        with translation.override(language):
            text = register.comma_separated() if options["csv"] else register.markdown()
        self.stdout.write(text, ending="")
