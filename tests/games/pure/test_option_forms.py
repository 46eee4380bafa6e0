"""A game without a form for its options gets one from their types."""

from dataclasses import replace
from typing import Annotated, Any, Literal

import pytest
from django.utils.translation import override
from msgspec import Meta, Struct

from games.engine import codec
from games.ui.faces import OptionsForm, all_faces, get
from games.ui.option_forms import PREFIX, made_from, options_form


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    fast: bool = False
    rounds: Annotated[int, Meta(ge=1, le=9)] = 4
    cap: Annotated[int, Meta(ge=10)] | None = None
    start: Literal["left", "right"] = "left"
    side: Literal["a", "b"] | None = None
    word: Annotated[str, Meta(max_length=5)] = ""
    pairs: tuple[str, ...] = ()


def given(**data: Any) -> OptionsForm:
    return made_from(Options)({f"{PREFIX}-{name}": value for name, value in data.items()}, prefix=PREFIX)


def test_what_can_be_asked_is_asked_and_the_rest_keeps_its_value():
    form = given(fast="on", rounds="7", cap="", start="right", side="", word="abc")

    assert form.is_valid()
    assert list(form.fields) == ["fast", "rounds", "cap", "start", "side", "word"]
    assert form.to_options() == {"fast": True, "rounds": 7, "start": "right", "word": "abc"}
    assert codec.read_options(codec.to_json(form.to_options()), Options) == Options(True, 7, None, "right", None, "abc")


def test_usual_values_stand_in_the_fresh_form():
    form = made_from(Options)(None)

    assert {name: field.initial for name, field in form.fields.items()} == {
        "fast": False,
        "rounds": 4,
        "cap": None,
        "start": "left",
        "side": None,
        "word": "",
    }
    assert form.fields["rounds"].label == "Rounds"


@pytest.mark.parametrize(
    "wrong", [{"rounds": "0"}, {"rounds": "10"}, {"cap": "9"}, {"start": "up"}, {"word": "abcdef"}]
)
def test_bounds_of_the_types_are_those_of_the_fields(wrong):
    assert list(given(**wrong).errors) == list(wrong)


def test_a_games_own_form_is_taken_where_it_has_one():
    for face in all_faces():
        form = options_form(face, None, {})
        assert isinstance(form, face.options_form)
        assert face.options_form is not OptionsForm or form.fields

    bare = replace(all_faces()[0], options_form=OptionsForm)

    assert type(options_form(bare)).__name__ == "MadeOptionsForm"


def test_scenarios_with_one_name_differ_by_their_number_of_players():
    face = get("dominato")
    alike = replace(face, words=replace(face.words, scenario=lambda scenario: "Rows"))
    own = {key: face.words.scenario(face.game.rules.load_scenario(text)) for key, text in face.game.scenarios.items()}

    assert face.scenario_names() == own
    assert alike.scenario_names() == {"two": "Rows, 2 players", "three": "Rows, 3 players", "four": "Rows, 4 players"}
    for each in all_faces():
        assert len(set(each.scenario_names().values())) == len(each.game.scenarios), each.game.key


def test_an_option_is_called_in_the_readers_language_where_a_catalogue_has_its_name():
    class Weekly(Struct, frozen=True):
        weeks: int = 4

    label = made_from(Weekly)(None).fields["weeks"].label

    assert str(label) == "Weeks"
    with override("fr"):
        assert str(label) == "Semaines"
