"""Load the demo."""

import os
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from classrooms.demo import services
from classrooms.models import User
from games.public.base import conf

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name the language of a terminal, the strongest first."""


def language_of(environment: Mapping[str, str]) -> str:
    """The language of the terminal (`LANG=fr_FR.UTF-8` is French), if the site offers it, else that of the site."""
    named = next((environment[name] for name in LOCALE if environment.get(name)), "")
    language = named.partition(".")[0].partition("_")[0].lower()
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


class Command(BaseCommand):
    """`seed_demo --if-empty` at the first start; `seed_demo --accounts` prints the accounts that can sign in."""

    help = "Load the demo: a class in four teams, a session that ended, one that runs and one in preparation."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--if-empty", action="store_true", help="do nothing if there are already people in the database"
        )
        parser.add_argument(
            "--accounts", action="store_true", help="only print the demo accounts, if the demo is loaded"
        )
        parser.add_argument("--password", default="", help="the accounts' password; needed where others reach the site")
        parser.add_argument(
            "--language",
            choices=[code for code, _name in settings.LANGUAGES],
            help="the language of the names of course, sessions and teams; without it that of the terminal",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the demo or print its accounts. CommandError for a second demo or a public site without a password."""
        if options["accounts"]:
            self._accounts()
            return
        if options["if_empty"] and User.objects.exists():
            return
        if services.is_loaded():
            raise CommandError("The demo is already here.")
        if not conf.LOCAL_ONLY and not options["password"]:
            raise CommandError("Others reach this site: choose a password for the demo accounts with --password.")
        language = options["language"] or language_of(os.environ)
        services.demo_seed(password=options["password"] or services.PASSWORD, language=language)
        self.stdout.write("Loaded the demo: its bots play as soon as the workers run.")

    def _accounts(self) -> None:
        if not services.is_loaded():
            return
        student, *names = services.STUDENTS[0]
        instructor, boss = services.INSTRUCTOR
        self.stdout.write(f"  student     {student:12} {' '.join(names)}")
        self.stdout.write(f"  instructor  {instructor:12} {boss}")
        if conf.LOCAL_ONLY:
            self.stdout.write(f"  password    {services.PASSWORD}")
