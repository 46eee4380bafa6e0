"""Subject and text of a mail to teams, as a person typed them: checked, and with their placeholders filled in."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from games.ui.one_line import SHAPING

PLACEHOLDERS: Final = ("name", "team", "session", "link")
SUBJECT_LENGTH: Final = 120
TEXT_LENGTH: Final = 4000
BRACES: Final = re.compile(r"\{([^{}\n]*)\}")


def tidied(text: str) -> str:
    """The text without blank ends, invisible characters and other line ends than the site's own."""
    kept = "".join(sign for sign in text if sign in SHAPING or unicodedata.category(sign) != "Cf")
    return "\n".join(line.expandtabs(4).rstrip() for line in kept.splitlines()).strip()


def unknown_in(text: str) -> list[str]:
    """The placeholders of a text that do not exist, each once, in their braces."""
    return list(dict.fromkeys(found[0] for found in BRACES.finditer(text) if found[1] not in PLACEHOLDERS))


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with the values of its placeholders. Braces in a value are left alone."""
    return BRACES.sub(lambda found: values.get(found[1], found[0]), text)
