"""Search in help pages, without regard to case and accents. A section matches if it has all words of the query."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.ui.help import HelpPage, Section

LONGEST_QUERY = 100
BEFORE = 60
EXCERPT = 220


@dataclass(frozen=True)
class Hit:
    page: HelpPage
    section: Section
    excerpt: SafeString
    in_title: bool


def fold(text: str) -> str:
    """The text in lower case without accents, with one kind of apostrophe. Each character becomes one, so positions
    stay the same.
    """
    plain = text.replace("\u2019", "'")
    return "".join((unicodedata.normalize("NFD", char)[0].lower() or char)[0] for char in plain)


def patterns_of(query: str) -> list[re.Pattern[str]]:
    """A pattern for each word; it matches at the beginning of a word."""
    words = fold(unicodedata.normalize("NFC", query[:LONGEST_QUERY])).split()
    return [re.compile(rf"(?<!\w){re.escape(word)}") for word in words]


def search(pages: Iterable[HelpPage], query: str) -> list[Hit]:
    """The sections with all words of the query; first those with one in their heading."""
    patterns = patterns_of(query)
    if not patterns:
        return []
    hits = [
        Hit(page, section, excerpt(section.text, patterns), any(each.search(fold(section.title)) for each in patterns))
        for page in pages
        for section in page.sections
        if all(each.search(fold(f"{section.title} {section.text}")) for each in patterns)
    ]
    return sorted(hits, key=lambda hit: not hit.in_title)


def excerpt(text: str, patterns: list[re.Pattern[str]]) -> SafeString:
    """The part of the text around the first word found, with each word marked."""
    folded = fold(text)
    first = min((found.start() for each in patterns if (found := each.search(folded))), default=0)
    start = max(0, first - BEFORE)
    start = 0 if start == 0 else text.find(" ", start) + 1
    end = len(text) if start + EXCERPT >= len(text) else text.rfind(" ", start, start + EXCERPT)
    marked = format_html_join("", "{}", ((part,) for part in mark(text[start:end], patterns)))
    return format_html("{}{}{}", "… " if start else "", marked, " …" if end < len(text) else "")


def mark(piece: str, patterns: list[re.Pattern[str]]) -> Iterator[str | SafeString]:
    """The text cut at the words found, each of them marked."""
    any_word = re.compile("|".join(each.pattern for each in patterns))
    at = 0
    for found in any_word.finditer(fold(piece)):
        yield piece[at : found.start()]
        yield format_html("<mark>{}</mark>", piece[found.start() : found.end()])
        at = found.end()
    yield piece[at:]
