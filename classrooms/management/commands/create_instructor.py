import getpass
import os
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.urls import reverse

from classrooms.models import User
from games.public.base import conf
from games.public.models import people_are_users
from games.public.people import account_person


class Command(BaseCommand):
    help = "Creates an account that may create courses, or lets an existing one do so."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="e-mail address; also the name to sign in with")
        parser.add_argument("name", help='name shown to others, such as "Ada Lovelace"')
        parser.add_argument("--password-env", metavar="VARIABLE", help="take the password from this variable")
        parser.add_argument("--staff", action="store_true", help="may also use the administration pages")

    def handle(self, *args: Any, **options: Any) -> None:
        if not people_are_users():
            self.let_account(options["email"])
            return
        email = User.objects.normalize_email(options["email"].strip())
        user = User.objects.filter(username__iexact=email).first() or User(username=email, email=email)
        is_new = user.pk is None
        user.display_name = options["name"].strip()
        user.can_create_courses = True
        if options["staff"]:
            user.is_staff = user.is_superuser = True
        try:
            user.full_clean(exclude=["password"])
            if is_new:
                user.set_password(self.ask_password(user, options["password_env"]))
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        with transaction.atomic():
            user.save()
        made = "The account was created" if is_new else "The account was there already, its password is unchanged"
        self.stdout.write(f"{made}; {user.display_name} may create courses.")
        self.stdout.write(f"Next: sign in at {conf.SITE_URL}{reverse(settings.LOGIN_URL)} with {user.username}.")

    def let_account(self, name: str) -> None:
        """Grant the right to an existing account, on a site with its own user model."""
        accounts = get_user_model()
        account = accounts._default_manager.filter(**{accounts.USERNAME_FIELD: name}).first()
        if account is None:
            raise CommandError(f"The site has no account {name}: make it in the site's own way, then come again.")
        user = account_person(account)
        user.can_create_courses = True
        user.save(update_fields=["can_create_courses"])
        self.stdout.write(f"{user.display_name} may create courses.")

    def ask_password(self, user: User, variable: str | None) -> str:
        if variable is not None:
            password = os.environ.get(variable, "")
            if not password:
                raise CommandError(f"The variable {variable} is not set.")
        else:
            try:
                password, again = getpass.getpass("Password: "), getpass.getpass("Again: ")
            except EOFError:
                raise CommandError("There is nobody to ask for the password here: use --password-env NAME.") from None
            if password != again:
                raise CommandError("The two passwords differ; nothing was created.")
        validate_password(password, user)
        return password
