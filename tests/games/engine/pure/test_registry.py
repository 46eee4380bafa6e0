"""Games enter by their folder and are found by their key."""

import pytest

from games.engine import registry
from games.engine.finding import BadGame
from games.engine.registry import Game, all_games, get, load, register
from tests.games.engine.counting import GAME, RULES


@pytest.fixture(autouse=True)
def _empty(monkeypatch):
    monkeypatch.setattr(registry, "_games", {})


def game(key):
    return Game(key, RULES, GAME.scenarios, GAME.bots, "random")


def test_a_registered_game_is_found_by_its_key():
    other = game("a_game")
    register(GAME)
    register(other)
    register(GAME)

    assert get("counting") is GAME
    assert all_games() == (other, GAME)


def test_two_games_of_one_key_are_refused():
    register(GAME)
    with pytest.raises(ValueError, match="two games are called 'counting'"):
        register(game("counting"))


@pytest.mark.parametrize("key", ["", "X", "ab-c", "1st", "a", "../etc", "a" * 41, "games.catalogue.domego"])
def test_a_key_is_lower_case_letters_digits_and_underscores(key):
    with pytest.raises(ValueError, match="a game's key is"):
        register(game(key))
    with pytest.raises(LookupError, match="no game is called"):
        load(key)


def test_an_unknown_game_is_not_found():
    for find in (get, load):
        with pytest.raises(LookupError, match="no game is called 'chess'"):
            find("chess")


def test_a_folder_without_a_game_is_none():
    with pytest.raises(LookupError):
        load("engine")


def test_a_game_that_breaks_on_import_is_not_hidden(monkeypatch):
    def broken(name):
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

    monkeypatch.setattr(registry, "import_module", broken)
    with pytest.raises(BadGame, match="this site brings the game 'domego', which breaks: No module named 'numpy'"):
        load("domego")


def test_bots_are_made_by_strength():
    assert GAME.bot("random").rules is RULES
    with pytest.raises(KeyError):
        GAME.bot("genius")


def test_a_game_is_loaded_without_django():
    import subprocess
    import sys

    code = "import sys; from games.engine.registry import load; load('domego'); sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
