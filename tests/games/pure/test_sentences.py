"""Sentences about generated matches of every game have the numbers of the record, and the same ones in both languages.

A cause is named only where it held. `tests.games.catalogue.<game>.arithmetic` computes the numbers.
"""

import pytest

from games.ui import debriefs
from games.ui.debriefs import Debriefing
from games.ui.patterns import Collection, Hit
from games.ui.patterns_general import GENERAL
from tests.every_game import GAMES
from tests.games import arithmetic
from tests.games.sentences import (
    MIXES,
    faults,
    missing,
    numbers,
    patterns_of,
    plurals_of_one,
    some,
    spelled,
    table_of,
    unlike,
)

of_games = pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.xdist_group(f"game {game}")) for game in MIXES]
)


def test_every_pattern_of_all_games_has_its_numbers_in_the_table():
    assert missing(GENERAL, arithmetic.NUMBERS, arithmetic.WITHOUT) == []


def test_every_game_with_patterns_is_there():
    assert set(MIXES) == {game for game in GAMES if type(debriefs.get(game)).patterns is not Debriefing.patterns}


@of_games
def test_every_pattern_has_its_numbers_in_the_table(game):
    assert missing(patterns_of(game), table_of(game).NUMBERS, table_of(game).WITHOUT) == []


@of_games
def test_what_there_is_to_talk_about_is_as_the_record_has_it(game):
    table = table_of(game)
    assert [
        (match.name, fault)
        for match in some(game, range(6))
        for fault in [
            *faults(match, table.Sums(match), table.NUMBERS, table.WITHOUT),
            *faults(match, match, arithmetic.NUMBERS, arithmetic.WITHOUT),
        ]
    ] == []


@of_games
def test_both_languages_have_the_same_numbers_and_no_plural_after_one(game):
    assert [(match.name, fault) for match in some(game, range(2)) for fault in unlike(match)] == []


@of_games
def test_the_headline_says_the_numbers_of_the_record(game):
    table = table_of(game)
    for match in some(game, range(6)):
        headline = debriefs.get(game).headline(match.where.scenario, match.facts)
        assert numbers(spelled(headline, "en")) == table.headline(table.Sums(match)), match.name


def test_a_pattern_without_its_numbers_is_named_and_one_that_is_gone_too():
    patterns = Collection()
    patterns.add("new", "result")(lambda play: Hit(weight=1, fact="7", ask="", events=()))

    assert missing(patterns, {"old": len}, ()) == [
        "new: say in the table how its numbers follow from the record",
        "old: there is no such pattern any more",
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The team paid <b>1,000k</b> for “24 cubes”, \u22123 points.", [1000, -3]),
        ("mieux que 48\u00a0% de 1\u00a0000 parties", [48, 1000]),
        ("3,5 repas; 12\u00a0% de 20", [3.5, 12, 20]),
        ("The owner&#x27;s 2 firms", [2]),
    ],
)
def test_numbers_are_those_in_digits_outside_titles(text, found):
    assert numbers(text) == found


def test_words_of_a_headline_become_digits():
    assert numbers(spelled("Sixteen days early, one over cost", "en")) == [16, 1]
    assert numbers(spelled("Dix-sept jours d’avance, un de trop", "fr")) == [17, 1]


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("1 achetés", "fr", ["1 achetés"]),
        ("1 cube placés", "fr", ["1 cube placés"]),
        ("A l’ancien le plus vieux\u00a0: <b>1</b> montrés.", "fr", ["1 montrés"]),
        ("dans l’activité 1 on a pris 1 cube, 11 cubes, 1\u00a0000 parties", "fr", []),
        ("it had 1 sections", "en", ["1 sections"]),
        ("1 cube is left, 21 cubes are, 1 loss", "en", []),
    ],
)
def test_a_plural_after_one_is_seen(text, language, found):
    assert plurals_of_one(text, language) == found
