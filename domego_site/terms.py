"""The check of terms (`make lint`): texts of the site use the words of `docs/terms.md`, and none that it avoids. Their
sentences name a subject: only a question begins with a question word.
"""

import re
import sys
from collections.abc import Iterator
from typing import Final

from domego_site.paths import BASE_DIR
from domego_site.translations import catalogues
from domego_site.words import entries

TERMS: Final = BASE_DIR / "docs" / "terms.md"
COLUMNS: Final = 5
LANGUAGES: Final = ("en", "fr")
NO_SUBJECT: Final = "sentence without a subject"
QUESTION_WORDS: Final = {
    "en": re.compile(
        r"(?:who|whom|whose|whoever|what|whatever|which|whichever|where|wherever|how|why)\b.*[.!;]$",
        re.IGNORECASE | re.DOTALL,
    ),
    "fr": re.compile(r"(?:(?:qui|quiconque|ce qui|ce que)\b|ce qu’).*[.!;]$", re.IGNORECASE | re.DOTALL),
}
"""Sentences that begin so and ask nothing. Headings and labels have no full stop."""
ANCHOR: Final = re.compile(r"\{#[^}]*\}")
"""The address of a heading in a help page."""
END: Final = re.compile(r"(?<=[.!?…])\s+|\n+")


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


def help_texts() -> Iterator[tuple[str, str, str]]:
    """File, language and text of each line of the help pages."""
    for language in LANGUAGES:
        for path in sorted(BASE_DIR.glob(f"games/catalogue/*/help/{language}/*.md")):
            place = path.relative_to(BASE_DIR).as_posix()
            lines = ANCHOR.sub("", path.read_text(encoding="utf-8")).splitlines()
            yield from ((place, language, line) for line in lines)


def has_subjects(language: str, text: str) -> bool:
    """False if a sentence of the text begins with a question word and asks nothing."""
    return not any(QUESTION_WORDS[language].match(sentence) for sentence in END.split(text))


def faults() -> dict[str, list[str]]:
    """The texts with an avoided word, by language and word, and those with a sentence without a subject."""
    patterns = {
        f"{language} {word}": (language, re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE))
        for language, word in avoided(TERMS.read_text(encoding="utf-8"))
    }
    found: dict[str, list[str]] = {}
    for place, language, text in (*texts(), *help_texts()):
        for key, (of, pattern) in patterns.items():
            if of == language and pattern.search(text):
                found.setdefault(key, []).append(f"{place}: {text}")
    for place, language, text in texts():
        if not has_subjects(language, text):
            found.setdefault(f"{language} {NO_SUBJECT}", []).append(f"{place}: {text}")
    return found


def main() -> int:
    """The exit code; prints each fault."""
    found = [f"{key}: {text}\n" for key, texts in sorted(faults().items()) for text in texts]
    sys.stdout.writelines([*found, f"{len(found)} texts with words to avoid.\n"])
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
