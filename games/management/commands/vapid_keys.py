"""Make the key with which the site signs push alerts."""

from typing import Any

from django.core.management.base import BaseCommand

from games.platform.work import web_push


class Command(BaseCommand):
    """`vapid_keys` prints lines for the environment; it changes nothing."""

    help = "Print a new key for alerts on devices (Web Push), for the environment."

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints two lines. A new key ends all subscriptions made with another one."""
        self.stdout.write(f"VAPID_PRIVATE_KEY={web_push.new_private_key()}")
        self.stdout.write("VAPID_SUBJECT=mailto:you@example.org")
