"""Untrusted JSON becomes a typed value or a refusal with the path of the fault."""

import hashlib
import subprocess
import sys

import pytest

from games.engine.codec import from_json, read_move, read_options, state_hash, to_json
from games.engine.errors import BadMove, BadOptions, IllegalMove
from games.engine.types import Draw, Text, Value, places, snake
from tests.every_game import ROOT
from tests.games.engine.counting import Say


class Switches(Value, frozen=True):
    loud: bool = False
    note: Text = ""


@pytest.mark.parametrize(
    ("body", "path", "reason"),
    [
        (b'{"kind":"say"}', "$", "Object missing required field `number`"),
        (b'{"kind":"say","number":"2"}', "$.number", "Expected `int`, got `str`"),
        (b'{"kind":"say","number":-1}', "$.number", "Expected `int` >= 0"),
        (b'{"kind":"say","number":99999999999999999999999}', "$.number", "Expected `int` <= 9"),
        (b'{"kind":"say","number":1,"loud":true}', "$", "Object contains unknown field `loud`"),
        (b'{"kind":"sing","number":1}', "$.kind", "Invalid value 'sing'"),
        (b"[1]", "$", "Expected `object`, got `array`"),
        (b"", "$", "Input data was truncated"),
    ],
)
def test_a_body_that_is_no_move_is_refused_with_its_path(body, path, reason):
    with pytest.raises(BadMove) as refused:
        read_move(body, Say)
    assert refused.value.params == {"path": path, "reason": reason}


@pytest.mark.parametrize("body", [b"\xff", b"[" * 100_000, "\ud800", '{"kind":"say","number":1e400}', b"nul"])
def test_a_body_that_is_no_json_is_refused_too(body):
    with pytest.raises(BadMove):
        read_move(body, Say)
    with pytest.raises(BadOptions):
        read_options(body, Switches)


def test_options_are_read_and_refused_alike():
    assert read_options("{}", Switches) == Switches()
    with pytest.raises(BadOptions, match=r"bad_options\(path=\$\.loud, reason=Expected `bool`, got `int`\)"):
        read_options('{"loud": 1}', Switches)


@pytest.mark.parametrize("text", ["a\x00b", "line\nbreak", "tab\t", "\x7f", "x" * 121])
def test_a_text_with_control_characters_or_too_long_is_refused(text):
    with pytest.raises(BadOptions):
        read_options(to_json({"note": text}), Switches)
    assert read_options(to_json({"note": "Ça va – 40 k ?"}), Switches).note == "Ça va – 40 k ?"


def test_a_value_has_one_text_and_comes_back_from_it():
    draw = Draw("activity-1/card-1", 6, 3)

    assert to_json(draw) == b'{"label":"activity-1/card-1","sides":6,"value":3}'
    assert from_json(to_json(draw), Draw) == draw
    assert state_hash(b"text") == hashlib.sha256(b"text").hexdigest()


def test_a_refusal_shows_its_code_and_numbers():
    assert str(IllegalMove("price_over_money", price=60, money=45)) == "price_over_money(price=60, money=45)"


def test_a_kind_is_the_name_of_its_class():
    assert [snake(name) for name in ("Offer", "BreakOff", "ActivityBegun")] == ["offer", "break_off", "activity_begun"]


def test_equal_scores_share_the_better_place():
    assert places((5, 9, 5, -2)) == (2, 1, 2, 4)


def test_threads_may_read_values_of_a_type_for_the_first_time_at_once():
    for _process in range(3):
        done = subprocess.run(
            [sys.executable, "-m", "tests.games.engine.first_use"], cwd=ROOT, capture_output=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, b"")
