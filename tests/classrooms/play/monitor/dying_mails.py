"""A mail backend whose process dies after some mails, before it sends the next one."""

from django.core.mail.backends import locmem


class Died(Exception):
    """The end of the process."""


class EmailBackend(locmem.EmailBackend):
    """Keeps mails as the tests' own backend; `left` is the number of mails until it dies."""

    left = 0

    def send_messages(self, messages):
        """Keep the messages, or die."""
        if type(self).left == 0:
            raise Died
        type(self).left -= 1
        return super().send_messages(messages)
