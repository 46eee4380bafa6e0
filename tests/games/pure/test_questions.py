"""A question of a debrief can be read alone: it names the things that it asks about."""

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest
from django.utils import translation
from django.utils.translation import gettext

from games.ui import patterns_general
from games.ui.patterns import Collection
from tests.games.sentences import LANGUAGES, MIXES, QUOTED, patterns_of

BARE: Final = {
    "en": re.compile(
        r"\b(?:it|he|she|him|they|them|there)\b"
        r"|\b(?:this|that|these|those)\b(?=\s*(?:[,.:;?]|$))"
        r"|\b(?:this|these|those) (?:is|are|was|were|had|could|would)\b"
        r"|\b(?:is|was|did|does|could|must|would|will) (?:this|that) (?:be|been|cost|happen|have|not|only|sure|worth)\b"
        r"|\bdo so\b|\b(?:which|all|none|some|each|last|first) of (?:it|them)\b",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"\b(?:cela|ça|ceci|celle-ci|celui-ci|celles-ci|ceux-ci|y)\b"
        r"|(?<![-\w])(?:ils?|elles?)\b(?! (?:faut|fallait|faudrait|y a)\b)"
        r"|\ben (?:ai|as?|ont|avai\w+|aurai\w+|est|sont|vaut|valait|vaudrait|tenir|priver|apprendre)\b"
        r"|\b(?:le|la|les) (?:construire|déplacer|dire|faire|garder|payer|placer|savoir|vendre|vérifier|voir)\b"
        r"|\b(?:le|la|les) (?:disai\w+|paie|rend|rendent|tiendrai\w+|valai\w+|voulai\w+|voyai\w+)\b"
        r"|\bl’(?:éviter|avoir|a|as|ont|avez|aviez|avai\w+|aurai\w+|emporte)\b"
        r"|\b(?:combien|comment|quand|où|que|quelle \w+) (?!fau|fallait|manquait)\w+-(?:t-)?(?:ils?|elles?)\b",
        re.IGNORECASE,
    ),
}
"""Pronouns that are usually without their noun. If the noun is in the same sentence, word the question differently."""
MOST_WORDS: Final = 15

of_everything = pytest.mark.parametrize("game", ["", *MIXES])


def questions(game: str) -> Iterator[str]:
    """The texts that end as a question in the sources of one game's patterns, or of all games; in English."""
    source = Path(
        inspect.getfile(import_module(f"games.catalogue.{game}.debrief.patterns") if game else patterns_general)
    )
    for path in source.parent.glob("*.py") if source.name == "__init__.py" else [source]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"_", "ngettext"}:
                texts = [each.value for each in node.args if isinstance(each, ast.Constant)]
                yield from (text for text in texts if isinstance(text, str) and text.endswith("?"))


def collection(game: str) -> Collection:
    """A game's patterns, or those of all games."""
    return patterns_of(game) if game else patterns_general.GENERAL


def bare(text: str, language: str) -> list[str]:
    """Pronouns of a sentence without their noun in it."""
    return [found.group() for found in BARE[language].finditer(QUOTED.sub("", text))]


@of_everything
def test_a_question_names_what_it_asks_about(game):
    asked = {*questions(game)}
    with translation.override("en"):
        asked |= {str(prompt) for prompt in collection(game).prompts.values()}
    told = []
    for language in LANGUAGES:
        with translation.override(language):
            told += [(text, found) for each in asked if (found := bare(text := gettext(each), language))]
    assert told == []


@of_everything
def test_a_question_is_short(game):
    assert [each for each in questions(game) if len(each.split()) > MOST_WORDS] == []


@of_everything
def test_every_pattern_has_a_question_among_those(game):
    assert len({*questions(game)}) >= len(collection(game).patterns)


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("Why did both sides want this?", "en", ["this"]),
        ("How often must that happen in fourteen such turns?", "en", ["must that happen"]),
        ("Who could have gained by it, and with whom?", "en", ["it"]),
        ("How can one say “that is it” of a price that is too low, in this match?", "en", []),
        ("Qui en aurait eu besoin ?", "fr", ["en aurait"]),
        ("Combien étaient-ils ?", "fr", ["Combien étaient-ils"]),
        ("Quand aurait-il pu être mangé ?", "fr", ["Quand aurait-il"]),
        ("Qui pouvait le vendre, et qui y gagnait ?", "fr", ["le vendre", "y"]),
        ("Qui, en moyenne, garde la carte ? Que faudrait-il ?", "fr", []),
    ],
)
def test_a_pronoun_without_its_noun_is_seen(text, language, found):
    assert bare(text, language) == found
