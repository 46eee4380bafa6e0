"""Changes of JSON data: each has its inverse, and none changes the data that it was given."""

from copy import deepcopy
from time import perf_counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from games.engine.editing import BadPath, Change, apply, get, has, inverse, put, read_path, remove, write_path

NAMES = some.text(some.characters(exclude_characters=".[]", exclude_categories=["Cs"]), min_size=1, max_size=60)
DATA = some.recursive(
    some.none() | some.booleans() | some.integers(-9, 9) | some.text(max_size=3),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(NAMES, inner, max_size=3),
    max_leaves=12,
)
PATHS = some.lists(NAMES | some.integers(0, 99_999), min_size=1, max_size=5).map(tuple)


@some.composite
def changes(draw):
    """Data and a change of one of its places."""
    data = draw(some.lists(DATA, min_size=1, max_size=3) | some.dictionaries(NAMES, DATA, min_size=1, max_size=3))
    around = draw(some.sampled_from([path for path in places(data) if isinstance(get(data, path), (dict, list))]))
    inside = get(data, around)
    if isinstance(inside, dict):
        path = (*around, draw(some.sampled_from([*inside, "new"])))
        return data, remove(data, path) if has(data, path) and draw(some.booleans()) else put(data, path, draw(DATA))
    at = draw(some.integers(0, len(inside)))
    if at == len(inside) or draw(some.booleans()):
        return data, Change("insert", write_path((*around, at)), new=draw(DATA))
    path = (*around, at)
    to = draw(some.integers(0, len(inside) - 1))
    kinds = [put(data, path, draw(DATA)), remove(data, path), Change("move", write_path(path), to=to)]
    return data, draw(some.sampled_from(kinds))


def places(data, path=()):
    yield path
    for step, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(value, (*path, step))


@given(changes())
def test_the_inverse_undoes_every_change(given_change):
    data, change = given_change

    assert apply(apply(data, change), inverse(change)) == data


@given(changes())
def test_a_change_leaves_the_data_that_it_was_given_as_they_were(given_change):
    data, change = given_change
    before = deepcopy(data)

    apply(data, change)

    assert data == before


@given(changes())
def test_a_change_is_equal_after_its_json_text(given_change):
    _data, change = given_change

    assert msgspec.json.decode(msgspec.json.encode(change), type=Change) == change


@given(PATHS)
def test_a_path_is_equal_after_its_text(path):
    assert read_path(write_path(path)) == path


@pytest.mark.parametrize(
    "text", ["", ".", "a.", ".a", "a..b", "a[", "a[x]", "a[-1]", "a]", "a[0]b", "a" * 61, "a[123456]"]
)
def test_a_text_that_is_no_path_is_refused(text):
    with pytest.raises(BadPath):
        read_path(text)


def test_a_long_text_that_is_no_path_is_refused_at_once():
    start = perf_counter()

    with pytest.raises(BadPath):
        read_path("a" * 50_000 + "]")

    assert perf_counter() - start < 5


@pytest.mark.parametrize("path", [("b",), ("a", 2), ("a", "0"), ("text", 0), ("none", "x"), ("a", 0, "x")])
def test_a_place_that_is_not_there_has_no_value(path):
    data = {"a": [1, 2], "text": "abc", "none": None}

    assert not has(data, path)
    with pytest.raises(BadPath):
        get(data, path)


@pytest.mark.parametrize(
    "change",
    [
        Change("put", "a[2]", new=1),
        Change("insert", "a[3]", new=1),
        Change("remove", "a[2]"),
        Change("move", "a[0]", to=2),
        Change("move", "b", to=0),
        Change("insert", "b", new=1),
        Change("put", "a.x", new=1),
        Change("put", "none.x", new=1),
        Change("remove", ""),
    ],
)
def test_a_change_of_a_place_that_is_not_there_is_refused(change):
    with pytest.raises(BadPath):
        apply({"a": [1, 2], "b": 3, "none": None}, change)


def test_a_value_is_put_and_knows_the_former_one():
    data = {"a": [{"b": 1}]}
    change = put(data, ("a", 0, "b"), 2)

    assert (change, apply(data, change)) == (Change("put", "a[0].b", old=1, new=2), {"a": [{"b": 2}]})


def test_a_new_name_had_no_value_and_goes_with_the_inverse():
    change = put({}, ("a",), 1)

    assert (change, inverse(change)) == (Change("put", "a", new=1), Change("put", "a", old=1))
    assert apply({"a": 1}, inverse(change)) == {}


def test_the_whole_data_are_replaced_at_the_empty_path():
    assert apply({"a": 1}, Change("put", "", old={"a": 1}, new={"b": 2})) == {"b": 2}


def test_an_item_moves_to_its_new_place():
    assert apply([1, 2, 3, 4], Change("move", "[0]", to=2)) == [2, 3, 1, 4]


@pytest.mark.parametrize(
    ("change", "moves"),
    [
        (Change("put", "a", old=1, new=2), False),
        (Change("put", "a", old=1), False),
        (Change("put", "a", old=[1], new=None), True),
        (Change("put", "a", new={}), True),
        (Change("insert", "a[0]", new=1), True),
        (Change("move", "a[0]", to=1), True),
    ],
)
def test_later_paths_may_mean_other_places_after_all_but_changes_of_single_values(change, moves):
    assert change.moves_places is moves


@given(some.dictionaries(NAMES, DATA, max_size=3), DATA)
def test_a_value_that_is_put_is_found(data, new):
    assert get(apply(data, put(data, ("x",), new)), ("x",)) == new
