"""The play of each strength of bots. `proof/test_strength.py` tests that each strength beats the one below."""

import pytest

from games.catalogue.dominyam.bots.deals import worth_over_deals
from games.catalogue.dominyam.game import GAME
from games.catalogue.dominyam.rules import odds
from games.catalogue.dominyam.rules.chances import chance, chance_keeping, fits, fits_any
from games.catalogue.dominyam.rules.dominoes import bits_of
from games.catalogue.dominyam.rules.moves import Eat, NoMeal, Reroll
from games.catalogue.dominyam.rules.prompts import open_prompts
from games.engine.draws import FastDraws
from tests.games.catalogue.dominyam.table import dominyam

THINKING = ["greedy", "strong"]


def answer(strength, table):
    return GAME.bot(strength).answer(table.state, open_prompts(table.state)[0], FastDraws(1))


@pytest.mark.parametrize("strength", THINKING)
def test_a_sure_meal_is_eaten(strength):
    table = dominyam(turn=14, dice=(6, 6, 3, 3, 5), lying={1: (6, 6), 2: (3, 3)}, roll=3)

    assert answer(strength, table) == Eat((1, 2), 5)


@pytest.mark.parametrize("strength", [*THINKING, "random"])
def test_without_a_throw_and_a_fit_there_is_no_meal(strength):
    table = dominyam(turn=14, dice=(1, 1, 1, 1, 2), lying={1: (6, 6), 2: (3, 3)}, roll=3)

    assert answer(strength, table) == NoMeal()


@pytest.mark.parametrize("strength", THINKING)
def test_dice_that_carry_three_halves_are_kept_for_the_fourth(strength):
    lying = {1: (6, 6), 2: (6, 2), 3: (1, 1), 4: (1, 2)}
    table = dominyam(turn=14, dice=(6, 6, 2, 4, 4), lying=lying, left=(1, 2, 3, 4), roll=2)

    assert answer(strength, table) == Reroll((4, 5))


def test_greedy_takes_the_greatest_sum_of_those_that_fit():
    lying = {1: (6, 6), 2: (1, 0), 3: (5, 5), 4: (6, 0)}
    table = dominyam(turn=1, dice=(6, 6, 5, 5, 1), lying=lying, left=(1, 2, 3, 4))

    assert table.meals == [(1, 2, 5), (3, 4, 1), (3, 4, 6)]
    assert answer("greedy", table).places == (3, 4)


def test_greedy_throws_for_the_pair_that_is_most_likely_to_fit():
    lying = {1: (6, 6), 2: (6, 5), 3: (1, 2), 4: (3, 4)}
    table = dominyam(turn=1, dice=(1, 2, 3, 6, 6), lying=lying, left=(1, 2, 3, 4))

    assert answer("greedy", table) == Reroll((4, 5))


def test_greedy_knows_that_two_different_halves_come_sooner_than_two_alike():
    """Either pair lacks two halves, and the one that lacks two sixes has the greater sum."""
    lying = {1: (6, 6), 2: (1, 1), 3: (2, 3), 4: (2, 4)}
    table = dominyam(turn=1, dice=(1, 1, 5, 2, 2), lying=lying, left=(1, 2, 3, 4))

    assert answer("greedy", table) == Reroll((1, 2, 3))


def test_greedy_chooses_the_greater_sum_of_pairs_that_are_as_likely():
    lying = {1: (3, 6), 2: (1, 1), 3: (2, 3), 4: (2, 4)}
    table = dominyam(turn=1, dice=(1, 1, 5, 2, 2), lying=lying, left=(1, 2, 3, 4))

    assert answer("greedy", table) == Reroll((3, 4, 5))


def test_strong_prefers_the_domino_that_completes_a_combination():
    lying = {1: (1, 4), 2: (6, 2), 3: (6, 0), 4: (1, 5), 28: (6, 6)}
    table = dominyam(turn=1, dice=(6, 1, 2, 4, 5), lying=lying, left=(1, 2, 3, 4), hands=((28, 27), ()), roll=3)

    assert answer("strong", table).places == (3, 4)


def test_a_meal_is_worth_what_it_makes_the_hands_better_whoever_else_would_get_it():
    """Of two dominoes left, each player gets one or the eater both: with 6-6 the blank six makes a brelan of 18."""
    mine, theirs = bits_of([(6, 6)]), bits_of([(1, 1)])
    blank_six, other = bits_of([(0, 6)]), bits_of([(2, 5)])

    (worth,) = worth_over_deals((mine, theirs), blank_six | other, (blank_six | other,), "high", 8)

    dealt = [(18, 2 + 5), (12 + 5, 2 + 6)]
    assert worth == (18 + 5 - 2) - sum(own - against for own, against in dealt) / 2


def test_strong_takes_the_better_point_die():
    table = dominyam(turn=14, dice=(6, 6, 6, 2, 5), lying={1: (6, 6), 2: (6, 0)}, roll=3)

    assert answer("strong", table) == Eat((1, 2), 5)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_strong_plays_with_any_number_and_every_variant(players):
    table = dominyam(turn=14, players=players, difference_points=True, value_end="low")

    assert isinstance(answer("strong", table), Reroll)


def test_strong_alone_eats_what_fits_in_the_last_turn():
    table = dominyam(turn=1, dice=(1, 1, 1, 2, 6), lying={1: (1, 1), 2: (1, 2)}, left=(1, 2), players=1)

    assert answer("strong", table) == Eat((1, 2), 6)


def test_chances_are_those_of_counting_all_throws():
    pair = ((6, 6), (6, 6))  # four sixes among five dice: 5 * 5 + 1 of 7776
    assert round(7776 * chance(fits(pair), 1)) == 26
    assert round(36 * chance_keeping(fits(((1, 2), (3, 5))), (1, 2, 3), 1)) == 11
    assert chance_keeping(fits(pair), (6, 6, 6, 6, 1), 0) == 1
    assert chance_keeping(fits(pair), (6, 6, 6, 1, 1), 0) == 0
    assert chance(fits(((0, 0), (0, 0))), 1) == pytest.approx(1)
    assert fits_any(()) == (0.0,) * 252


def test_more_throws_and_more_pairs_never_lessen_the_chance():
    pairs = (((6, 6), (3, 3)), ((1, 2), (3, 4)), ((0, 1), (5, 5)))
    alone = [[chance(fits(pair), throws) for throws in (1, 2, 3)] for pair in pairs]
    any_of_them = [chance(fits_any(pairs), throws) for throws in (1, 2, 3)]

    assert all(one < two < three for one, two, three in alone)
    assert all(any_of_them[at] > max(each[at] for each in alone) for at in range(3))


def test_one_throw_more_from_nothing_is_the_mean_over_all_7776():
    worth = odds.worth_of(sum)

    assert odds.before_throwing(worth, 1) == pytest.approx(17.5)
    assert len(odds.OUTCOMES) == 252
    assert odds.numbers_thrown((6, 1, 6, 2, 6), (2, 6, 6)) == (2, 5)
