"""What a name may be: one rule for every name that a person types, in forms, the API, class lists and commands.

It is kept in Unicode's composed form (NFC) on one line with single blanks. Signs that nobody sees and that texts from
office programs carry along are taken out; whatever else cannot be shown is refused, above all the signs that turn the
direction of what follows, by which one name can look like another.
"""

import unicodedata
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

UNSEEN: Final = dict.fromkeys(
    [
        *(0x00AD, 0x034F, 0x180E, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF),  # soft hyphen, joiners, marks
        *(0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0),  # letters without ink: fillers, the blank of braille
        *range(0xFE00, 0xFE10),  # which of two shapes a sign has
    ]
)
"""Signs without ink that do not turn the direction either, as a table that deletes them."""


class BadName(ValueError):
    """A name that cannot be; `code` is "empty", "long" or "signs"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def tidied(text: str) -> str:
    """A name as it is kept: composed, on one line, without signs that nobody sees. Empty if there is nothing to see."""
    name = " ".join(unicodedata.normalize("NFC", text.translate(UNSEEN)).split())
    return name if any(unicodedata.category(sign)[0] not in "MZ" for sign in name) else ""


def is_shown(name: str) -> bool:
    """Can every sign of a tidied name be shown?"""
    return name.isprintable()


def name_read(text: str, *, most: int, required: bool = True) -> str:
    """A typed name, tidied. Raises BadName for none where one is required, one longer than `most` signs, or one with
    a sign that cannot be shown.
    """
    name = tidied(text)
    if required and not name:
        raise BadName("empty")
    if len(name) > most:
        raise BadName("long")
    if not is_shown(name):
        raise BadName("signs")
    return name


def validate_name(name: str) -> None:
    """For fields of forms and models."""
    if not is_shown(tidied(name)):
        raise ValidationError(_("There is a character in it that cannot be shown."), code="control_signs")


class NameField(forms.CharField):
    """A name in a form."""

    default_validators = [validate_name]

    def to_python(self, value: Any) -> str:
        """Tidied before its length is looked at."""
        return tidied(super().to_python(value) or "")
