"""The meaning of a typed command, and the text read from a part of a page."""

import msgspec
import pytest

from games.engine.types import Choice, Move, Prompt, Span
from games.ui.commands import match_command, options_of, plain, plain_command
from games.ui.text_lines import Line, lines_of


class Place(Move, frozen=True):
    cubes: int
    buy: int = 0


class Wait(Move, frozen=True):
    pass


FIRST, SECOND = Prompt("a", 0, "place"), Prompt("b", 0, "place")
CHOICES = (Choice(Place(2), (Span("buy", 0, 5),)), Choice(Place(3), (Span("buy", 1, 5),)), Choice(Wait()))


def phrase(scene, prompt, choice):
    return "wait" if isinstance(choice.move, Wait) else f"place {choice.move.cubes} against décès[ buying {{buy}}]"


def moves(text, *prompts, say=phrase):
    options = options_of(None, prompts or (FIRST,), lambda prompt: CHOICES, say)
    return [(option.prompt.key, move) for option, move in match_command(text, options).moves]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("place 2 against décès", Place(2)),
        ("  PLACE  2 against DECES ", Place(2)),
        ("place 3 against décès buying 4", Place(3, 4)),
        ("place 3 against décès buying 9", Place(3, 9)),  # the rules say best why not
        ("1: wait", Wait()),
    ],
)
def test_a_text_is_the_move_that_its_phrase_stands_for(text, move):
    assert moves(text) == [("a", move)]


@pytest.mark.parametrize(
    "text", ["", "place", "place 4 against décès", "wait a bit", "2: wait", "place 2 against décès buying"]
)
def test_any_other_text_is_none(text):
    assert moves(text) == []


def test_with_two_questions_a_number_says_which():
    assert moves("wait", FIRST, SECOND) == [("a", Wait()), ("b", Wait())]
    assert moves("2: wait", FIRST, SECOND) == [("b", Wait())]


def test_a_game_without_words_of_its_own_has_those_of_its_moves():
    options = options_of(None, (FIRST,), lambda prompt: CHOICES, plain_command)

    assert [option.display_text for option in options] == ["place cubes 2 buy (0–5)", "place cubes 3 buy (1–5)", "wait"]
    assert moves("place cubes 3 buy 2", say=plain_command) == [("a", Place(3, 2))]


def test_a_number_may_be_typed_without_its_minus():
    choice = Choice(Place(1, -1), (Span("buy", -9, -1),))
    options = options_of(None, (FIRST,), lambda prompt: (choice,), lambda *given: "give 1 for {-buy}")

    assert [option.display_text for option in options] == ["give 1 for (1–9)"]
    assert [move for _option, move in match_command("give 1 for 4", options).moves] == [Place(1, -4)]


def test_a_text_is_read_up_to_its_limit_only():
    assert plain("a" * 1000) == "a" * 160
    assert msgspec.to_builtins(Wait()) == {"kind": "wait"}


def test_pieces_are_read_as_a_screen_reader_does():
    piece = """
    <h2>My sheet</h2><p>You have <b>45</b>k<span class="only-phone">45</span></p>
    <p hidden>no</p><p aria-hidden="true">no</p>
    <svg role="img" aria-label="A board with 3 tiles"><text>x</text></svg><svg><text>y</text></svg>
    <table><caption>Around the table</caption><thead><tr><th>Role</th><th>Money</th></tr></thead>
    <tbody><tr><th>Owner</th><td>45</td></tr></tbody></table><button>Send</button>"""

    assert lines_of(piece) == [
        Line("My sheet", True),
        Line("You have 45k"),
        Line("A board with 3 tiles"),
        Line("Around the table", True),
        Line("Owner: Money 45"),
    ]
