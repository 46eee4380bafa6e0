"""The glossary of Domego: every abbreviation and trade word of its questions, cards and activities has an entry."""

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from games.ui import faces
from tests import help_pages
from tests.help_pages import HEADING
from tests.languages import languages

FOLDER = Path(__file__).resolve().parents[5] / "games" / "catalogue" / "domego"
SCENARIO = json.loads((FOLDER / "scenarios" / "classic.json").read_text(encoding="utf-8"))
QUESTIONS = faces.get("domego").quiz().questions
LISTED = json.loads((Path(__file__).parents[1] / "trade_words.json").read_text(encoding="utf-8"))
"""By language: the beginning of a trade word, and the anchor of its entry."""
RULES_IN = languages("domego-rules")
ABBREVIATION = re.compile(r"(?<!\w)[A-Z][A-Z0-9]+(?!\w)")
SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-ZÀÉÈ])")
LAW = re.compile(r"\n\n(?=\*)")
LANGUAGE_MARK = re.compile(r"\{: lang=fr\}")
LINK = re.compile(r"\]\((?P<address>[^)]+)\)(?P<after>[^;\n]*)")
LONGEST, MOST = 20, 2

source, sections = (partial(read, "domego") for read in (help_pages.source, help_pages.sections))


def texts(language: str) -> Iterator[str]:
    """Everything that students read in questions, on cards and on the page of activities."""
    for question in QUESTIONS:
        words = question.words[language]
        yield from (words.text, *words.options, words.explanation, *words.misconceptions)
    for things in (SCENARIO["roles"], SCENARIO["activities"], SCENARIO["risk_cards"]):
        for thing in things:
            yield from (field[language] for field in thing.values() if isinstance(field, dict) and language in field)
    yield source(language, "activities")


def titles(language: str) -> dict[str, str]:
    return {heading["anchor"]: heading["title"] for heading in HEADING.finditer(source(language, "glossary"))}


def explanation(language: str, anchor: str) -> str:
    """The title and the text of an entry, without its line of law."""
    return f"{titles(language)[anchor]}\n{LAW.split(sections(language, 'glossary')[anchor])[0]}"


def unexplained(found: Iterator[str], language: str) -> set[str]:
    """The abbreviations in these texts that no title of the glossary has."""
    known = set(ABBREVIATION.findall("\n".join(titles(language).values())))
    return {each for text in found for each in ABBREVIATION.findall(text)} - known


def folded(title: str) -> str:
    """A title as a dictionary sorts it."""
    plain = unicodedata.normalize("NFD", title.lower().replace("’", "'").replace("œ", "oe"))
    return "".join(char for char in plain if not unicodedata.combining(char))


@pytest.mark.parametrize("language", LISTED)
def test_every_abbreviation_that_students_read_has_an_entry(language):
    assert unexplained(texts(language), language) == set()


def test_a_new_question_with_an_abbreviation_that_nobody_explains_is_found():
    assert unexplained(iter(["Who writes the PPSPS?", "Le PAQ et le DT-DICT"]), "fr") == {"PAQ"}


@pytest.mark.parametrize(
    ("language", "word", "anchor"), [(code, word, anchor) for code in LISTED for word, anchor in LISTED[code].items()]
)
def test_every_listed_word_is_explained_in_its_entry(language, word, anchor):
    assert re.search(rf"(?<!\w){re.escape(word)}", explanation(language, anchor), re.IGNORECASE)


@pytest.mark.parametrize("language", LISTED)
def test_every_listed_word_has_its_entry_in_all_languages(language):
    assert [word for word, anchor in LISTED[language].items() for code in RULES_IN if anchor not in titles(code)] == []


@pytest.mark.parametrize("language", LISTED)
def test_every_listed_word_is_one_that_students_read(language):
    read = "\n".join(texts(language))

    found = [word for word in LISTED[language] if re.search(rf"(?<!\w){re.escape(word)}", read, re.IGNORECASE)]

    assert sorted(found) == sorted(LISTED[language])


@pytest.mark.parametrize("language", RULES_IN)
def test_an_entry_has_one_or_two_short_sentences(language):
    found = {
        anchor: SENTENCE.split(LANGUAGE_MARK.sub("", LAW.split(text.strip())[0]))
        for anchor, text in sections(language, "glossary").items()
        if anchor
    }

    assert {anchor: said for anchor, said in found.items() if len(said) > MOST} == {}
    assert [
        sentence
        for said in found.values()
        for sentence in said
        if sum(bool(re.search(r"\w", word)) for word in sentence.split()) > LONGEST
    ] == []


@pytest.mark.parametrize("language", RULES_IN)
def test_entries_stand_in_alphabetical_order(language):
    found = list(titles(language).values())

    assert found == sorted(found, key=folded)


@pytest.mark.parametrize("language", RULES_IN)
def test_law_is_linked_to_legifrance_with_the_day_on_which_it_was_read(language):
    links = list(LINK.finditer("".join(sections(language, "glossary").values())))

    assert len(links) >= 10
    assert [link[0] for link in links if not link["address"].startswith("https://www.legifrance.gouv.fr/")] == []
    assert [link[0] for link in links if not re.search(r"\b20\d\d\b", link["after"])] == []
