"""Luck and decisions of Dominyam: exact where all cases can be enumerated."""

from itertools import product

import pytest

from games.catalogue.dominyam.analysis import ANALYST
from games.catalogue.dominyam.analysis.after import NO_MEAL, dealt, leads
from games.catalogue.dominyam.analysis.analyst import Keep, Take, move_of
from games.catalogue.dominyam.analysis.turn import NOTHING, Turn
from games.catalogue.dominyam.game import GAME
from games.catalogue.dominyam.rules import odds
from games.catalogue.dominyam.rules.chances import chance, fits_any
from games.catalogue.dominyam.rules.moves import Eat, NoMeal, Reroll
from games.catalogue.dominyam.rules.prompts import key_of, open_prompts
from games.catalogue.dominyam.rules.table import eatable
from games.engine.analysis import Match, decided_otherwise, reckon, reckons
from games.engine.analysis.played import Fresh, Step
from games.engine.draws import FastDraws, LabelledDraws, derive
from games.engine.playout import playout
from games.engine.replay import SeedFrom
from tests.games.catalogue.dominyam.table import dominyam

SEED = bytes(range(32))
LAST_TWO = {"left": (1, 2), "lying": {1: (6, 6), 2: (3, 3)}, "turn": 1, "players": 1}
PAIR_OF_SIXES, THREE, LEFT_BEHIND = 12, 3, 2
"""Points of the pair of sixes and of the three when eaten, and the penalty of a lone player for leaving them."""
OPEN = {"left": (1, 2, 3, 4), "lying": {1: (6, 6), 2: (3, 3), 3: (0, 5), 4: (1, 2)}, "turn": 2}


def match_of(scenario, strengths, seed=SEED):
    """A small match that bots played."""
    rules, moves = GAME.rules, []
    loaded, options = rules.load_scenario(GAME.micro[scenario]), rules.options_type()
    draws = LabelledDraws(seed)
    playout(
        rules,
        rules.setup(loaded, options, len(strengths), draws),
        [GAME.bot(strength) for strength in strengths],
        draws,
        bot_draws=Fresh(derive(seed, "bots")),
        on_move=lambda played: moves.append((played.seat, played.key, played.move)),
    )
    return Match(GAME, loaded, options, len(strengths), (SeedFrom(0, seed.hex()),), tuple(moves))


@pytest.fixture(scope="module")
def match():
    return match_of("corner", ["random", "greedy"])


def turn_of(table, worth=10.0):
    """The dice of a turn in which each meal has this value, and no meal has 0."""
    state = table.state
    return Turn(dict.fromkeys(eatable(state), worth) | {NO_MEAL: 0.0}, state.dominoes), state


def reckoned(table, *moves, playouts=4):
    """One analysed turn: each move, with the faces of the next throw."""
    steps = []
    for number, (move, then) in enumerate(moves, start=1):
        steps.append(Step(number, 0, key_of(table.state), move, table.state))
        table = table.play(move, then)
    return ANALYST.reckon_turn(steps, SEED, playouts)


def differences(choice):
    """By intent: its gain over the intent that was played, in points, where the value is exact."""
    made, *others = choice.samples
    found = {}
    for intent, row in zip(choice.intents[1:], others, strict=True):
        each = {round((one[0] - two[0]) / 100, 9) for one, two in zip(row, made, strict=True)}
        found[intent] = each.pop() if len(each) == 1 else None
    return found


def test_the_chance_of_a_meal_before_the_first_throw_is_that_of_the_rules():
    """If meals are worth much more than point dice, the player goes for any meal."""
    turn, state = turn_of(dominyam(**OPEN), worth=1e6)
    pairs = tuple((state.dominoes[one - 1], state.dominoes[other - 1]) for one, other in eatable(state))

    found = turn.keeping((), 3)

    assert len(pairs) > 1
    assert 1 - found.get(NOTHING, 0) == pytest.approx(chance(fits_any(pairs), 3), abs=1e-5)
    assert sum(found.values()) == pytest.approx(1)


@pytest.mark.parametrize(("kept", "throws"), [((3, 6), 1), ((3, 6), 2), ((1, 2, 6), 2), ((), 3)])
def test_what_is_kept_is_worth_the_mean_of_every_way_that_the_others_can_fall(kept, throws):
    turn, _state = turn_of(dominyam(**OPEN))
    thrown = list(product(range(1, 7), repeat=5 - len(kept)))

    counted = {}
    for faces in thrown:
        for meal, each in turn.standing((*kept, *faces), throws - 1).items():
            counted[meal] = counted.get(meal, 0) + each / len(thrown)

    assert turn.keeping(kept, throws) == pytest.approx({meal: each for meal, each in counted.items() if each})


def test_luck_is_zero_on_average_over_every_throw():
    """The effects of the faces of a turn's last throw add up to 0."""
    turn, _state = turn_of(dominyam(**OPEN))
    before = turn.keeping((3, 3, 6, 6), 1)
    expected = sum(each * turn.worth(meal) for meal, each in before.items())

    faces = [turn.worth(turn.stopping((3, 3, 6, 6, face))) for face in range(1, 7)]

    assert sum(face - expected for face in faces) == pytest.approx(0)


def test_eating_with_a_one_left_over_gives_the_two_throws_of_the_point_die_away():
    """Only one pair is left, so later turns play no part: 4.25 points is the best of two throws of a die."""
    table = dominyam(dice=(6, 6, 3, 3, 1), roll=1, **LAST_TWO)

    (choice,) = reckoned(table, (Eat((1, 2), 1), ())).choices

    best = differences(choice)[Keep((3, 3, 6, 6))]
    assert best == pytest.approx(4.25 - 1)
    assert max(each for each in differences(choice).values() if each is not None) == best


def test_a_meal_that_was_left_and_dice_that_were_kept_badly_cost_what_can_be_counted():
    table = dominyam(dice=(6, 6, 3, 3, 1), roll=3, **LAST_TWO)

    (choice,) = reckoned(table, (NoMeal(), ())).choices

    made, *_others = choice.samples
    assert [choice.intents[0], choice.intents[1]] == [NoMeal(), Take((1, 2), ((6, 6), (3, 3)), 1)]
    assert choice.plain == 1
    assert differences(choice)[choice.intents[1]] == pytest.approx(PAIR_OF_SIXES + THREE + LEFT_BEHIND + 1)
    assert [each[1] for each in made] == [0] * len(made)


def test_the_dice_of_a_turn_bring_what_came_less_what_was_to_be_expected():
    """All dice but the last are sixes: the meal is certain, and luck decides its point die."""
    lucky = reckoned(dominyam(dice=(6, 6, 3, 3, 1), roll=1, **LAST_TWO), (Reroll((5,)), (6,)), (Eat((1, 2), 6), ()))
    unlucky = reckoned(dominyam(dice=(6, 6, 3, 3, 1), roll=1, **LAST_TWO), (Reroll((5,)), (4,)), (Eat((1, 2), 4), ()))

    assert lucky.gains[0] - unlucky.gains[0] == pytest.approx(100 * (6 - 4.0), abs=1e-6)
    assert (lucky.seat, lucky.number, lucky.turn) == (0, 2, 14)


@pytest.mark.parametrize("seed", range(3))
def test_a_deal_is_fair_to_hands_that_are_alike(seed):
    """The deal is played once from each seat on, so the remaining lead consists of the points of the meals."""
    alike = dominyam(turn=10, left=tuple(range(9, 29)), points=(7, 3)).state

    assert dealt(alike, 0, FastDraws(seed)) == 4
    assert dealt(alike, 1, FastDraws(seed)) == -4


def test_each_meal_and_none_are_played_on_with_the_same_luck():
    state = dominyam(turn=8, left=tuple(range(13, 29)), hands=((1, 2, 3, 4), (5, 6, 7, 8))).state

    found = leads(state, SEED, 3)

    assert set(found) == {NO_MEAL, *eatable(state)}
    assert all(len(rows) == 3 for rows in found.values())
    assert found == leads(state, SEED, 3)


def test_a_match_is_reckoned_alike_twice_and_each_turn_has_its_luck(match):
    found = reckon(match, SEED, playouts=6)

    assert reckons(ANALYST)
    assert found == reckon(match, SEED, playouts=6)
    assert [each.turns for each in found.accounts] == [
        sum(stroke.seat == seat for stroke in found.strokes) for seat in range(2)
    ]
    assert sum(each.decisions for each in found.accounts) == len(found.weighing.decisions)
    assert all(each.options[0].made for each in found.weighing.decisions)


def test_of_many_choices_the_best_and_the_plain_one_are_kept(match):
    decisions = reckon(match, SEED, playouts=6).weighing.decisions

    assert max(each.choices for each in decisions) > max(len(each.options) for each in decisions)
    assert max(len(each.options) for each in decisions) <= 9


def test_a_decision_taken_as_it_was_ends_the_same_and_another_one_plays_on(match):
    steps, last = match.steps()
    spotted = ANALYST.spot(steps)
    other = next(
        (each, way)
        for each, step in zip(spotted, steps, strict=True)
        for way in ANALYST.alternatives(step.before, each)
    )

    same, changed = decided_otherwise(match, spotted[0], spotted[0].intent), decided_otherwise(match, *other)

    assert (same.scores, same.moves) == (ANALYST.scores(last), match.moves)
    assert ANALYST.spot(match.steps()[0])[0].intent != other[1]
    assert len(changed.moves) > 0


def test_each_choice_is_a_move_that_the_rules_allow_and_means_itself():
    state = dominyam(dice=(6, 6, 3, 3, 1), roll=1, **OPEN).state
    (prompt,) = open_prompts(state)
    spotted = ANALYST.spot([Step(1, 0, prompt.key, NoMeal(), state)])[0]

    for intent in ANALYST.alternatives(state, spotted):
        carried = ANALYST.carry_out(state, prompt, intent)
        assert carried.repairs == ()
        (meant,) = ANALYST.spot([Step(1, 0, prompt.key, carried.move, state)])
        assert (meant.intent, meant.topic) == (intent, ANALYST.topic(prompt))
        GAME.rules.apply(state, 0, prompt.key, carried.move, LabelledDraws(SEED))
    assert spotted.kind == "throw-1-3-3-6-6"


def test_dice_that_never_fell_leave_the_decision_to_the_bot():
    state = dominyam(dice=(6, 6, 3, 3, 1), roll=1, **OPEN).state
    (prompt,) = open_prompts(state)

    carried = ANALYST.carry_out(state, prompt, Keep((2, 2)))

    assert move_of(state, Keep((2, 2))) is None
    assert carried.repairs == ("other_dice",)
    GAME.rules.apply(state, 0, prompt.key, carried.move, LabelledDraws(SEED))


def test_too_few_playouts_are_refused(match):
    with pytest.raises(ValueError, match="3 playouts tell nothing"):
        reckon(match, SEED, playouts=3)


def test_keeps_are_told_from_each_other_once():
    assert len(odds.keeps_of((6, 6, 3, 3, 1))) == 18
