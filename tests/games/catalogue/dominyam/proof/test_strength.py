"""Each strength of bots beats the one below it: a small sample of `make bench-strength`."""

from tests.games.catalogue.dominyam.benchmarks.strength import duel


def test_greedy_beats_random_and_strong_beats_greedy_more_often_than_not():
    assert duel("greedy", "random", 20).wins >= 16
    assert duel("strong", "greedy", 20).wins > 10
