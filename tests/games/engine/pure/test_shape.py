"""All faults of a text's shape are found at once, each with its path."""

from typing import Annotated, Literal

import pytest
from msgspec import Meta

from games.engine.codec import convert, read_scenario
from games.engine.errors import ScenarioError
from games.engine.shape import MOST, shape_faults
from games.engine.types import Value

Few = Annotated[int, Meta(ge=0, le=9)]


class Card(Value, frozen=True):
    id: Annotated[str, Meta(pattern="^[a-z]{1,8}$")]
    pair: tuple[Few, Few]
    kind: Literal["red", "green"] = "red"
    owner: Annotated[str, Meta(min_length=1, max_length=3)] | None = None


class Deck(Value, frozen=True):
    name: str
    is_open: bool
    cards: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=3)]
    parts: dict[str, Few]


FINE = '{"name": "A", "is_open": true, "parts": {}, "cards": [{"id": "a", "pair": [1, 2]}]}'


def told(text):
    return [(each.path, each.reason) for each in shape_faults(text, Deck, convert)]


def test_a_text_that_can_be_read_has_no_faults():
    assert shape_faults(FINE, Deck, convert) == ()
    assert read_scenario(FINE, Deck).cards[0].pair == (1, 2)


def test_all_faults_are_found_at_once_with_their_paths():
    text = """{"name": 3, "colour": 1, "parts": {"first": 10, "second": "x"}, "cards": [
        {"id": "a", "pair": [1], "owner": "long"}, {"id": "B", "pair": {}, "kind": "blue"}, 7,
        {"pair": [-1, null], "owner": "", "size": 2}]}"""

    assert told(text) == [
        ("name", "a text is needed"),
        ("$", "the field `is_open` is missing"),
        ("cards", "the list is too long (at most 3)"),
        ("cards[0].pair", "a: the list has another length than 2"),
        ("cards[0].owner", "a: the text is too long (at most 3)"),
        ("cards[1].id", "B: the text has another form than '^[a-z]{1,8}$'"),
        ("cards[1].pair", "B: a list is needed"),
        ("cards[1].kind", "B: one of these is needed: red, green"),
        ("cards[2]", "an object is needed"),
        ("cards[3]", "the field `id` is missing"),
        ("cards[3].pair[0]", "the number is too small (at least 0)"),
        ("cards[3].pair[1]", "a whole number is needed"),
        ("cards[3].owner", "the text is too short (at least 1)"),
        ("cards[3]", "there is no field `size` here"),
        ("parts.first", "the number is too large (at most 9)"),
        ("parts.second", "a whole number is needed"),
        ("$", "there is no field `colour` here"),
    ]
    with pytest.raises(ScenarioError) as refused:
        read_scenario(text, Deck)
    assert [(each.path, each.reason) for each in refused.value.faults] == told(text)
    assert refused.value.params == {"path": "name", "reason": "a text is needed"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the file is empty or ends too early"),
        (FINE[:40], "the file is empty or ends too early"),
        ("{\n\n1}", "this is not JSON (line 3)"),
        (b"\xff", "this is not JSON (line 1)"),
        (b'"\xff"', "the file is not UTF-8 text"),
        ("[" * 5000 + "]" * 5000, "the file is nested too deeply"),
        ("[]", "an object is needed"),
        ("null", "an object is needed"),
    ],
)
def test_what_is_no_object_is_refused_as_a_whole(text, reason):
    assert told(text) == [("$", reason)]


def test_a_hostile_text_has_a_limited_number_of_faults():
    assert len(told(FINE.replace("{}", "{" + ",".join(f'"{n}":-1' for n in range(999)) + "}"))) == MOST


def test_a_number_beyond_all_limits_is_too_large():
    assert told(FINE.replace("2]", "9" * 40 + "]")) == [("cards[0].pair[1]", "a: the number is too large (at most 9)")]


def test_lists_and_other_types_are_named():
    assert told(FINE.replace("true", "1")) == [("is_open", "true or false is needed")]
    assert told(FINE.replace("[{", "[").replace("}]", "]").replace('"id": "a", "pair": [1, 2]', "")) == [
        ("cards", "the list is too short (at least 1)")
    ]
