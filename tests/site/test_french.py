"""Everything that people read is there in French."""

import json
import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract
from babel.messages.pofile import read_po
from django.utils.translation import override, template
from jinja2.ext import babel_extract

from domego_site.translations import catalogues
from games.kit import faces
from games.kit.faces import OptionsForm
from games.kit.option_forms import options_form
from tests.every_game import GAMES

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
    """Message ids in a Python file or a template of either engine."""
    text, method = path.read_text(), "python"
    if "jinja2" in path.parts:
        method = babel_extract
    elif path.suffix != ".py":
        # What stands between the texts of a template is no Python: without its indents the tokenizer reads it.
        lines = template.templatize(text, origin=str(path)).splitlines()
        text = "\n".join(line.strip() for line in lines)
    for line, message, _, context in extract(method, BytesIO(text.encode()), KEYWORDS, options={"silent": "false"}):
        yield line, context, tuple(message[:2]) if isinstance(message, tuple) else message


def sources():
    for folder in SOURCES:
        for suffix in ("py", "html", "txt"):
            yield from (ROOT / folder).rglob(f"*.{suffix}")


def test_a_text_has_one_french_whichever_catalogue_brings_it():
    """All catalogues of a site are one: the last would say for the others' pages what it means on its own."""
    found = {}
    for path in READ:
        for entry in catalogue(path):
            if entry.id and not entry.fuzzy:
                first = entry.id[0] if isinstance(entry.id, tuple) else entry.id
                said = found.setdefault((entry.context, first), {})
                said.setdefault(_strings(entry.string)[0], str(path.relative_to(ROOT)))

    assert {key: said for key, said in found.items() if len(said) > 1} == {}


def options_by_name():
    """The labels of options that a form is made for, by game."""
    for game in GAMES:
        if faces.get(game).options_form is OptionsForm:
            with override("en"):
                labels = [str(field.label) for field in options_form(faces.get(game)).fields.values()]
            yield from ((game, label) for label in labels)


def test_every_option_without_a_form_of_the_games_own_has_french():
    assert [each for each in options_by_name() if (None, each[1]) not in french()] == []


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
    used |= {(None, label) for _game, label in options_by_name()}

    assert sorted(str(entry) for entry in french() - used) == []


@pytest.mark.parametrize("path", READ, ids=lambda path: str(path.relative_to(ROOT)))
def test_french_has_the_same_placeholders(path):
    faults = [f"{entry.id!r}: {error}" for entry in catalogue(path) for error in entry.check()]

    assert faults == []


ORDINARY = re.compile(r"\S [:;?!»](?=\s|[\"*)\]…,.]|$)|« ")
"""An ordinary space where French has one that does not break, so that a sign never begins a line."""
OTHER_WORDS = re.compile(r"\b(?:sessions?|sondages? (?:avant|après)|compte rendu de la partie)\b", re.IGNORECASE)
"""What is a "séance", an "enquête" and a "débriefing" everywhere."""


def french_texts():
    """Every French text with where it stands: catalogues, help, quizzes."""
    for path in READ:
        for entry in catalogue(path):
            if entry.id:
                yield from ((path.relative_to(ROOT), text) for text in _strings(entry.string))
    for path in sorted((ROOT / "games").glob("*/help/fr/*.md")):
        yield from ((path.relative_to(ROOT), line) for line in path.read_text().splitlines() if "---" not in line)
    for path in sorted((ROOT / "games").glob("*/quiz/bank.json")):
        yield from ((path.relative_to(ROOT), text) for text in _in_french(json.loads(path.read_text())))


def _in_french(value, is_french=False):
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _in_french(each, is_french or key == "fr")
    elif isinstance(value, list):
        for each in value:
            yield from _in_french(each, is_french)
    elif is_french and isinstance(value, str):
        yield value


def test_french_signs_have_spaces_that_do_not_break():
    assert [f"{path}: {text}" for path, text in french_texts() if ORDINARY.search(text)] == []


def test_one_word_is_used_for_a_session():
    told = ((path, re.sub(r"%\([a-z]+\)[sd]", "", text)) for path, text in french_texts())

    assert [f"{path}: {text}" for path, text in told if OTHER_WORDS.search(text)] == []


def test_dates_in_words_are_those_of_the_language():
    """Django's own filter writes the first of a month as "1" in French."""
    words = r"(?:DATE|MONTH_DAY|DATETIME)_FORMAT"
    own = re.compile(rf"\|date:\"{words}\"|date_format\([^)]*[\"']{words}")

    assert [str(path.relative_to(ROOT)) for path in sources() if own.search(path.read_text())] == []
