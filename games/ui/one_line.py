"""A line of text written by a person: tidied, and refused only if it has characters that cannot be shown."""

import unicodedata
from typing import Final

SHAPING: Final = frozenset("\u200c\u200d\u200e\u200f\u061c") | frozenset(map(chr, range(0xE0020, 0xE0080)))
"""Invisible characters with a meaning: joiners of emoji and of scripts, direction marks, and tags of flags."""


def one_line(text: str) -> str:
    """The text on one line. Invisible characters without a meaning go: soft hyphens, byte order marks, and changes of
    direction, since pages isolate each text.
    """
    return " ".join("".join(sign for sign in text if sign in SHAPING or unicodedata.category(sign) != "Cf").split())


def is_shown(text: str) -> bool:
    """Can every character of a tidied line be shown? Control characters cannot."""
    return all(sign.isprintable() or sign in SHAPING for sign in text)
