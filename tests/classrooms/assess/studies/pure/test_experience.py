"""The statements of MEEGA+ in both languages."""

from collections import Counter

import pytest
from django.utils.translation import override

from classrooms.assess.studies.texts.experience import BY_KEY, DIMENSIONS, ITEMS, SCALE, SOURCE, items


def test_there_are_33_statements_in_the_order_of_the_questionnaire_without_the_two_on_mistakes():
    assert list(items("en")) == [f"i{number}" for number in range(1, 36) if number not in (11, 12)]
    assert list(BY_KEY) == [item.key for item in ITEMS]


def test_each_dimension_has_its_statements():
    assert list(Counter(item.dimension for item in ITEMS).items()) == [
        ("aesthetics", 2),
        ("learnability", 3),
        ("operability", 2),
        ("accessibility", 3),
        ("confidence", 2),
        ("challenge", 3),
        ("satisfaction", 4),
        ("social", 3),
        ("fun", 2),
        ("attention", 3),
        ("relevance", 4),
        ("learning", 2),
    ]
    assert [dimension.key for dimension in DIMENSIONS] == list(dict.fromkeys(item.dimension for item in ITEMS))
    assert Counter(dimension.factor for dimension in DIMENSIONS) == {"usability": 4, "experience": 8}


@pytest.mark.parametrize(
    ("language", "statement", "dimension"),
    [
        ("en", "I was so involved in my gaming task that I lost track of time.", "Focused attention"),
        ("fr", "Ma tâche dans le jeu m’absorbait tellement que j’ai perdu la notion du temps.", "Concentration"),
        ("fr-x-tu", "Ma tâche dans le jeu m’absorbait tellement que j’ai perdu la notion du temps.", "Concentration"),
        ("es", "I was so involved in my gaming task that I lost track of time.", "Focused attention"),
    ],
)
def test_a_statement_is_in_french_or_as_published(language, statement, dimension):
    (found,) = (each for each in DIMENSIONS if each.key == BY_KEY["i28"].dimension)

    assert (items(language)["i28"], found.name(language)) == (statement, dimension)


def test_each_statement_has_its_own_words_in_all_three_texts():
    for field in ("en", "fr", "back"):
        texts = [getattr(item, field) for item in ITEMS]
        assert (len(set(texts)), [text for text in texts if not text.endswith(".")]) == (33, [])


@pytest.mark.parametrize(
    ("language", "first", "source"),
    [
        ("en", "Strongly disagree", "is by this project and is not validated."),
        ("fr", "Pas du tout d’accord", "validée."),
    ],
)
def test_answers_and_the_source_are_in_the_readers_language(language, first, source):
    with override(language):
        assert (str(SCALE[0]), len(SCALE), str(SOURCE).endswith(source)) == (first, 5, True)
