"""The texts of Dominato: help in both languages with equal anchors, every message in French."""

import re
from io import BytesIO

from babel.messages.extract import extract_python
from babel.messages.pofile import read_po
from django.utils.translation.template import templatize

from tests.games.dominato.table import FOLDER, TILES
from tests.help_pages import source

KEYWORDS = {"_": None, "gettext": None, "gettext_lazy": None, "ngettext": None, "pgettext": None}


def test_the_figures_of_the_rules_are_those_of_the_scenarios():
    for language in ("en", "fr"):
        numbers = {int(number) for number in re.findall(r"\d+", source("dominato", language, "rules"))}
        assert {len(TILES), 16, 10, 8, 2, 4} <= numbers


def messages():
    """Every message of the game's code and templates: its text or its (singular, plural)."""
    for path in (*FOLDER.rglob("*.py"), *FOLDER.rglob("templates/**/*.html")):
        text = path.read_text(encoding="utf-8")
        code = "\n".join(map(str.strip, templatize(text).splitlines())) if path.suffix == ".html" else text
        for _line, name, found, _comments in extract_python(BytesIO(code.encode()), list(KEYWORDS), [], {}):
            if isinstance(found, str):
                yield found
            elif name == "pgettext":
                yield found[1]
            else:
                yield found[0]


def test_every_message_is_in_french():
    with (FOLDER / "locale" / "fr" / "LC_MESSAGES" / "django.po").open("rb") as file:
        catalogue = read_po(file, locale="fr")
    texts = [message.string for message in catalogue if message.id]
    known = {message.id if isinstance(message.id, str) else message.id[0] for message in catalogue}

    assert set(messages()) - known == set()
    assert known - set(messages()) - {""} == set()
    assert all(all(text) if isinstance(text, tuple) else text for text in texts)
