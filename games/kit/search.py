"""Search in help pages: without regard to case or accents, all words of the query in one section."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.kit.help import HelpPage, Section

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
    """Lower case without accents, one character for each character: positions stay those of the text."""
    return "".join((unicodedata.normalize("NFD", char)[0].lower() or char)[0] for char in text)


def words_of(query: str) -> list[str]:
    return fold(unicodedata.normalize("NFC", query[:LONGEST_QUERY])).split()


def search(pages: Iterable[HelpPage], query: str) -> list[Hit]:
    """Sections that hold all words of the query, those that have one in their heading first."""
    words = words_of(query)
    if not words:
        return []
    hits = [
        Hit(page, section, excerpt(section.text, words), any(word in fold(section.title) for word in words))
        for page in pages
        for section in page.sections
        if all(word in fold(f"{section.title} {section.text}") for word in words)
    ]
    return sorted(hits, key=lambda hit: not hit.in_title)


def excerpt(text: str, words: list[str]) -> SafeString:
    """The piece of the text around the first word found, with each word marked."""
    folded = fold(text)
    found = [folded.find(word) for word in words if word in folded]
    start = max(0, min(found, default=0) - BEFORE)
    start = 0 if start == 0 else text.find(" ", start) + 1
    end = len(text) if start + EXCERPT >= len(text) else text.rfind(" ", start, start + EXCERPT)
    piece = text[start:end]
    marked = format_html_join("", "{}", ((part,) for part in mark(piece, words)))
    return format_html("{}{}{}", "… " if start else "", marked, " …" if end < len(text) else "")


def mark(piece: str, words: list[str]) -> list[str | SafeString]:
    folded = fold(piece)
    parts: list[str | SafeString] = []
    at = 0
    while at < len(piece):
        spots = [(folded.find(word, at), -len(word)) for word in words if folded.find(word, at) >= 0]
        if not spots:
            break
        spot, length = min(spots)
        parts += [piece[at:spot], format_html("<mark>{}</mark>", piece[spot : spot - length])]
        at = spot - length
    return [*parts, piece[at:]]
