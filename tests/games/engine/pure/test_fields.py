"""The fields of a type are read with their words, bounds and defaults, and make new values."""

from typing import Annotated, Literal

import pytest
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec import field as made

from games.engine.fields import Field, fields_of, label

Few = Annotated[int, Meta(ge=2, le=9), label("Few", "A small number.", "k")]


class Words(Struct, frozen=True):
    en: str = ""
    fr: str = ""


class Card(Struct, frozen=True):
    id: Annotated[str, Meta(min_length=1, max_length=8, pattern="^[a-z]+$"), label("Name")]
    owner: Annotated[str | None, label("Owner", refers="cards places")]
    pair: tuple[Few, Annotated[int, Meta(le=-3)]]
    colour: Literal["red", "green"] = "green"


class Deck(Struct, frozen=True):
    name: Annotated[Words, label("Title", long=True)]
    cards: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=3), label("Cards", by="id owner")]
    parts: dict[Annotated[str, label("Card", refers="cards")], Few]
    is_open: bool
    first: Annotated[Few, label("First number")]
    grey: Words = Words("grey", "gris")
    extra: dict[str, int] = made(default_factory=dict)


DECK = fields_of(Deck)


def test_a_struct_is_an_object_with_its_fields_in_order():
    assert (DECK.kind, [each.name for each in DECK.fields]) == (
        "object",
        ["name", "cards", "parts", "is_open", "first", "grey", "extra"],
    )


def test_words_bounds_and_references_are_those_of_the_annotations():
    card = DECK.fields[1].each

    assert card.fields == (
        Field("id", "text", "Name", least=1, most=8, pattern="^[a-z]+$"),
        Field("owner", "text", "Owner", refers=("cards", "places"), optional=True),
        Field(
            "pair",
            "row",
            fields=(Field("", "number", "Few", "A small number.", "k", least=2, most=9), Field("", "number", most=-3)),
        ),
        Field("colour", "choice", choices=("green", "red"), required=False, default="green"),
    )
    assert (DECK.fields[1].by, DECK.fields[1].least, DECK.fields[1].most) == (("id", "owner"), 1, 3)


def test_words_of_the_outer_annotation_win_over_those_of_the_inner_one():
    first = DECK.fields[4]

    assert (first.title, first.help, first.unit, first.least) == ("First number", "A small number.", "k", 2)


def test_a_map_has_the_form_of_its_values_and_of_its_names():
    parts = DECK.fields[2]

    assert (parts.kind, parts.each.kind, parts.key) == ("map", "number", Field("", "text", "Card", refers=("cards",)))


def test_a_default_is_json_data():
    assert [(each.required, each.default) for each in DECK.fields[5:]] == [
        (False, {"en": "grey", "fr": "gris"}),
        (False, {}),
    ]


def test_a_text_in_several_languages_is_known_by_its_parts():
    assert [each.name for each in DECK.fields if each.is_words] == ["name", "grey"]


def test_single_values_have_no_parts():
    assert [each.name for each in DECK.fields if each.is_single] == ["is_open", "first"]


def test_a_step_leads_to_the_part_that_it_names():
    cards, card = DECK.inner("cards"), DECK.fields[1].each

    assert (cards.inner(7), DECK.fields[2].inner("any")) == (card, DECK.fields[2].each)
    assert card.inner("pair").inner(1) == Field("", "number", most=-3)
    assert (DECK.inner("nothing"), card.inner("pair").inner(2), card.inner("pair").inner("x")) == (None, None, None)


def test_a_field_without_items_has_no_form_of_them():
    with pytest.raises(TypeError, match="is_open has no items"):
        _ = DECK.fields[3].each


def test_a_new_value_is_the_default_else_nothing_else_the_smallest_allowed():
    assert DECK.fresh() == {
        "name": {},
        "cards": [{"id": "", "owner": None, "pair": [2, -3]}],
        "parts": {},
        "is_open": False,
        "first": 2,
    }
    assert [each.fresh() for each in DECK.fields[5:]] == [{"en": "grey", "fr": "gris"}, {}]
    assert fields_of(Literal["b", "a"]).fresh() == "a"


def test_a_value_that_is_there_is_the_smallest_even_where_it_may_be_none():
    assert DECK.fields[5].smallest() == {}
    assert Field("", "list").smallest() == []


def test_a_type_that_json_data_cannot_have_is_refused():
    with pytest.raises(TypeError, match="a scenario cannot hold"):
        fields_of(bytes)


def test_several_types_in_place_of_one_are_refused():
    with pytest.raises(TypeError, match="a scenario cannot hold"):
        fields_of(int | str)


def test_unset_is_no_value_of_a_scenario():
    class Odd(Struct):
        value: int | UnsetType = UNSET

    with pytest.raises(TypeError):
        fields_of(Odd)
