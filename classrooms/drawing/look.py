"""Colours and fonts of drawings, taken from the site's own design tokens."""

import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

SANS = "IBM Plex Sans"
NARROW = "IBM Plex Sans Condensed"

_LIGHT = re.compile(r":root\s*\{(.*?)\}", re.S)
_COLOUR = re.compile(r"--([a-z0-9-]+):\s*(#[0-9a-f]{6})")


def static_file(name: str) -> Path:
    """A static file on disk. Raises FileNotFoundError."""
    found = finders.find(name)
    if not found:
        raise FileNotFoundError(name)
    return Path(found)


@cache
def tokens() -> dict[str, str]:
    """The light colours by name."""
    block = _LIGHT.search(static_file("shell/tokens.css").read_text(encoding="utf-8"))
    return dict(_COLOUR.findall(block[1])) if block else {}
