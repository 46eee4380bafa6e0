"""The reason for the end of a match, and the aim of each seat, in every scenario of every game."""

import re

import pytest
from django.utils.translation import override
from msgspec import structs

from games.ui import faces
from games.ui.faces import Scene
from tests.every_game import of_settings, played, settings

FINISHED = [name for name in settings() if "micro" not in name]


def scene_at_the_end(name):
    """The last position in the view of its first seat, with the events that `ending` needs."""
    where = settings()[name]
    face = faces.get(where.game.key)
    start, moves, end = played(name, where.game.usual_bot)
    events = [*start.events, *(event for move in moves for event in move.events)]
    record = tuple(event for event in events if event.__struct_config__.tag in face.words.ending_kinds)
    return face, Scene(where.scenario, where.game.rules.view(end.state, 0), 0, record=record), end


@of_settings(FINISHED)
def test_a_finished_match_says_in_both_languages_why_it_ended_so(name):
    face, scene, end = scene_at_the_end(name)
    result = end.result
    said = {}
    for language in ("en", "fr"):
        with override(language):
            said[language] = face.words.ending(scene, result)

    assert said["en"] != said["fr"]
    for words in said.values():
        assert words.endswith(".")
        assert not re.search(r"%|\{|\bNone\b|Error", words), words


@of_settings(FINISHED)
def test_each_seat_is_told_what_it_wins_by(name):
    where = settings()[name]
    face, state = faces.get(where.game.key), where.start().state
    for seat, _role in zip(
        range(max(where.game.rules.seat_counts(where.scenario))), face.words.roles(where.scenario), strict=False
    ):
        scene = Scene(where.scenario, where.game.rules.view(state, seat), seat)
        with override("en"):
            english = face.words.aim(scene)
        with override("fr"):
            assert face.words.aim(scene) != english
        assert english.endswith(".")
        assert "%(" not in english


@pytest.mark.parametrize("name", [name for name in FINISHED if name.startswith("beer_game/")])
def test_the_two_parts_of_a_chains_cost_add_up_to_it(name):
    face, scene, end = scene_at_the_end(name)
    result = end.result
    chain = range(scene.view.terms.chains[0])
    with override("en"):
        owed, stock = map(
            int, re.search(r"owed cost (\d+), pallets in stock (\d+)", face.words.ending(scene, result)).groups()
        )

    assert owed + stock == sum(result.scores[seat] for seat in chain)
    assert face.words.ending(structs.replace(scene, record=()), result) == ""


@pytest.mark.parametrize("name", [name for name in FINISHED if name.startswith("dominyam/")])
def test_the_two_parts_of_a_dominyam_score_add_up_to_the_best_one(name):
    face, scene, end = scene_at_the_end(name)
    result = end.result
    with override("en"):
        words = face.words.ending(scene, result)
    found = re.search(r"(\d+) points (?:came )?from meals, (-?\d+) from the hand", words)

    assert (found is None) == (end.result.places.count(1) > 1)
    assert found is None or int(found[1]) + int(found[2]) == max(end.result.scores)
