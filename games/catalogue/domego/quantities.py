"""Numbers with their units, in the reader's language."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def k(amount: int) -> str:
    """An amount such as `42k` or `−3k`."""
    return _("%(amount)sk") % {"amount": signed(amount)}


def signed(amount: int) -> str:
    """A number with a sign, with a real minus sign."""
    return f"\u2212{-amount}" if amount < 0 else str(amount)


def cubes(number: int) -> str:
    return ngettext("%(number)d cube", "%(number)d cubes", number) % {"number": number}


def cards(number: int) -> str:
    return ngettext("%(number)d card", "%(number)d cards", number) % {"number": number}


def days(number: int) -> str:
    return ngettext("%(number)d day", "%(number)d days", number) % {"number": number}


def failures(number: int) -> str:
    return ngettext("%(number)d failure", "%(number)d failures", number) % {"number": number}


def bold(text: object) -> SafeString:
    return format_html("<b>{}</b>", text)
