"""Validation of every name that a person types, in forms, the API, class lists and commands.

A name is stored in Unicode's composed form (NFC) on one line with single spaces. Invisible characters from office
programs are removed. All other characters that cannot be shown are refused. Above all, these are characters that
change the direction of text, by which one name can look like another. Joiners stay if a script needs them, as in
Persian and Sinhala.
"""

import unicodedata
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

UNSEEN: Final = dict.fromkeys(
    [
        *(0x00AD, 0x034F, 0x180E, 0x200B, 0x2060, 0xFEFF),  # soft hyphen, marks
        *(0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0),  # letters without ink: fillers, the blank of braille
        *range(0xFE00, 0xFE10),  # which of two shapes a sign has
    ]
)
"""Invisible characters that do not change the direction of text, as a table that deletes them."""
JOINERS: Final = "\u200c\u200d"
"""The non-joiner and the joiner: they have no ink, but shape the letters beside them."""
VIRAMA: Final = 9
"""The combining class of the characters that bind two consonants in scripts of South Asia."""
UNBOUND: Final = "\u0621\u0622\u0623\u0624\u0625\u0627\u0629\u062f\u0630\u0631\u0632\u0648\u0649\u0698"
"""Arabic letters that never bind to the next one: a joiner after them changes nothing visible."""


class BadName(ValueError):
    """An invalid name; `code` is "empty", "long" or "signs"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def tidied(text: str) -> str:
    """A name as stored: composed, on one line, without invisible characters. Empty if nothing visible is left."""
    name = " ".join(unicodedata.normalize("NFC", text.translate(UNSEEN)).split())
    if any(joiner in name for joiner in JOINERS):
        name = " ".join(unicodedata.normalize("NFC", _joined(name)).split())
    return name if any(unicodedata.category(sign)[0] not in "MZ" for sign in name) else ""


def _joined(name: str) -> str:
    """The name without joiners that change nothing visible: with them, two names could look the same."""
    kept: list[str] = []
    for index, sign in enumerate(name):
        if sign not in JOINERS or (kept and _shapes(kept[-1], name[index + 1 : index + 2])):
            kept.append(sign)
    return "".join(kept)


def _shapes(before: str, after: str) -> bool:
    """Does a joiner between these two change their shape? It does after a virama and between Arabic letters of which
    the first binds to the next.
    """
    if unicodedata.combining(before) == VIRAMA:
        return after.isalpha()
    return all(_is_arabic(sign) for sign in (before, after)) and before not in UNBOUND


def _is_arabic(sign: str) -> bool:
    return sign.isalpha() and ("\u0620" <= sign <= "\u06ff" or "\u0750" <= sign <= "\u077f")


def is_displayable(name: str) -> bool:
    """Can every character of a tidied name be shown?"""
    return name.translate(dict.fromkeys(map(ord, JOINERS))).isprintable()


def name_read(text: str, *, most: int, required: bool = True) -> str:
    """A typed name, tidied. Raises BadName if a required one is missing, is longer than `most` characters, or has one
    that cannot be shown.
    """
    name = tidied(text)
    if required and not name:
        raise BadName("empty")
    if len(name) > most:
        raise BadName("long")
    if not is_displayable(name):
        raise BadName("signs")
    return name


def validate_name(name: str) -> None:
    """A validator for fields of forms and models."""
    if not is_displayable(tidied(name)):
        raise ValidationError(_("There is a character in it that cannot be shown."), code="control_signs")


class NameField(forms.CharField):
    """A name in a form."""

    default_validators = [validate_name]

    def to_python(self, value: Any) -> str:
        """The name, tidied before its length is checked."""
        return tidied(super().to_python(value) or "")
