"""Everything that people read is there in French."""

from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract
from babel.messages.pofile import read_po
from django.utils.translation import template

from domego_site.translations import catalogues

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ["domego_site", "classrooms", "games", "templates"]
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
READ = catalogues(ROOT)


def catalogue(path):
    with path.open("rb") as file:
        return read_po(file, locale="fr")


def french():
    """Message ids (with their contexts) that have French."""
    entries = [entry for path in READ for entry in catalogue(path) if entry.id and not entry.fuzzy]
    return {(entry.context, entry.id) for entry in entries if all(_strings(entry.string))}


def _strings(string):
    return string if isinstance(string, tuple | list) else [string]


def messages(path):
    """Message ids in a Python file or a template."""
    text = path.read_text()
    if path.suffix != ".py":
        text = template.templatize(text, origin=str(path))
    for line, message, _, context in extract("python", BytesIO(text.encode()), KEYWORDS):
        yield line, context, tuple(message[:2]) if isinstance(message, tuple) else message


def sources():
    for folder in SOURCES:
        for suffix in ("py", "html", "txt"):
            yield from (ROOT / folder).rglob(f"*.{suffix}")


def test_every_text_has_french():
    known = french()

    missing = [
        f"{path.relative_to(ROOT)}:{line}: {message!r}"
        for path in sources()
        for line, context, message in messages(path)
        if message and (context, message) not in known
    ]

    assert missing == []


def test_no_french_is_left_without_its_text():
    used = {(context, message) for path in sources() for _, context, message in messages(path)}

    assert sorted(str(entry) for entry in french() - used) == []


@pytest.mark.parametrize("path", READ, ids=lambda path: str(path.relative_to(ROOT)))
def test_french_has_the_same_placeholders(path):
    faults = [f"{entry.id!r}: {error}" for entry in catalogue(path) for error in entry.check()]

    assert faults == []
