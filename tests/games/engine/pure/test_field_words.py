"""The words of fields: titles, and the names of the values of choices."""

from typing import Annotated, Literal

from games.engine.fields import fields_of, label
from games.engine.types import Value

Colour = Annotated[Literal["r", "g"], label("Colour", names={"r": "red", "g": "green"})]


class Paint(Value, frozen=True):
    """A type with choices in all places."""

    colour: Colour
    other: Annotated[Literal["r"] | None, label("Other colour", names={None: "none", "r": "red"})]
    more: tuple[Colour, ...] = ("r", "g")
    plain: Literal["x"] = "x"


ROOT = fields_of(Paint)


def part(name):
    found = ROOT.inner(name)
    assert found is not None
    return found


def test_choices_come_in_the_order_of_their_words():
    assert part("colour").choices == ("r", "g")


def test_each_value_of_a_choice_has_its_word():
    assert [part("colour").name_of(value) for value in ("r", "g")] == ["red", "green"]


def test_an_empty_value_may_have_a_word():
    assert [part("other").name_of(value) for value in (None, "r")] == ["none", "red"]


def test_choices_in_a_list_have_the_words_of_their_type():
    assert part("more").each.names == (("r", "red"), ("g", "green"))


def test_a_value_without_a_word_has_none_whatever_it_is():
    assert [part("plain").name_of("x"), part("colour").name_of(["r"]), part("colour").name_of({"r": 1})] == [None] * 3


def test_a_default_is_json_data():
    assert (part("more").default, part("more").fresh()) == (["r", "g"], ["r", "g"])
