"""The colours of the site's own design, by which games name them."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders

_LIGHT: Final = re.compile(r":root\s*\{(.*?)\}", re.S)
_COLOUR: Final = re.compile(r"--([a-z0-9-]+):\s*(#[0-9a-f]{6})")


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


def known_colour(name: str) -> None:
    """Raises ValueError for a name that is no colour."""
    if name and name not in tokens():
        raise ValueError(f"no colour is called {name!r}; there are {', '.join(sorted(tokens()))}")
