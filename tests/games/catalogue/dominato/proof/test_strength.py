"""Each strength of bots beats the one below it: a small sample of `make bench-strength`."""

import pytest

from tests.games.catalogue.dominato.benchmarks.strength import duel


@pytest.mark.parametrize(("better", "worse", "least"), [("greedy", "random", 15), ("strong", "greedy", 12)])
def test_a_stronger_bot_wins_most_of_twenty_games(better, worse, least):
    assert duel(better, worse, games=20).wins >= least
