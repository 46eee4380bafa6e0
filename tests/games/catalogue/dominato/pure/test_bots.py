"""The play of each strength of bots. `proof/test_strength.py` tests that each strength beats the one below."""

import pytest

from games.catalogue.dominato.bots import BOTS
from games.catalogue.dominato.rules.moves import Claim, Close, Pass, Place
from games.engine.draws import FastDraws
from tests.games.catalogue.dominato.table import RULES, B, game, number_of

THINKING = ["greedy", "strong"]


def answer(strength, position, seat, kind="play"):
    return BOTS[strength](RULES).answer(position.state, position.prompt(seat, kind), FastDraws(1))


@pytest.mark.parametrize("strength", THINKING)
def test_a_double_link_comes_before_a_simple_one(strength):
    move = answer(strength, game([(3, -1), (1, 1), (4, -1)], [(1, -1), (2, 0)]), 0)

    assert move.tile == number_of(3, -1)


@pytest.mark.parametrize("strength", THINKING)
def test_a_triple_link_comes_before_all(strength):
    board = [(1, -4, "V", 1, -4), (1, 2, "V", -4, 2), (-2, -1, "V", -4, 4)]
    move = answer(strength, game([(0, -4), (1, 2), (3, -3), (4, 0)], [(1, -1), (2, 0)], board=board), 0)

    assert move.tile == number_of(0, -4)


@pytest.mark.parametrize("strength", THINKING)
def test_errors_are_claimed_and_right_tiles_are_not(strength):
    hands = ([(3, -1), (1, 1)], [(2, 0), (4, 0)])
    wrong = game(*hands, validation="challenge").place(0, 1, -4, "V", 3, -1)
    right = game(*hands, validation="challenge").place(0, 1, -2, "H", 3, -1)

    assert answer(strength, wrong, 1) == Claim()
    assert answer(strength, right, 1, "check") == Close()


@pytest.mark.parametrize("strength", THINKING)
def test_nothing_wrong_is_laid_where_errors_are_possible(strength):
    start = game([(1, -1)], [(2, 0)], board=[(0, 0, "H", 2, 2)], validation="challenge")

    assert answer(strength, start, 0) == Pass()


def test_the_strong_bot_does_not_leave_a_triple_behind():
    board = [(1, -4, "V", 1, -4), (1, 2, "V", -4, 2), (-2, -1, "V", -4, 4)]
    move = answer("strong", game([(1, -1), (1, 0), (4, -3), (2, 1)], [(0, -4), (2, 2)], board=board), 0)

    assert isinstance(move, Place)


def test_the_strong_bot_gives_away_what_fits_least():
    wrong = game([(3, -1), (1, 1)], [(4, -4), (2, 1), (3, 0)], board=[B], validation="challenge")
    wrong.place(0, 1, -4, "V", 3, -1).claim(1)

    assert answer("strong", wrong, 1, "give").tile == number_of(4, -4)
    assert answer("greedy", wrong, 1, "give").tile in wrong.state.hands[1]
