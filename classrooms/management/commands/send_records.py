"""Send the learning records of ended sessions."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from classrooms.connect.records import lrs
from classrooms.connect.records.learning import records_ask
from classrooms.models import Session


class Command(BaseCommand):
    """Records are queued for the heavy worker; the record store ignores records that it has already."""

    help = "Has the learning records of sessions sent to the record store: of some, of a course, or of all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Options for the sessions to send."""
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("--session", type=int, action="append", help="number of a session; may be given again")
        which.add_argument("--course", type=int, help="number of a course")
        which.add_argument("--all", action="store_true", help="every session of the site")

    def handle(self, *args: Any, **options: Any) -> None:
        """Queue the records."""
        if not lrs.is_on():
            raise CommandError("There is no record store: set XAPI_ENDPOINT.")
        rows = Session.objects.all()
        if options["session"]:
            rows = rows.filter(pk__in=options["session"])
        elif options["course"]:
            rows = rows.filter(course=options["course"])
        self.stdout.write(f"{records_ask(sessions=rows)} matches are sent by the heavy worker.")
