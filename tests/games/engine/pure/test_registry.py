"""Games enter by their folder and are found by their key."""

import msgspec
import pytest

from games.engine import registry
from games.engine.finding import BadGame
from games.engine.lesson import Lesson
from games.engine.registry import Game, all_games, get, load, made_from, register, texts
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


def written(folder, **files):
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.json").write_bytes(text.encode() if isinstance(text, str) else text)
    return folder


def test_a_scenario_that_does_not_load_is_left_out_with_its_file(tmp_path):
    good = next(iter(GAME.scenarios.values()))
    folder = written(tmp_path / "scenarios", a=good, b="{", c="{}", d=b"\xff")
    (folder / "e.json").mkdir()

    made = Game("counting", RULES, texts(folder, "b", "a", "gone"), GAME.bots, "random")

    assert dict(made.scenarios) == {"a": good}
    assert [(each.key, each.file) for each in made.left_out] == [(k, str(folder / f"{k}.json")) for k in "bcde"]
    assert all(each.faults for each in made.left_out)
    assert msgspec.structs.replace(made, usual_bot="random").left_out == made.left_out


def test_a_loader_that_breaks_leaves_its_scenario_out():
    class Broken(type(RULES)):
        def load_scenario(self, text):
            raise ZeroDivisionError("no goal")

    made = Game("counting", Broken(), GAME.scenarios, GAME.bots, "random")

    assert not made.scenarios
    assert {each.faults[0].reason for each in made.left_out} == {"ZeroDivisionError: no goal"}
    with pytest.raises(LookupError, match="counting has no scenario"):
        made.shipped("")


def test_a_family_has_a_text_for_each_member_and_a_broken_one_is_one_text(tmp_path):
    folder = written(
        tmp_path / "scenarios", f='{"goal": 3, "each": {"x": {}, "y": {"goal": 4}, "z": 5}}', g='{"each": 1}', h="[1]"
    )
    found = texts(folder, "y")

    assert list(found.items()) == [
        ("y", '{"goal":4}'),
        ("g", '{"each": 1}'),
        ("h", "[1]"),
        ("x", '{"goal":3}'),
        ("z", "5"),
    ]
    assert found.files["x"] == found.files["z"] == folder / "f.json"


def test_a_lesson_made_from_a_scenario_that_cannot_be_read_is_left_out(tmp_path):
    folder = written(tmp_path / "scenarios", a="{", b='{"goal": 3}')
    lessons = [
        Lesson(made_from(folder, name, change), 2, 0, b"s", lambda view, prompt: None)
        for name, change in (("a", dict), ("b", lambda shipped: shipped["cards"]), ("b", dict), ("c", dict))
    ]
    made = [Game("counting", RULES, {}, GAME.bots, "random", lesson=each) for each in lessons]

    assert [each.scenario for each in lessons] == ["", "", '{"goal":3}', ""]
    assert made[0].left_out[0].faults[0].reason == "the scenario that the first game is made from does not load"
    assert [each.has_first_game for each in made][:2] == [False, False]
