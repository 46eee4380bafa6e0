"""Colours and fonts of drawings, taken from the site's own design tokens."""

from games.ui.tokens import static_file, tokens

__all__ = ["NARROW", "SANS", "static_file", "tokens"]

SANS = "IBM Plex Sans"
NARROW = "IBM Plex Sans Condensed"
