"""Join codes as people type and paste them: in any case and width, with blanks and dashes, or in a whole address."""

import re
import unicodedata
from typing import Final
from urllib.parse import unquote

from classrooms.models.courses import CODE_LENGTH, CODE_SIGNS

LONGEST_TYPED: Final = 300
"""Signs that a field for codes takes: an address with its way of tracking fits."""

_HALF: Final = f"[{CODE_SIGNS}]{{{CODE_LENGTH // 2}}}"
_ADDRESS: Final = re.compile(r"/(?:JOIN|ENROL)/([^/?#]+)|[?&]CODE=([^&#\s]+)")
_IN_WORDS: Final = re.compile(rf"(?<![A-Z0-9])({_HALF})[\s\u2010-\u2015-]*({_HALF})(?![A-Z0-9])")


def code_of(typed: str) -> str:
    """The code in a typed text; at most one sign too many is accepted, so that a long text is never a code by
    chance.
    """
    text = unicodedata.normalize("NFKC", unquote(typed[:LONGEST_TYPED])).upper()
    address = _ADDRESS.search(text)
    if address:
        text = address[1] or address[2]
    plain = "".join(sign for sign in text if sign in CODE_SIGNS)
    if len(plain) != CODE_LENGTH and (words := _IN_WORDS.search(text)):
        plain = words[1] + words[2]
    return plain[: CODE_LENGTH + 1]
