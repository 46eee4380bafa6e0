"""The tests of `tests/games/pure/test_sentences.py` over many more matches."""

import pytest

from tests.games import arithmetic
from tests.games.sentences import MIXES, faults, patterns_of, some, table_of, unlike

SEEDS = range(100, 160)
of_games = pytest.mark.parametrize("game", MIXES)


@of_games
def test_what_there_is_to_talk_about_is_as_the_record_has_it_and_every_pattern_is_found(game):
    table, found = table_of(game), set()
    for match in some(game, SEEDS):
        told = [
            *faults(match, table.Sums(match), table.NUMBERS, table.WITHOUT),
            *faults(match, match, arithmetic.NUMBERS, arithmetic.WITHOUT),
        ]
        found |= set(match.found("en"))
        assert told == [], match.name

    assert set(patterns_of(game).patterns) - found <= set(table.NEVER)


@of_games
def test_both_languages_have_the_same_numbers_and_no_plural_after_one(game):
    for match in some(game, SEEDS[:10]):
        assert unlike(match) == [], match.name
