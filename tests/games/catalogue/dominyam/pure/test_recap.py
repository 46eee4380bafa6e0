"""The recap of the other players' turns: throws, meals and their values."""

from django.utils import translation

from games.catalogue.dominyam.face import FACE
from games.catalogue.dominyam.game import GAME
from games.catalogue.dominyam.rules.rules import RULES
from tests.games.catalogue.dominyam.table import dominyam
from tests.recaps import cards_after, rows

ALONE, TWO = (RULES.load_scenario(GAME.scenarios[f"players_0{number}"]) for number in (1, 2))
SIXES_AND_THREES = {1: (6, 6), 2: (3, 3)}


def cards(after, scenario=TWO, seat=0):
    return cards_after(FACE, scenario, after.state, after.events, seat)


def test_a_meal_counts_as_its_die_and_as_what_the_hand_is_worth_more():
    after = dominyam(turn=14, dice=(6, 6, 3, 3, 5), lying=SIXES_AND_THREES).eat(1, 2, 5)

    mine, theirs = cards(after)[0], cards(after, seat=1)[0]

    assert (mine.label, mine.title, mine.rule) == ("You", "Meal: 6-6 and 3-3", "rules#meal")
    assert mine.note == "Counts as 5 for the die left over, 15 for the hand."
    assert rows(mine) == [("Your points", 0, 20), ("Dominoes left", 28, 26)]
    assert (theirs.label, rows(theirs)[0]) == ("Player A", ("Points: Player A", 0, 20))


def test_alone_a_meal_also_saves_the_points_of_two_dominoes():
    after = dominyam(turn=14, dice=(6, 6, 3, 3, 5), lying=SIXES_AND_THREES, players=1).eat(1, 2, 5)

    meal = cards(after, ALONE)[0]

    assert "2 less to lose for dominoes not eaten" in meal.note
    assert rows(meal)[0] == ("Your points", -28, -6)


def test_a_turn_without_a_meal_is_a_detail_and_says_who_plays_what_next():
    after = dominyam(turn=14, roll=3).no_meal()

    without, begun = cards(after, seat=1)

    assert (without.title, without.weight, without.changes) == ("No meal", "detail", ())
    assert without.note == "Nothing is scored, and the next player plays the same number."
    assert (begun.label, begun.title, [each["words"] for each in begun.context["throws"]]) == (
        "You",
        "The turn has begun",
        ["Throw 1 of 3: 6 6 6 6 6"],
    )


def test_in_french():
    after = dominyam(turn=14, dice=(6, 6, 3, 3, 5), lying=SIXES_AND_THREES).eat(1, 2, 5)
    with translation.override("fr"):
        meal = cards(after)[0]

    assert (meal.label, meal.title) == ("Vous", "Repas\xa0: 6-6 et 3-3")
    assert meal.note == "Compte pour 5 pour le dé restant, 15 pour la main."
