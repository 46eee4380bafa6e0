"""Every game's first game: advised steps are possible and lead on. After any other move there is still a text."""

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalogue.domego.face.lesson import about_the_counters
from games.catalogue.domego.rules.events import CardDrawn
from games.engine.choices import pick
from games.engine.draws import FastDraws
from games.models import FIRST_GAME
from games.ui import faces
from games.ui.first_game import place_of
from tests.every_game import GAMES
from tests.lessons import MOST, Desk

WITH_ONE = [game for game in GAMES if faces.get(game).lesson is not None]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_a_first_game_or_says_that_it_has_none(game):
    face = faces.get(game)

    assert (face.lesson is None) == (face.game.lesson is None)
    assert FIRST_GAME not in face.game.scenarios
    assert "lesson" not in face.game.bots
    assert "lesson" not in face.bot_names()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", WITH_ONE)
def test_who_does_as_told_takes_each_step_in_order_and_comes_to_the_end(game, language):
    told = []
    with override(language):
        desk = Desk(faces.get(game))
        while (at := desk.guide()).state != "end":
            assert at.state == "told", (at.number, at.step.id)
            assert at.do
            assert at.why
            told.append(at.step.id)
            desk.answer(*at.step.advised(desk.moment()))

    assert told == [step.id for step in desk.lesson.steps]
    assert 6 <= len(told) <= 9
    assert desk.lesson.learned


@pytest.mark.parametrize("game", WITH_ONE)
def test_no_step_is_done_before_it_is_told(game):
    desk = Desk(faces.get(game))
    for number, step in enumerate(desk.lesson.steps):
        assert place_of(desk.lesson, desk.moment()) == number, step.id
        desk.answer(*step.advised(desk.moment()))


@pytest.mark.parametrize("game", WITH_ONE)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), told=st.integers(0, 9))
def test_whatever_else_the_rules_allow_leads_on(game, seed, told):
    """Some steps as advised, then any legal moves: each moment has a text, and no step comes back."""
    desk = Desk(faces.get(game))
    chance, behind, asked = FastDraws(seed), 0, 0
    while (at := desk.guide()).state != "end" and asked < MOST // 5:
        assert at.number > behind
        assert at.title
        assert at.state in ("told", "free")
        behind, asked = at.number - 1, asked + 1
        if at.state == "told" and asked <= told:
            desk.answer(*at.step.advised(desk.moment()))
            continue
        pending = [each for each in desk.pending if not each.optional]
        prompt = pending[chance.below(len(pending), "prompt")]
        move = pick(desk.rules.choices(desk.state, prompt.seat, prompt.key), chance, "move")
        desk.answer(prompt.key, move)

    assert at.number >= behind


@pytest.mark.parametrize("cards", [(), ("2-1",), ("4-1",)])
def test_domego_tells_of_the_card_of_the_works_what_was_drawn(cards):
    desk = Desk(faces.get("domego"))
    kept = [event for event in desk.events if not isinstance(event, CardDrawn)]
    desk.events = kept + [CardDrawn(card=card, number=1, turn=4) for card in cards]

    news = about_the_counters(desk.moment())

    assert ("dry month" in news) is (cards == ("4-1",))
    assert ("No risk card was drawn in activity 4." in news) is (cards == ())
    assert ("A risk card was drawn" in news) is (cards == ("2-1",))
