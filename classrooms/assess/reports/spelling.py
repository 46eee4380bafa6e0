"""Names that no font can print, in Latin letters beside their own."""

import re
import unicodedata
from functools import cache
from typing import Final

from anyascii import anyascii
from fontTools.ttLib import TTFont

from classrooms.assess.reports import fonts
from classrooms.drawing.look import static_file

SHIPPED: Final = (
    "shell/fonts/IBMPlexSans-Regular-Latin1.woff2",
    "shell/fonts/IBMPlexSans-Medium-Latin1.woff2",
    "shell/fonts/IBMPlexSans-SemiBold-Latin1.woff2",
    "shell/fonts/IBMPlexSansCondensed-Medium-Latin1.woff2",
)
"""The site's own fonts, which every paper has."""

_NOT_DRAWN: Final = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
_TAG: Final = re.compile(r"(<[^>]*>)")
_UNSEEN: Final = re.compile(r"<(?:title|style)[ >]")
_WORD: Final = r"""[^\s<>&;#!"()*+,./:=?@\[\]{|}~«»“”…·]"""


def spelled(page: str) -> tuple[str, bool]:
    """The page with unprintable words followed by Latin letters in square brackets, and whether there were any. Only
    printed text is changed: no attributes, no titles of drawings.
    """
    missing = {letter for letter in set(page) if _is_missing(letter)}
    if not missing:
        return page, False
    hit = f"[{re.escape(''.join(sorted(missing)))}]"
    words = re.compile(rf"(?<!{_WORD}){_WORD}*{hit}{_WORD}*(?:[ \xa0]{_WORD}*{hit}{_WORD}*)*")
    pieces, count = _TAG.split(page), 0
    for at in range(0, len(pieces), 2):
        if not at or not _UNSEEN.match(pieces[at - 1]):
            pieces[at], found = words.subn(_both, pieces[at])
            count += found
    return "".join(pieces), count > 0


def _both(found: re.Match[str]) -> str:
    latin = " ".join(word[:1].upper() + word[1:] for word in anyascii(found[0]).split())
    return f"{found[0]} [{latin or '?'}]"


def _is_missing(letter: str) -> bool:
    return (
        letter > "\x7f"
        and ord(letter) not in _shipped()
        and unicodedata.category(letter) not in _NOT_DRAWN
        and not "\ufe00" <= letter <= "\ufe0f"  # these choose a form of the letter before
        and not fonts.letters().has(letter)
    )


@cache
def _shipped() -> frozenset[int]:
    return frozenset.intersection(*map(_letters_of, SHIPPED))


def _letters_of(name: str) -> frozenset[int]:
    with TTFont(static_file(name), lazy=True) as font:
        return frozenset(font.getBestCmap())
