"""The rules compared with a second program, over thousands of random positions."""

from random import Random

import pytest
from msgspec.structs import replace

from games.catalogue.dominyam.game import GAME
from games.catalogue.dominyam.rules.combinations import best_assignment, combination
from games.catalogue.dominyam.rules.dice import point_values
from games.catalogue.dominyam.rules.dominoes import DOMINOES, bits_of
from games.catalogue.dominyam.rules.layout import CELLS, PLACES, at_mercy, bits, legal_pairs, touch
from games.catalogue.dominyam.rules.moves import Eat
from games.catalogue.dominyam.rules.prompts import key_of
from games.catalogue.dominyam.rules.rules import RULES
from games.catalogue.dominyam.rules.table import best_sum, pair_sum
from games.catalogue.dominyam.rules.types import Options
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.perft import perft
from tests.games.catalogue.dominyam import oracle
from tests.games.catalogue.dominyam.table import dominyam


def test_the_spiral_covers_the_cells_of_the_picture():
    assert {place: sorted((row, column) for column, row in cells) for place, cells in CELLS.items()} == {
        place: sorted(oracle.cells(place)) for place in PLACES
    }


def test_geometry_agrees_with_the_picture_on_every_position_of_60_games_and_on_500_strewn_ones():
    random = Random(1)
    positions = [tuple(sorted(random.sample(PLACES, random.randint(0, 28)))) for _ in range(500)]
    for _ in range(60):
        left = PLACES
        while pairs := legal_pairs(left):
            positions.append(left)
            left = tuple(place for place in left if place not in random.choice(pairs))
        positions.append(left)
    for left in positions:
        held = set(left)
        assert list(legal_pairs(left)) == oracle.legal_pairs(left)
        assert {place for place in left if at_mercy(place, bits(left))} == {p for p in left if oracle.mercy(p, held)}


def test_the_same_places_touch_as_in_the_picture():
    for place in PLACES:
        assert {other for other in PLACES if touch(other, place)} == oracle.neighbours(place, set(PLACES))


def test_point_dice_agree_with_laying_the_dice_in_every_order():
    random = Random(2)
    for _ in range(600):
        dice = tuple(random.randint(1, 6) for _ in range(5))
        first, second = random.sample(DOMINOES, 2)
        assert set(point_values(dice, first, second)) == oracle.point_dice(dice, (*first, *second))


@pytest.mark.parametrize("end", ["high", "low"])
def test_final_scoring_equals_brute_force_on_500_sets_of_up_to_10_dominoes(end):
    random = Random(3)
    for _ in range(500):
        hand = random.sample(DOMINOES, random.randint(0, 10))
        made = best_assignment(bits_of(hand), end)
        assert made.total == oracle.final_score(hand, end), hand
        assert made.total == sum(each.points for each in made.combinations) + made.values


def test_an_assignment_uses_each_domino_once_and_each_kind_once():
    random = Random(4)
    for _ in range(300):
        hand = random.sample(DOMINOES, random.randint(0, 28))
        made = best_assignment(bits_of(hand), "high")
        used = [domino for each in made.combinations for domino in each.dominoes] + list(made.others)
        assert sorted(used) == sorted(hand)
        kinds = [each.kind for each in made.combinations]
        assert len(set(kinds)) == len(kinds)
        assert all(combination(each.dominoes) == each for each in made.combinations)


def test_choices_agree_with_the_oracle_in_positions_of_random_games():
    scenario = RULES.load_scenario(GAME.scenarios["players_02"])
    bot, random = GAME.bot("random"), FastDraws(5)
    for seed in range(8):
        draws = FastDraws(seed)
        state = RULES.setup(scenario, Options(), 2, draws).state
        while state.ended is None:
            prompt = RULES.prompts(state)[0]
            board = {place: state.dominoes[place - 1] for place in state.left}
            listed = [c.move.places for c in RULES.choices(state, prompt.seat, prompt.key) if isinstance(c.move, Eat)]
            assert listed == list(oracle.meals(board, state.turn, list(state.dice)))
            state = RULES.apply(state, prompt.seat, prompt.key, bot.answer(state, prompt, random), draws).state


def test_the_target_is_what_lowering_by_one_until_a_pair_reaches_it_gives():
    random = Random(6)
    for _ in range(200):
        dominoes = tuple(random.sample(DOMINOES, 28))
        left = tuple(sorted(random.sample(PLACES, 20)))
        sums = [pair_sum(dominoes, pair) for pair in oracle.legal_pairs(left)]
        if sums:
            turn = random.randint(1, 14)
            assert min(turn, best_sum(dominoes, left)) == oracle.target(turn, sums)


@pytest.mark.parametrize(("name", "depth"), [("strip", 3), ("corner", 3), ("players_02", 2)])
def test_lines_of_play_are_counted_alike_by_the_second_program(name, depth):
    scenario = RULES.load_scenario({**GAME.scenarios, **GAME.micro}[name])
    for seed in (b"one", b"two"):
        draws = LabelledDraws(seed)
        state = RULES.setup(scenario, Options(stall_limit=1), scenario.players, draws).state
        board = {place: state.dominoes[place - 1] for place in state.left}
        found = perft(RULES, state, depth, draws)

        counted = oracle.lines(board, state.turn, scenario.players, 1, state.seat, LabelledDraws(seed), depth)
        assert (found.nodes, found.ends) == counted


def test_the_same_dice_make_the_same_meals_in_any_order():
    state = dominyam(turn=1, dice=(1, 2, 3, 4, 5)).state
    turned = replace(state, dice=(5, 4, 3, 2, 1))

    assert RULES.choices(state, 0, key_of(state)) == RULES.choices(turned, 0, key_of(turned))
