"""Options of a match, scenario files, and refusals of the rules."""

import json

import pytest

from games.catalogue.dominato.game import GAME
from games.catalogue.dominato.rules.moves import Claim, Pass, Place
from games.catalogue.dominato.rules.rules import RULES
from games.catalogue.dominato.rules.types import Options
from games.engine.choices import contains
from games.engine.codec import read_options
from games.engine.draws import LabelledDraws
from games.engine.errors import BadOptions, ScenarioError
from tests.games.catalogue.dominato.table import SCENARIOS, game, number_of, raises_illegal

PLAY = "game-1/step-2/play"


def test_one_who_can_place_may_not_pass_unless_the_option_allows_it():
    hands = ([(3, -1)], [(1, 1)])

    with raises_illegal("must_place"):
        game(*hands).pass_turn(0)
    assert game(*hands, free_pass=True).pass_turn(0).asked == [(1, "play")]
    assert not contains(RULES.choices(game(*hands).state, 0, PLAY), Pass())


def test_refusals_name_the_numbers():
    state = game([(3, -1), (1, -1)], [(1, 1)])

    with raises_illegal("tile_not_in_hand", tile=number_of(1, 1)):
        state.play(0, "play", Place(number_of(1, 1), 0))
    with raises_illegal("no_such_place", place=8, places=8):
        state.play(0, "play", Place(number_of(3, -1), 8))
    with raises_illegal("wrong_value", part="second", value=-1, needed=3):
        state.place(0, 1, -4, "V", 3, -1)
    with raises_illegal("wrong_value", part="balance", value=0, needed=2):
        state.place(0, 4, -1, "V", 1, -1)
    with raises_illegal("wrong_move", kind="play"):
        state.play(0, "play", "nonsense")
    with raises_illegal("nothing_to_claim"):
        state.play(0, "play", Claim())


def test_the_number_of_games_is_that_of_the_players_unless_said():
    made = [RULES.setup(SCENARIOS[n], Options(games=g), n, LabelledDraws(b"x")).state.games for n, g in
            ((2, None), (3, None), (4, None), (4, 1), (2, 7))]  # fmt: skip

    assert made == [2, 3, 4, 1, 7]


def test_an_incidental_contact_is_legal_with_the_option_only():
    board = [(0, 0, "H", 1, 2), (5, -2, "H", 1, 1)]
    hands = ([(3, -1), (4, 0)], [(2, 0)])

    played = game(*hands, board=board, incidental_contacts=True).place(0, 1, -2, "H", 3, -1)

    assert played.asked == [(0, "play")]
    places = [(p.x, p.y, p.way) for p in RULES.view(game(*hands, board=board).state, 0).places]
    assert (1, -2, "H") not in places


@pytest.mark.parametrize("text", ['{"validation": "none"}', '{"games": 0}', '{"colour": 1}', "[]"])
def test_options_that_do_not_exist_are_refused(text):
    with pytest.raises(BadOptions):
        read_options(text, Options)


def changed(**fields):
    return json.dumps({**json.loads(GAME.scenarios["two"]), **fields})


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"players": 5}, "players"),
        ({"hand": 17}, "hand"),
        ({"game": "chess"}, "game"),
        ({"tiles": [{"id": "D1", "a": 1, "b": 2}] * 2, "hand": 1}, "tiles[1]"),
        ({"tiles": [{"id": "D1", "a": 1, "b": 2}, {"id": "D2", "a": 2, "b": 1}], "hand": 1}, "tiles[1]"),
        ({"tiles": [{"id": "D1", "a": 10, "b": 2}, {"id": "D2", "a": 2, "b": 1}]}, "tiles[0].a"),
    ],
)
def test_a_scenario_names_the_path_of_its_fault(fields, path):
    with pytest.raises(ScenarioError) as fault:
        RULES.load_scenario(changed(**fields))
    assert fault.value.params["path"] == path


def test_text_that_is_no_scenario_is_refused():
    with pytest.raises(ScenarioError):
        RULES.load_scenario("{")
    with pytest.raises(ScenarioError):
        RULES.setup(SCENARIOS[2], Options(), 3, LabelledDraws(b"x"))


def test_an_observer_sees_no_hand_and_a_player_only_the_own_one():
    state = game([(3, -1), (4, 0)], [(2, 0)]).state

    assert RULES.view(state, None).hand == ()
    assert RULES.view(state, 1).hand == (number_of(2, 0),)
    assert RULES.view(state, 1).counts == (2, 1)
