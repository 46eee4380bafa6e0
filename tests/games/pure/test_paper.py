"""Codes of decision sheets, and lines typed from them."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.catalogue.domego.rules.moves import Accept, BreakOff, Offer
from games.engine import codec
from games.engine.types import Choice, Prompt, Span
from games.ui.paper import (
    MOST_MATCH,
    MOST_TURN,
    SIGNS,
    BadCode,
    BadLine,
    SheetCode,
    choice_line,
    numbers_in,
    read_code,
    write_choice,
)
from tests.every_game import of_settings, played, settings

CODES = st.builds(SheetCode, st.integers(0, MOST_MATCH), st.integers(0, MOST_TURN), st.none() | st.integers(0, 14))
PLACES = st.sampled_from([0, 1, 2, 3, 5, 6, 7, 8])


@given(CODES)
def test_a_code_has_eight_signs_and_is_read_as_it_was_written(code):
    text = str(code)

    assert len(text) == 9
    assert text[4] == "-"
    assert set(text.replace("-", "")) <= set(SIGNS)
    assert read_code(text) == code
    assert read_code(f" {text.lower().replace('-', ' ').replace('0', 'o').replace('1', 'l')} ") == code


@given(CODES, PLACES, st.sampled_from(SIGNS))
def test_a_wrong_sign_is_found(code, place, sign):
    text = str(code)
    assume(text[place] != sign)

    with pytest.raises(BadCode, match="One sign of the code is wrong"):
        read_code(text[:place] + sign + text[place + 1 :])


@given(CODES, st.integers(0, 6))
def test_two_exchanged_signs_are_found(code, place):
    signs = list(str(code).replace("-", ""))
    assume(signs[place] != signs[place + 1])
    signs[place], signs[place + 1] = signs[place + 1], signs[place]

    with pytest.raises(BadCode, match="One sign of the code is wrong"):
        read_code("".join(signs))


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "You typed 0"), ("4F7K", "You typed 4"), ("4F7K-2M9Q3", "You typed 9"), ("4F7K-2M9U", "U is in no code")],
)
def test_a_text_that_is_no_code_is_refused_with_the_reason(text, words):
    with pytest.raises(BadCode, match=words):
        read_code(text)


@pytest.mark.parametrize("code", [(MOST_MATCH + 1, 1, None), (1, MOST_TURN + 1, None), (1, 1, 16), (-1, 1, None)])
def test_a_number_that_does_not_fit_has_no_code(code):
    with pytest.raises(OverflowError):
        str(SheetCode(*code))


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("", []), ("3", [3]), (" 3  45 ", [3, 45]), ("3,45", [3, 45]), ("\u22123", [-3]), ("3 x", None), ("3.5", None)],
)
def test_numbers_of_a_line_are_separated_by_spaces(text, numbers):
    assert numbers_in(text) == numbers


def _line(prompt, choices):
    return choice_line(prompt, "", choices, [f"option {number}" for number, _each in enumerate(choices)])


@of_settings(settings())
def test_a_match_typed_from_paper_has_the_same_state_after_each_move(name):
    where = settings()[name]
    start, moves, _end = played(name)
    rules, state, draws = where.game.rules, start.state, where.draws
    for each in moves[:300]:
        prompt = next(p for p in rules.prompts(state) if (p.seat, p.key) == (each.seat, each.key))
        choices = rules.choices(state, each.seat, each.key)

        (answer,) = _line(prompt, choices).read(write_choice(choices, each.move))

        assert answer == (each.seat, each.key, each.move)
        state = rules.apply(state, answer.seat, answer.key, answer.move, draws).state
        assert codec.state_hash(codec.to_json(state)) == codec.state_hash(codec.to_json(each.state))


@pytest.fixture
def order():
    """The order of a retailer of the beer game: one number, from 0."""
    where = settings()["beer_game/classic"]
    state = where.start().state
    prompt = where.game.rules.prompts(state)[0]
    return _line(prompt, where.game.rules.choices(state, prompt.seat, prompt.key))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Numbers to type: 1"),
        ("3 4", "Numbers to type: 1"),
        ("-1", "is not between"),
        ("123456789", "is not between"),
        ("many", "no command that can be played"),
    ],
)
def test_a_line_that_is_no_answer_is_refused_with_the_reason(order, text, words):
    with pytest.raises(BadLine, match=words):
        order.read(text)


def _third_option():
    """A prompt with three options: to offer 0 to 45, to offer to somebody, and to break off."""
    prompt = Prompt("talk", 2, "talk")
    choices = (
        Choice(Offer(0), (Span("price", 0, 45),), free=("note",)),
        Choice(Accept(30)),
        Choice(BreakOff()),
    )
    return choice_line(prompt, "Talk", choices, ["offer {price}", "accept 30", "break off"])


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("1 40", Offer(40)),
        ("Offer 40", Offer(40)),
        ("1 40 note=fair", Offer(40, "fair")),
        ("2", Accept(30)),
        ("3", BreakOff()),
        ("break  OFF", BreakOff()),
    ],
)
def test_an_option_is_typed_by_its_number_and_those_of_its_ranges_or_by_its_words(text, move):
    line = _third_option()

    assert line.read(text) == ((2, "talk", move),)
    assert line.row.boxes[0].options == ("1: offer (0–45) note=", "2: accept 30", "3: break off")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "from 1 to 3"),
        ("0", "from 1 to 3"),
        ("4", "from 1 to 3"),
        ("1", "Numbers to type: 1"),
        ("1 40 40", "Numbers to type: 1"),
        ("2 40", "Numbers to type: 0"),
        ("1 46", "46 is not between 0 and 45"),
        ("3 note=fair", "no field note"),
        ("1 40 note=3", "not possible here"),
        ("sell", "no command"),
    ],
)
def test_a_line_that_names_no_option_is_refused_with_the_reason(text, words):
    with pytest.raises(BadLine, match=words):
        _third_option().read(text)


def test_a_move_that_is_no_choice_cannot_be_written():
    where = settings()["beer_game/classic"]
    state = where.start().state
    choices = where.game.rules.choices(state, 0, where.game.rules.prompts(state)[0].key)

    with pytest.raises(LookupError):
        write_choice(choices[:0], choices[0].move)
    assert write_choice(choices, choices[0].move) == "0"
