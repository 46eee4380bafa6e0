"""The texts of Dominato: help in both languages with equal anchors, every message in French."""

import json
import re
from io import BytesIO

import pytest
from babel.messages.extract import extract_python
from babel.messages.pofile import read_po
from django.utils.translation.template import templatize

from tests.games.dominato.table import FOLDER, TILES

SLUGS = [page["slug"] for page in json.loads((FOLDER / "help" / "help.json").read_text(encoding="utf-8"))["pages"]]
HEADING = re.compile(r"^## .+? \{#([a-z0-9-]+)\}$", re.MULTILINE)
KEYWORDS = {"_": None, "gettext": None, "gettext_lazy": None, "ngettext": None, "pgettext": None}


def source(language, slug):
    return (FOLDER / "help" / language / f"{slug}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", SLUGS)
def test_help_has_the_same_anchors_in_both_languages(slug):
    anchors = HEADING.findall(source("en", slug))

    assert anchors == HEADING.findall(source("fr", slug))
    assert len(set(anchors)) == len(anchors)


def test_the_figures_of_the_rules_are_those_of_the_scenarios():
    for language in ("en", "fr"):
        numbers = {int(number) for number in re.findall(r"\d+", source(language, "rules"))}
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
