"""Remove the second factor of a person who lost their device and their recovery codes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from classrooms.models import User
from classrooms.people.accounts.second_factor_mails import SecondFactorChange
from classrooms.people.accounts.second_factors import second_factor_remove


class Command(BaseCommand):
    """`reset_second_factor ada@example.org`, after checking that the request is Ada's."""

    help = "Somebody signs in by their password alone again, and is told so by mail; their sessions and tokens end."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="the name with which they sign in")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        """Remove it. Raises CommandError for an unknown name and for a person without a second factor."""
        user = User.objects.filter(username=username, erased_at__isnull=True).first()
        if user is None:
            raise CommandError(f"Nobody signs in as {username}.")
        if not second_factor_remove(user=user, what=SecondFactorChange.RESET):
            raise CommandError(f"{username} has no second factor.")
        self.stdout.write(f"{username} signs in by password alone, and is told so by mail.")
