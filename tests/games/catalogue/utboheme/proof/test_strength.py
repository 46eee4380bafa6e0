"""Each strength of bots beats the one below it: a small sample of `make bench-strength`."""

from tests.games.catalogue.utboheme.benchmarks.strength import contest


def test_greedy_beats_random_and_strong_beats_greedy_more_often_than_its_share():
    assert contest("greedy", "random", 20).wins >= 9
    assert contest("strong", "greedy", 20).wins >= 9
