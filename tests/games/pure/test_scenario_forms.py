"""The form fields of a scenario."""

from typing import Annotated, Literal

import pytest
from django.utils.translation import override
from msgspec import Meta

from games.engine.fields import fields_of, label
from games.engine.types import Value
from games.ui.scenario_forms import Forms, is_section, value_words

Colour = Annotated[Literal["r", "g"] | None, label("Colour", names={None: "Any", "r": "Beer", "g": "Food"})]


class Size(Value, frozen=True):
    """A group of figures."""

    width: Annotated[int, label("Width", "", "days")]
    height: Annotated[int, label("Height")] = 2


class Sizes(Value, frozen=True):
    """A group of equal groups."""

    small: Annotated[Size, label("Small")]
    large: Annotated[Size, label("Large")]


class Card(Value, frozen=True):
    """An item of a list."""

    id: Annotated[str, label("Card")]
    colour: Annotated[Colour, label("Colour", names={None: "Any", "r": "Beer", "g": "Food"})]


class Project(Value, frozen=True):
    """A scenario with all forms of fields."""

    sizes: Annotated[Sizes, label("Sizes")]
    cards: Annotated[tuple[Card, ...], label("Cards", by="id")]
    numbers: Annotated[tuple[Annotated[int, Meta(ge=1)], ...], label("Numbers")] = (1, 2)
    secret: tuple[int, ...] = ()


ROOT = fields_of(Project)
DATA = {
    "sizes": {"small": {"width": 1}, "large": {"width": 5, "height": 6}},
    "cards": [{"id": "A", "colour": "r"}, {"id": "B", "colour": None}],
}
PARENT = {**DATA, "cards": [{"id": "A", "colour": "g"}, {"id": "B", "colour": "r"}]}


def forms(**more):
    return Forms(ROOT, DATA, PARENT, (), **more)


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield


def test_lists_of_more_than_single_values_have_pages_of_their_own():
    assert [each.name for each in ROOT.fields if is_section(each)] == ["cards"]
    assert [each.name for each in forms().sections()] == ["cards"]
    assert [each.name for each in forms().frame()] == ["sizes", "numbers"]


def test_a_list_that_the_data_leave_out_has_its_default():
    assert [each.value for each in forms().node(("numbers",)).children] == ["1", "2"]


def test_equal_groups_of_figures_are_a_table():
    sizes = forms().node(("sizes",))

    assert (sizes.is_grid, sizes.template) == (True, "games/scenario_forms/grid.html")
    assert [[part.value for part in each.children] for each in sizes.children] == [["1", "2"], ["5", "6"]]
    assert not sizes.children[0].is_grid


def test_a_choice_has_words_for_each_value_and_for_none():
    colour = forms().node(("cards", 0)).children[1]

    assert (colour.value, colour.choices) == ("r", [("", "Any"), ("r", "Beer"), ("g", "Food")])


def test_the_former_value_of_a_choice_is_shown_in_words():
    first, second = (forms().node(("cards", place)).children[1] for place in (0, 1))

    assert (first.parent, second.value, second.parent) == ("Food", "", "Beer")


def test_an_item_is_named_by_the_game_else_by_its_own_id():
    named = forms(named=lambda data, name, item: "First" if (name, item["id"]) == ("cards", "A") else "")

    assert [each.title for each in named.node(("cards",)).children] == ["First", "B"]


@pytest.mark.parametrize(("value", "words"), [("r", "Beer"), (None, "Any"), ("x", "x"), (["r"], ""), (True, "true")])
def test_a_value_without_a_word_is_shown_as_it_is(value, words):
    card = ROOT.inner("cards").each

    assert value_words(card.inner("colour"), value) == words
