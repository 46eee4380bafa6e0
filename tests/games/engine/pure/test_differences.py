"""Differences of two scenarios: items by their ids, in the order of the fields."""

from typing import Annotated, Any

from hypothesis import given
from hypothesis import strategies as some
from msgspec import Struct

from games.engine.differences import Difference, differences, matched
from games.engine.fields import fields_of, label


class Part(Struct, frozen=True):
    id: str
    size: int = 0


class Sheet(Struct, frozen=True):
    title: str
    parts: Annotated[tuple[Part, ...], label("Parts", by="id")]
    numbers: tuple[int, ...]
    shares: dict[str, int]
    colour: str = "red"


SHEET = fields_of(Sheet)
NAMES = some.sampled_from("abc")
PART = some.fixed_dictionaries({"id": NAMES, "size": some.integers(0, 2)})
ANY: Any = some.none() | some.integers(0, 2) | some.text("ab", max_size=2) | some.lists(some.none(), max_size=2)
SHEETS = some.dictionaries(
    some.sampled_from(["title", "parts", "numbers", "shares", "other"]), ANY, max_size=5
).flatmap(
    lambda odd: some.fixed_dictionaries(
        {
            "title": some.text("ab", max_size=1),
            "parts": some.lists(PART | ANY, max_size=4),
            "numbers": some.lists(some.integers(0, 2) | some.none(), max_size=3),
            "shares": some.dictionaries(NAMES, some.integers(0, 2) | some.none(), max_size=3),
        }
    ).map(lambda data: {**data, **odd})
)
EMPTY = {"title": "", "parts": [], "numbers": [], "shares": {}}


def found(before, after):
    return [(each.how, each.path, each.old, each.new) for each in differences(SHEET, before, after)]


@given(SHEETS, SHEETS)
def test_there_is_no_difference_if_and_only_if_both_are_equal(before, after):
    assert (found(before, after) == []) is (before == after)


@given(SHEETS)
def test_a_sheet_does_not_differ_from_itself(data):
    assert found(data, dict(data)) == []


def test_a_single_value_is_changed():
    assert list(differences(SHEET, EMPTY, {**EMPTY, "title": "A"})) == [
        Difference("changed", "title", SHEET.fields[0], "", "A")
    ]


def test_a_default_that_is_left_out_is_no_difference():
    assert found(EMPTY, {**EMPTY, "colour": "red"}) == []
    assert found(EMPTY, {**EMPTY, "colour": "blue"}) == [("changed", "colour", "red", "blue")]


def test_items_are_the_same_by_their_id_wherever_they_are():
    before = {**EMPTY, "parts": [{"id": "a", "size": 1}, {"id": "b", "size": 2}]}
    after = {**EMPTY, "parts": [{"id": "c", "size": 9}, {"id": "b", "size": 3}]}

    assert found(before, after) == [
        ("added", "parts[0]", None, {"id": "c", "size": 9}),
        ("changed", "parts[1].size", 2, 3),
        ("removed", "parts[0]", {"id": "a", "size": 1}, None),
    ]


def test_the_fewest_items_count_as_moved():
    before = {**EMPTY, "parts": [{"id": name} for name in "abcd"]}
    after = {**EMPTY, "parts": [{"id": name} for name in "dabc"]}

    assert found(before, after) == [("moved", "parts[0]", 4, 1)]
    assert found(after, before) == [("moved", "parts[3]", 1, 4)]


def test_items_of_one_id_are_matched_in_their_order():
    items = [{"id": "a", "size": 1}, {"id": "a", "size": 2}]

    assert list(matched(SHEET.fields[1], items, items[1:])) == [(0, 0), (1, None)]


def test_items_without_ids_are_the_same_by_their_place():
    assert found({**EMPTY, "numbers": [1, 2]}, {**EMPTY, "numbers": [1, 3, 4]}) == [
        ("changed", "numbers[1]", 2, 3),
        ("added", "numbers[2]", None, 4),
    ]


def test_names_of_a_map_are_added_and_removed():
    assert found({**EMPTY, "shares": {"a": 1, "b": 2}}, {**EMPTY, "shares": {"b": 3, "c": 4}}) == [
        ("removed", "shares.a", 1, None),
        ("changed", "shares.b", 2, 3),
        ("added", "shares.c", None, 4),
    ]


def test_a_value_of_another_form_is_changed_as_a_whole():
    assert found(EMPTY, {**EMPTY, "parts": "none"}) == [("changed", "parts", [], "none")]


def test_a_name_that_no_field_has_is_a_difference():
    assert found(EMPTY, {**EMPTY, "other": None}) == [("added", "other", None, None)]
