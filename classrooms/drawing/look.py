"""Colours and fonts of charts, taken from the site's own design tokens.

A chart is drawn with stand-in colours, one for each token. Finishing turns them into the light colour, for paper, and a
class (`cf-ink`: fill, `cs-ink`: stroke), by which a browser shows the token of the theme: no style attribute is needed.
"""

import logging
import os
import re
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders

logger = logging.getLogger(__name__)

SANS = "IBM Plex Sans"
NARROW = "IBM Plex Sans Condensed"

_LIGHT = re.compile(r":root\s*\{(.*?)\}", re.S)
_COLOUR = re.compile(r"--([a-z0-9-]+):\s*(#[0-9a-f]{6})")
_STAND_IN = 0xFE0000


def static_file(name: str) -> Path:
    """A static file on disk. Raises FileNotFoundError."""
    found = finders.find(name)
    if not found:
        raise FileNotFoundError(name)
    return Path(found)


@cache
def tokens() -> dict[str, str]:
    """The light colours by name."""
    block = _LIGHT.search(static_file("site/tokens.css").read_text(encoding="utf-8"))
    return dict(_COLOUR.findall(block[1])) if block else {}


@cache
def stand_ins() -> dict[str, str]:
    """Stand-in colours and the tokens that they stand for."""
    return {f"#{_STAND_IN + index:06x}": name for index, name in enumerate(tokens())}


@cache
def _by_token() -> dict[str, str]:
    return {name: colour for colour, name in stand_ins().items()}


def colour(token: str) -> str:
    """The colour to draw with. Raises KeyError for a token that does not exist."""
    return _by_token()[token]


@cache
def register_fonts() -> bool:
    """Teach the chart renderer the site's fonts, so that labels find their place. False: it measures with its own.

    It reads no WOFF2: the files are unpacked once into var/fonts.
    """
    try:
        folder = Path(settings.VAR_DIR) / "fonts"
        folder.mkdir(parents=True, exist_ok=True)
        for source in static_file("site/tokens.css").parent.glob("fonts/*.woff2"):
            _unpack(source, folder / f"{source.stem}.ttf")
        import vl_convert  # in workers only: it must not start its threads before a fork

        vl_convert.register_font_directory(str(folder))
    except (OSError, ImportError, ValueError) as fault:
        logger.warning("charts are measured without the site's fonts: %s", fault)
        return False
    return True


def _unpack(source: Path, target: Path) -> None:
    if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
        return
    from fontTools.ttLib import TTFont

    font = TTFont(source)
    font.flavor = None
    half_done = target.with_suffix(f".{os.getpid()}.part")
    font.save(half_done)
    half_done.replace(target)
