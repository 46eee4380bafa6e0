"""A drawing of the site's pen on its way to paper."""

import re

_LABELS = re.compile(r"<title[^>]*>(.*?)</title>\s*<desc[^>]*>(.*?)</desc>", re.S)


def for_paper(text: str) -> str:
    """The drawing with its description in the title: all that a PDF tells a screen reader of it."""
    return _LABELS.sub(r"<title>\1. \2</title>", text, count=1)
