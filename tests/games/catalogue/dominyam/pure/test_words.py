"""Texts of a match: lists, events, sums, refusals."""

import pytest
from django.utils import translation

from games.catalogue.dominyam.face import FACE
from games.catalogue.dominyam.game import GAME
from games.catalogue.dominyam.rules.events import Eaten, Kept, TurnBegun, WentWithout
from games.catalogue.dominyam.rules.moves import NoMeal, Reroll
from games.catalogue.dominyam.rules.prompts import key_of, open_prompts
from games.catalogue.dominyam.rules.rules import RULES
from games.catalogue.dominyam.rules.types import Options
from games.engine.errors import IllegalMove
from games.engine.types import Result
from games.ui.faces import Scene
from tests.games.catalogue.dominyam.table import ChosenDice, dominyam, raises_illegal

ALONE, TWO = (RULES.load_scenario(GAME.scenarios[f"players_0{number}"]) for number in (1, 2))


@pytest.mark.parametrize(
    ("language", "asked", "where", "alone", "two"),
    [
        ("en", "Throw again or eat: turn 14, target 14", "turn 14, counting down to 1", "Alone", "2 players"),
        (
            "fr",
            "Relancer ou manger\xa0: tour 14, objectif 14",
            "tour 14, en descendant jusqu’à 1",
            "En solitaire",
            "2 joueurs",
        ),
    ],
)
def test_a_match_in_lists(language, asked, where, alone, two):
    prompt = open_prompts(dominyam(turn=14, lying={1: (6, 6), 2: (5, 5)}).state)[0]
    with translation.override(language):
        assert (FACE.words.decision(TWO, prompt), FACE.words.where(TWO, prompt)) == (asked, where)
        assert (FACE.words.scenario(ALONE), FACE.words.scenario(TWO)) == (alone, two)


def test_the_last_question_of_a_turn_is_to_eat_or_go_without():
    prompt = open_prompts(dominyam(turn=14, lying={1: (6, 6), 2: (5, 5)}, roll=3).state)[0]

    assert FACE.words.decision(TWO, prompt) == "Eat or go without: turn 14, target 14"


def test_a_finished_match_in_one_line():
    assert FACE.words.score(ALONE, Result((104,), (1,))) == "104 points"
    assert FACE.words.score(ALONE, Result((-4,), (1,))) == "\u22124 points"
    assert FACE.words.score(TWO, Result((90, 118), (2, 1))) == "Most points: Player B, 118 points"


def test_lone_matches_rank_by_their_way_of_counting_and_others_not():
    low = Options(difference_points=True, value_end="low")

    assert FACE.ranking(ALONE, Options()) == "Alone"
    assert FACE.ranking(ALONE, low) == "Alone, points for the difference, lower half"
    assert FACE.ranking(TWO, Options()) == ""
    assert FACE.ranking(RULES.load_scenario(GAME.micro["strip"]), Options()) == ""


def test_a_lowered_target_is_news_and_a_usual_one_is_not():
    usual, lowered = (TurnBegun(turn=3, seat=0, attempt=1, target=target, best=target) for target in (12, 10))

    assert FACE.words.event(TWO, usual) is None
    assert FACE.words.event(TWO, lowered).html == "Target <b>10</b> instead of 12: no pair that may go has more."


def test_meals_and_turns_without_are_told():
    meal = Eaten(
        turn=6, seat=1, places=(1, 2), dominoes=((6, 6), (1, 1)), dice=(6, 6, 1, 1, 3), target=9, point=3, bonus=5,
        total=8,
    )  # fmt: skip
    assert FACE.words.event(TWO, meal).html == (
        "Ate <b>6-6</b> and <b>1-1</b> (sum 14, target 9): <b>3 points</b> for the die left over. "
        "Above the target: 5 points more."
    )
    could = WentWithout(turn=6, seat=1, dice=(6, 6, 1, 1, 3), could=True)
    assert FACE.words.event(TWO, could).html == "No meal, though 6 6 1 1 3 fitted one."
    assert FACE.words.event(TWO, Kept(turn=6, seat=1, roll=1)).html == "Keeps all dice."
    assert FACE.words.event(TWO, None) is None


def test_the_terms_of_a_score_add_up():
    table = dominyam(
        turn=14, dice=(6, 6, 3, 3, 5), lying={1: (6, 6), 2: (3, 3), 28: (6, 0)}, players=1, hands=((28, 27),)
    ).eat(1, 2, 5)
    scene = Scene(ALONE, RULES.view(table.state, 0), 0, record=table.events)

    found = FACE.explain.number(scene, "points-0")

    assert sum(term.amount for term in found.terms) == found.total
    assert (FACE.explain.number(scene, "points-1"), FACE.explain.number(scene, "money-0")) == (None, None)


def test_a_refusal_of_the_platform_keeps_its_words():
    assert FACE.refusal(TWO, IllegalMove("prompt_closed")) == "This decision is no longer open."
    assert FACE.refusal(TWO, IllegalMove("no_such_point_die", point=4)) == "No die of 4 is left over after this meal."


def test_bots_are_named_for_each_strength():
    assert set(FACE.bot_names()) == set(GAME.bots)


def test_what_is_no_move_and_what_comes_too_late_is_refused():
    state = dominyam(turn=14).state
    with raises_illegal("wrong_move"):
        RULES.apply(state, 0, key_of(state), None, ChosenDice())
    for seat, key in ((1, key_of(state)), (0, "turn-14/attempt-2/roll-1")):
        with raises_illegal("prompt_closed"):
            RULES.apply(state, seat, key, NoMeal(), ChosenDice())
    assert RULES.result(state) is None
    assert RULES.choices(state, 0, key_of(state))[0].move == Reroll(())
