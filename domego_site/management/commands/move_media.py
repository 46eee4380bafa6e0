from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import storages
from django.core.management import BaseCommand, CommandError, CommandParser

from classrooms.files.papers import papers_move
from domego_site import environment


class Command(BaseCommand):
    help = "Moves the files of papers from where they were kept to where MEDIA_URL says, or into the database."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("old", help="what MEDIA_URL was before, or 'database'")

    def handle(self, *args: Any, old: str, **options: Any) -> None:
        try:
            source = storages.create_storage(environment.media_storage("" if old == "database" else old))
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"Moved {papers_move(source=source)} papers.")
