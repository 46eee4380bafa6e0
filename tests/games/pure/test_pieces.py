"""Declared pieces of a table: the card that asks is made from the types of a move, tables keep hidden cells hidden."""

import re
from typing import Annotated, Literal

import pytest
from django.http import QueryDict
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from games.engine.types import Move, Prompt
from games.ui.faces import Scene
from games.ui.pieces import Ask, Column, Field, Option, seats_table, table_part
from games.ui.pieces.asking import AskForm, asked_of
from games.ui.seats import lettered
from games.web import pieces

SCENE = Scene(None, None, 1, mine=(1,))
PROMPT = Prompt("week-1/order", 1, "order", simultaneous=True)


class Order(Move, frozen=True):
    amount: Annotated[int, Meta(ge=0, le=40)]
    to: int
    extras: tuple[int, ...]
    speed: Literal["slow", "fast"]
    sure: bool
    note: str


def options(scene, prompt):
    return [Option(number, f"Number {number}") for number in range(3)]


FIELDS = {
    "amount": Field(label="Amount", unit="k", first=lambda scene, prompt: 12),
    "to": Field(label="To", options=options),
    "extras": Field(label="Extras", options=options),
    "speed": Field(label="Speed"),
    "sure": Field(label="Sure"),
    "note": Field(label="Note"),
}
ORDER = Ask(move=Order, question=lambda scene, prompt: "How much?", button="Send", fields=FIELDS)


def sent(**values):
    query = QueryDict(mutable=True)
    for name, value in values.items():
        query.setlist(name, [str(each) for each in value] if isinstance(value, tuple) else [str(value)])
    return query


def form(data, ask=ORDER):
    return AskForm(data, scene=SCENE, prompt=PROMPT, ask=ask)


@given(
    st.integers(0, 40),
    st.integers(0, 2),
    st.lists(st.integers(0, 2), unique=True).map(tuple),
    st.sampled_from(["slow", "fast"]),
    st.booleans(),
    st.from_regex(r"[a-z][a-z ]{0,20}[a-z]", fullmatch=True),
)
def test_what_is_sent_becomes_the_move(amount, to, extras, speed, sure, note):
    data = sent(amount=amount, to=to, extras=extras, speed=speed, note=note, **({"sure": "on"} if sure else {}))
    read = form(data)

    assert read.is_valid(), read.errors
    assert read.to_move() == Order(amount, to, extras, speed, sure, note)


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"amount": 41}, "amount", "At most 40."),
        ({"amount": -1}, "amount", "At least 0."),
        ({"to": 3}, "to", "Select a valid choice. 3 is not one of the available choices."),
        ({"extras": (0, 9)}, "extras", "Select a valid choice. 9 is not one of the available choices."),
        ({"note": ""}, "note", "This field is required."),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_kept(changes, field, said):
    data = sent(**{"amount": 1, "to": 1, "extras": (0,), "speed": "slow", "note": "x", **changes})
    read = form(data)

    assert read.errors == {field: [said]}
    control = next(each for each in asked_of(ORDER, SCENE, PROMPT, read).controls if each.name == field)
    assert control.error == said
    assert control.chosen == tuple(data.getlist(field))


def test_bounds_of_now_are_stronger_than_those_of_the_type():
    ask = Ask(
        move=Order,
        question=lambda scene, prompt: "",
        button="",
        fields=FIELDS | {"amount": Field(label="Amount", bounds=lambda scene, prompt: (3, 5))},
    )

    control = asked_of(ask, SCENE, PROMPT, None).controls[0]

    assert (control.least, control.most) == (3, 5)
    assert form(sent(amount=6), ask).errors["amount"] == ["At most 5."]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({name: each for name, each in FIELDS.items() if name != "note"}, "Order.note has no Field"),
        (FIELDS | {"colour": Field(label="Colour")}, "`fields` has 'colour', but Order has no such field"),
        (FIELDS | {"extras": Field(label="Extras")}, "Order.extras is chosen from a list: give its `options`"),
    ],
)
def test_a_card_that_does_not_fit_its_move_is_refused_in_words(fields, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        Ask(move=Order, question=lambda scene, prompt: "", button="", fields=fields)


def test_the_form_of_another_question_does_not_fill_this_one():
    other = AskForm(sent(amount=7), scene=SCENE, prompt=Prompt("week-2/order", 1, "order"), ask=ORDER)

    assert asked_of(ORDER, SCENE, PROMPT, other).controls[0].chosen == ("12",)


def test_a_cell_that_the_reader_may_not_know_has_no_text_and_no_explanation():
    stock = {0: 4, 1: None}
    table = seats_table(
        roles=lambda scenario: [lettered(0), lettered(1)],
        columns=(
            Column(label="Stock", unit="units", cell=lambda row: stock[row.seat], explains=lambda row: f"s-{row.seat}"),
        ),
    )

    drawn = table.data(SCENE)

    assert [(line.head, line.is_mine, [(cell.text, cell.explains) for cell in line.cells]) for line in drawn.lines] == [
        ("Player A", False, [("4", "s-0")]),
        ("Player B", True, [(None, "")]),
    ]
    assert drawn.heads == (("Stock, units", True),)


def test_a_part_has_its_pieces_in_order_and_a_card_for_each_own_question():
    table = seats_table(roles=lambda scenario: [lettered(0)], columns=())
    part = table_part(pieces=(table,), asks={"order": ORDER})
    scene = Scene(None, None, 1, prompts=(PROMPT, Prompt("week-1/order", 0, "order")))

    card = part.decision(scene, None)

    assert [region.id for region in part.regions] == ["players"]
    assert list(part.context(scene)["pieces"]) == ["players"]
    assert card.keys == ("week-1/order",)
    assert part.decision(Scene(None, None, 1), None) is None


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_gallery_draws_each_piece_with_its_declaration(rf, language):
    with translation.override(language):
        shown = [pieces._piece(make, kind, rf.get("/")) for make, kind in pieces.PIECES] + [pieces._card(rf.get("/"))]

    assert [each.name for each in shown] == ["Table", "seats_table", "Gauges", "Ask"]
    for each in shown:
        assert each.words
        assert each.example.startswith("def ")
        ids = re.findall(r'\bid="([^"]+)"', each.drawn)
        assert len(set(ids)) == len(ids)
    card = shown[-1].drawn
    assert card.count("<fieldset") == 3
    assert card.count('type="radio"') == 5
    assert set(re.findall(r'\bfor="([^"]+)"', card)) <= set(re.findall(r'\bid="([^"]+)"', card))
    described = {each for group in re.findall(r'aria-describedby="([^"]+)"', card) for each in group.split()}
    assert described <= set(re.findall(r'\bid="([^"]+)"', card))
