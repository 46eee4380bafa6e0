"""Each strength of bots beats the one below it: a small sample of `make bench-strength`."""

import pytest

from benchmarks._strength import wilson
from tests.games.catalogue.master_builder.benchmarks.strength import series


@pytest.mark.parametrize(("better", "worse", "least"), [("strong", "random", 18), ("strong", "thrifty", 10)])
def test_each_strength_wins_against_two_of_the_one_below(better, worse, least):
    found = series(better, worse, 20)

    assert found.wins >= least
    assert found.mine > found.theirs
    low, high = wilson(found.wins, found.games)
    assert 0 < low < found.wins / 20 <= high + 1e-9


@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_most_a_third_of_what_strong_bots_buy_goes_uncontested_at_the_least_price(players):
    played = series("strong", "strong", 24, players)

    assert played.sold > 24 * (players + 1)
    assert 3 * played.alone <= played.sold
