"""In the first game a learner sees only the end of the opponent's last turn."""

from types import SimpleNamespace

import pytest

from games.catalogue.dominyam.face import FACE
from games.catalogue.dominyam.face.lesson import about_the_other
from games.catalogue.dominyam.lesson import LEARNER
from games.catalogue.dominyam.rules.events import Eaten, WentWithout
from games.catalogue.dominyam.rules.moves import Eat, NoMeal
from tests.lessons import Desk

OTHER = 1 - LEARNER


def ate(seat, *dominoes):
    return Eaten(
        turn=1,
        seat=seat,
        audience=None,
        places=(1, 2),
        dominoes=dominoes,
        dice=(1,),
        target=3,
        point=1,
        bonus=0,
        total=1,
    )


def went_without(seat):
    return WentWithout(turn=1, seat=seat, audience=None, dice=(1, 1, 1, 1, 1), could=False)


def told(*events):
    return about_the_other(SimpleNamespace(events=events, view=SimpleNamespace(turn=4, target=3)))


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ((), ""),
        ((ate(OTHER, (6, 6), (5, 5)), ate(LEARNER, (1, 1), (2, 2))), ""),
        ((ate(OTHER, (6, 6), (5, 5)), went_without(LEARNER)), ""),
        ((ate(LEARNER, (6, 6), (5, 5)), ate(OTHER, (1, 1), (2, 2))), "The opponent has eaten 1-1, 2-2."),
        ((ate(OTHER, (6, 6), (5, 5)), went_without(OTHER)), "The opponent went without a meal. It is still turn 4"),
    ],
)
def test_only_the_turn_that_was_just_played_is_told(events, words):
    assert told(*events).startswith(words)
    assert bool(told(*events)) == bool(words)


def test_a_learner_who_goes_without_hears_of_no_older_meal():
    desk = Desk(FACE)
    for _turn in range(3):
        while desk.pending and not isinstance(desk.made[-1].move if desk.made else None, Eat | NoMeal):
            desk.answer(desk.pending[0].key, NoMeal())
        ended = [each for each in desk.events if isinstance(each, Eaten | WentWithout)]
        said = about_the_other(desk.moment())
        meals = [each for each in ended[:-1] if isinstance(each, Eaten)]
        assert ended[-1].seat == OTHER
        assert not any(f"{a}-{b}" in said for meal in meals for a, b in meal.dominoes)
        desk.made.clear()
