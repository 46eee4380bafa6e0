"""The table of terms is read as it stands. Its words to avoid, and sentences without a subject, are in no text of
the site.
"""

import pytest

from domego_site.terms import TERMS, avoided, faults, has_subjects

TABLE = """
| Term | French | Meaning | Avoid | Avoid in French |
|---|---|---|---|---|
| luck | chance | what cards brought | fortune | hasard, sort |
| game | jeu | the rules | | |

| Name | Meaning |
|---|---|
| `Match` | a play |
"""


def test_each_avoided_word_is_read_with_its_language():
    assert list(avoided(TABLE)) == [("en", "fortune"), ("fr", "hasard"), ("fr", "sort")]


def test_no_text_of_the_site_has_a_word_to_avoid_or_a_sentence_without_a_subject():
    assert len(list(avoided(TERMS.read_text(encoding="utf-8")))) > 10
    assert faults() == {}


@pytest.mark.parametrize(
    ("language", "text", "is_right"),
    [
        ("en", "Whoever bids most pays.", False),
        ("en", "The match is over. What was played stays.", False),
        ("en", "What was played stays; nothing goes.", False),
        ("en", "What was played?", True),
        ("en", "What was played", True),
        ("en", "Whenever you are away, a bot plays.", True),
        ("en", "The player with the highest bid pays what was bid.", True),
        ("fr", "Qui mise le plus paie.", False),
        ("fr", "La partie est finie. Ce qui a été joué reste.", False),
        ("fr", "Ce qu’il a joué reste.", False),
        ("fr", "Quiconque a le lien peut le lire.", False),
        ("fr", "Qui commence\u00a0?", True),
        ("fr", "Ce qui a été joué", True),
        ("fr", "Quittez la partie. Ce quiz est fini.", True),
    ],
)
def test_a_sentence_begins_with_a_question_word_only_to_ask(language, text, is_right):
    assert has_subjects(language, text) is is_right
