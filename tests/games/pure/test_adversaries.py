"""The gain of an adversary over the usual bot is measured as a share of the range between bots."""

import pytest

from benchmarks._strength import exploited, lead
from games.engine.registry import load
from tests.games.catalogue.beer_game.benchmarks.strength import Leaning, beside, scenario
from tests.games.catalogue.dominato.benchmarks.strength import TABLES, Contesting, seated


def along(game):
    return float(game % 2), True


def weakest(game):
    return game % 2 - 10.0, False


@pytest.mark.parametrize(("more", "percent", "met"), [(0, "+0.0", "met"), (1, "+10.0", "met"), (2, "+20.0", "missed")])
def test_a_gain_is_a_share_of_the_range_in_the_same_games(more, percent, met):
    lines, is_met = exploited(along, weakest, {"bluffs": lambda game: (along(game)[0] + more, False)}, 10, "k")

    assert lines[0] == (
        "playing along: +0.5 k, 100% won (72% to 100%); the weakest bot: -9.5 k, 0% won (0% to 28%); range 10.0"
    )
    assert lines[1].startswith(f"  bluffs: {percent} ± 0.0 % of the range;")
    assert (lines[-1].endswith(met), is_met) == (True, met == "met")


def test_a_lead_is_a_score_less_the_mean_of_the_others():
    assert [lead((6, 3, 1), seat) for seat in range(3)] == [4, -0.5, -3.5]


def test_who_plays_along_in_all_but_name_gains_nothing():
    rules, checked = load("dominato").rules, TABLES[0][1]
    bots = (load("dominato").bot("strong"), Contesting(rules))
    assert len({seated(bot, checked, 1) for bot in bots}) == 1, "where nobody is wrong, to contest changes nothing"

    where, strong = scenario(1, 0), load("beer_game").bot("strong")
    assert beside(Leaning(strong.rules, 0), where, 2, 0) == beside(strong, where, 2, 0)
