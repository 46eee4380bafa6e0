"""The set-up of Dominyam's first game: the twelve dominoes in the middle of the spiral, and one opponent."""

from typing import Any, Final

from games.catalogue.dominyam.bots.greedy import GreedyBot
from games.catalogue.dominyam.rules.layout import PLACES
from games.catalogue.dominyam.rules.moves import Eat, NoMeal
from games.catalogue.dominyam.rules.rules import RULES
from games.catalogue.dominyam.rules.scoring import final_score
from games.catalogue.dominyam.rules.table import meals
from games.catalogue.dominyam.rules.view import View
from games.engine import codec
from games.engine.draws import FastDraws
from games.engine.lesson import Lesson
from games.engine.types import Prompt

FIRST_PLACE: Final = 17
LEARNER: Final = 0


def worth(view: View, meal: Eat) -> int:
    """The learner's score with this meal if the match ended then."""
    hands = ((*view.hands[LEARNER], *meal.places), *view.hands[1:])
    eaten = View(**{name: getattr(view, name) for name in view.__struct_fields__} | {"hands": hands})
    return final_score(eaten, LEARNER).total + meal.point


def advised(view: View, prompt: Prompt) -> Any:
    """The most valuable possible meal, else the throw that most likely leads to a meal."""
    fitting = list(meals(view))
    if fitting:
        return max(fitting, key=lambda meal: (worth(view, meal), meal.places))
    if not view.rolls_left:
        return NoMeal()
    return GreedyBot(RULES).move(view, prompt, FastDraws(1))


def script(view: View, prompt: Prompt) -> Any:
    """The opponent's moves: it eats a meal as soon as it can."""
    return GreedyBot(RULES).move(view, prompt, FastDraws(1))


LESSON: Final = Lesson(
    scenario=codec.to_json(
        {"format": 1, "id": "first_game", "players": 2, "places": [each for each in PLACES if each >= FIRST_PLACE]}
    ).decode(),
    seats=2,
    seat=LEARNER,
    seed=b"twelve dominoes 2925",
    script=script,
)
