"""The check of terms (`make lint`): texts of the site use the words of `docs/terms.md`, and none that it avoids.

`python -m domego_site.terms` compares the number of texts for each avoided word with `terms_left.txt` (`ratchet`).
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from domego_site import ratchet
from domego_site.paths import BASE_DIR
from domego_site.translations import catalogues
from domego_site.words import entries

TERMS: Final = BASE_DIR / "docs" / "terms.md"
LEFT: Final = Path(__file__).with_name("terms_left.txt")
COMMAND: Final = "python -m domego_site.terms"
COLUMNS: Final = 5
LANGUAGES: Final = ("en", "fr")


def avoided(text: str) -> Iterator[tuple[str, str]]:
    """Language and word of each cell of the last two columns of the table for pages."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == COLUMNS and not cells[0].startswith(("Term", "-")):
            for language, cell in zip(LANGUAGES, cells[-2:], strict=True):
                yield from ((language, word.strip()) for word in cell.split(",") if word.strip())


def texts() -> Iterator[tuple[str, str, str]]:
    """Catalogue, language and text of each entry of the French catalogues: the original and its translations."""
    for path in catalogues(BASE_DIR, "fr"):
        place = path.relative_to(BASE_DIR).as_posix()
        for (_context, original), translations in entries(path):
            yield place, "en", original
            yield from ((place, "fr", text) for text in translations)


def faults() -> dict[str, list[str]]:
    """The texts with an avoided word, by language and word."""
    patterns = {
        f"{language} {word}": (language, re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE))
        for language, word in avoided(TERMS.read_text(encoding="utf-8"))
    }
    found: dict[str, list[str]] = {}
    for place, language, text in texts():
        for key, (of, pattern) in patterns.items():
            if of == language and pattern.search(text):
                found.setdefault(key, []).append(f"{place}: {text}")
    return found


def main() -> int:
    """The exit code."""
    return ratchet.compare(faults(), LEFT, COMMAND)


if __name__ == "__main__":
    sys.exit(main())
