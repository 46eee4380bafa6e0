"""Erase a person for good."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from classrooms.assess.grading.appeal import held_of
from classrooms.care.erasure.services.people import erasure_foreseen, person_erase
from classrooms.models import User
from classrooms.people.class_lists.services.staff import LastInstructor
from games.public.base import clock


class Command(BaseCommand):
    """`erase_person ada@example.org --yes`, for a person who requests it and cannot sign in."""

    help = "Erase somebody: name, addresses, texts and marks go, the games they played stay and verify."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="the name with which they sign in; a guest's is on the admin site")
        parser.add_argument("--yes", action="store_true", help="really: it cannot be undone")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        """CommandError for an unknown name, without --yes, and for the only instructor of a course."""
        user = User.objects.filter(username=username, erased_at__isnull=True).first()
        if user is None:
            raise CommandError(f"Nobody signs in as {username}.")
        try:
            if not options["yes"]:
                told = erasure_foreseen(user=user)
                again = f" Made again: {', '.join(told.again_words)}." if told.again_words else ""
                held = "".join(
                    f" The mark of {each.play_session.title} stays under seal until {each.until}: it can be appealed."
                    for each in held_of(user, clock.now())
                )
                raise CommandError(
                    f"This erases {user.get_full_name()} for good; reports of their own that go: {told.gone}.{again}"
                    f" All other reports stay.{held} Say --yes to do it."
                )
            person_erase(user=user)
        except LastInstructor:
            raise CommandError(
                "They are the only instructor of a course. Invite another one there, or put it away."
            ) from None
        self.stdout.write("Erased.")
