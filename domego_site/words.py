"""French typography in all texts of the project: catalogues, help pages, questions, scenarios and lessons. `manage.py
check_words` lists faults, and with `--mend` corrects them; `make lint` runs it.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from babel.messages.pofile import read_po

from domego_site.translations import catalogues

NO_BREAK: Final = "\u00a0"
RULES: Final = (
    (re.compile(r"(?<=\S) (?=[:;?!»](?:\s|[\"*)\]…,.<\\]|$))|(?<=«) "), NO_BREAK),  # so that no sign begins a line
    (re.compile(r"(?<=[\d)]) ?(?=%(?![(\w]))|(?<=\)[sd]) ?(?=%%)"), NO_BREAK),  # 50 %
    (re.compile(r"(?:(?<=\d)|(?<=\)[sd])|(?<=[a-z]\})) ?(?=[k€](?![\w’-]))"), NO_BREAK),  # 150 k
    (re.compile(r"(?<=\b\d) (?=\d{3}\b)|(?<=\b\d\d) (?=\d{3}\b)|(?<=\b\d{3}) (?=000\b)"), NO_BREAK),  # 1 000
    (re.compile(r"(?<=\w)'(?=[\w«“<%{*\[_])"), "\u2019"),  # one apostrophe
)
BY_HAND: Final = (
    re.compile(r"\w\(s\)"),  # a catalogue has plural forms
    re.compile(r"(?<![-\w])(?:de|que|le|la|ne|se) (?=[aeiouàâéèêîôûœ][a-zà-ÿœ])", re.IGNORECASE),  # d'une, qu'on
    re.compile(r"(?<!\d )\b(?:[6-9]|1\d|2[0-3]):[0-5]\d\b"),  # 22 h, but 2026-11-30 22:00
)
"""Patterns that no rule can correct."""
FRENCH_KEY: Final = re.compile(r'"fr"\s*:\s*')
JSON_TEXT: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')


def mended(text: str) -> str:
    """A French text with the spaces and the apostrophes of French."""
    for pattern, right in RULES:
        text = pattern.sub(right, text)
    return text


def french_texts(root: Path) -> Iterator[tuple[Path, str]]:
    """Every French text with its file."""
    for path in (*catalogues(root, "fr"), *catalogues(root, "fr_X-tu")):
        for _ids, strings in entries(path):
            yield from ((path, text) for text in strings)
    for path in sorted(root.glob("games/catalogue/*/help/fr/*.md")):
        yield from ((path, line) for line in path.read_text(encoding="utf-8").splitlines() if "---" not in line)
    for path in sorted(root.glob("games/catalogue/*/**/*.json")):
        yield from ((path, text) for text in _in_french(json.loads(path.read_text(encoding="utf-8"))))


def entries(catalogue: Path) -> Iterator[tuple[tuple[str | None, str], tuple[str, ...]]]:
    """The context and the first text of each entry with all its translations."""
    with catalogue.open("rb") as file:
        for entry in read_po(file, locale="fr"):
            if entry.id and not entry.fuzzy:
                ids: Any = entry.id
                strings: Any = entry.string
                first = ids[0] if isinstance(ids, tuple | list) else ids
                yield (entry.context, first), tuple(strings) if isinstance(strings, tuple | list) else (strings,)


def _in_french(value: Any, is_french: bool = False) -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _in_french(each, is_french or key == "fr")
    elif isinstance(value, list):
        for each in value:
            yield from _in_french(each, is_french)
    elif is_french and isinstance(value, str):
        yield value


def faults(root: Path) -> Iterator[str]:
    """Each text with wrong typography, and each text with two translations in different catalogues, since a site has
    only one.
    """
    for path, text in french_texts(root):
        if mended(text) != text or any(pattern.search(text) for pattern in BY_HAND):
            yield f"{path.relative_to(root)}: {text}"
    said: dict[tuple[str | None, str], tuple[str, ...]] = {}
    for path in catalogues(root, "fr"):
        for key, strings in entries(path):
            if mended(said.setdefault(key, strings)[0]) != mended(strings[0]):
                yield f"{path.relative_to(root)}: {key[1]!r} has another French in another catalogue"


def mend(root: Path) -> list[Path]:
    """Correct all French texts; returns the changed files."""
    written = []
    for path in dict.fromkeys(path for path, _text in french_texts(root)):
        before = path.read_text(encoding="utf-8")
        after = MENDED.get(path.suffix, _page_mended)(before)
        if after != before:
            path.write_text(after, encoding="utf-8")
            written.append(path)
    return written


def _page_mended(text: str) -> str:
    return "".join(line if "---" in line else mended(line) for line in text.splitlines(keepends=True))


def _json_mended(text: str) -> str:
    """Only the values of French are changed: English may have the same words."""
    parts, at = [], 0
    for key in FRENCH_KEY.finditer(text):
        if key.end() >= at:
            end = json.JSONDecoder().raw_decode(text, key.end())[1]
            french = JSON_TEXT.sub(lambda found: f'"{mended(found[1])}"', text[key.end() : end])
            parts += [text[at : key.end()], french]
            at = end
    return "".join(parts) + text[at:]


def _catalogue_mended(text: str) -> str:
    lines, is_french = [], False
    for line in text.splitlines(keepends=True):
        is_french = line.startswith("msgstr") or (is_french and line.startswith('"'))
        if is_french and '"' in line:
            start = line.index('"')
            line = line[:start] + mended(line[start:])
        lines.append(line)
    return "".join(lines)


MENDED: Final = {".po": _catalogue_mended, ".json": _json_mended}
