"""Changes from forms: fields, buttons, and the pages to which paths belong. No data of a draft stops them."""

import msgspec
import pytest
from django.utils.translation import override

from classrooms.play.scenarios.queries.comparison import place_words
from classrooms.play.scenarios.queries.pages import place_of, root_of
from classrooms.play.scenarios.services.files import BadFile, data_of_file
from classrooms.play.scenarios.services.posted import distinct, part_changes, posted_changes
from games.engine.editing import BadPath, apply
from games.engine.fields import Field
from games.engine.registry import load
from games.ui.scenario_forms import Forms, name_of, read_value, shown

ROOT = root_of("domego")
CLASSIC = msgspec.json.decode(next(iter(load("domego").scenarios.values())))


def after(data, changes):
    for change in changes:
        data = apply(data, change)
    return data


def posted(data, **values):
    return after(data, posted_changes(ROOT, data, values))


def pressed(data, do):
    return after(data, part_changes(ROOT, data, do))


def test_a_number_is_read_with_spaces_and_signs_and_anything_else_kept_as_a_text():
    number = Field("", "number")

    assert [
        read_value(number, text) for text in (" 1 234 ", "1\u202f234", "+5", "\u22125", "-5", "soon", "1.5", "")
    ] == [
        1234,
        1234,
        5,
        -5,
        -5,
        "soon",
        "1.5",
        "",
    ]


def test_other_fields_are_read_by_their_kind():
    assert read_value(Field("", "number", optional=True), " ") is None
    assert [read_value(Field("", "flag"), text) for text in ("true", "on", "false", "")] == [True, True, False, False]
    assert read_value(Field("", "choice", choices=(1, 2)), "2") == 2
    assert [read_value(Field("", "text", long=long), " a\r\nb ") for long in (False, True)] == ["a\nb", " a\nb "]


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, ""), ([1], ""), ({"a": 1}, ""), (True, "true"), (False, "false"), (1.5, "1.5"), (10**30, "1" + "0" * 30)],
)
def test_a_value_of_any_form_is_shown_as_a_text(value, text):
    assert shown(value) == text


def test_an_item_has_its_name_in_the_readers_language():
    item = {"name": {"de": "Kai", "en": "Quay", "fr": "Quai"}}

    found = []
    for language in ("en", "fr", "fr-x-tu", "en-gb", "es"):
        with override(language):
            found.append(name_of(item))

    assert found == ["Quay", "Quai", "Quai", "Quay", "Kai"]
    assert [name_of(each) for each in ({}, {"name": {}}, {"name": "", "id": 7}, None, "x", {"name": [1]})] == [
        *("", "", "7", "", "x", "[1]"),
    ]


def test_a_missing_object_is_made_around_a_field():
    assert posted({}, **{"targets.delay": "30"})["targets"]["delay"] == 30
    assert posted({"staged_payments": None}, **{"staged_payments.a>b.3": "40"}) == {
        "staged_payments": {"a>b": {"3": 40}}
    }


def test_an_empty_cell_of_a_map_is_taken_out():
    data = {"staged_payments": {"a>b": {"3": 40, "4": 60}}}

    assert posted(data, **{"staged_payments.a>b.3": " ", "staged_payments.a>b.9": ""}) == {
        "staged_payments": {"a>b": {"4": 60}}
    }


def test_a_row_that_is_too_short_or_no_row_is_filled():
    tier = "activities[0].participants[0].risk[0][1]"
    data = {"activities": [{"participants": [{"risk": [[2]]}]}]}

    assert posted(data, **{tier: "3"})["activities"][0]["participants"][0]["risk"] == [[2, 3]]
    data = {"activities": [{"participants": [{"risk": ["x"]}]}]}
    assert posted(data, **{tier: "3"})["activities"][0]["participants"][0]["risk"] == [[1, 3]]


@pytest.mark.parametrize("path", ["targets", "nothing", "roles[9].id", "targets.delay.x", "roles", "roles[0].name[0]"])
def test_only_single_fields_of_existing_items_are_posted(path):
    with pytest.raises(BadPath):
        posted(CLASSIC, **{path: "1"})


@pytest.mark.parametrize("items", [None, "all", 7, {"a": 1}, 1.5])
def test_a_new_item_begins_a_list_where_none_was(items):
    found = pressed({"roles": items}, "add:roles")["roles"]

    assert [each["id"] for each in found] == ["role-2"]


def test_a_copy_has_an_id_of_its_own_and_is_behind_its_source():
    found = pressed(pressed(CLASSIC, "copy:risk_cards[0]"), "copy:risk_cards[0]")["risk_cards"]

    first = CLASSIC["risk_cards"][0]
    assert [{**each, "id": first["id"]} for each in found[:3]] == [first] * 3
    assert len({each["id"] for each in found}) == len(found)


def test_ids_of_odd_forms_do_not_stop_a_new_one():
    part = ROOT.inner("roles")

    assert distinct(part, [{"id": []}, {"id": {}}, None], {"id": ["x"]}) == {"id": ["x"]}
    assert distinct(part, [{"id": ["x"]}], {"id": ["x"]})["id"] != ["x"]


@pytest.mark.parametrize(
    "do",
    ["", "add", "add:", "add:targets", "add:owner_subsidy", "add:nothing", "copy:roles", "copy:roles[99]",
     "remove:targets", "remove:roles[99]", "up:targets.delay", "burn:roles[0]", "add:roles[0]", "copy:unknown[0]"],
)  # fmt: skip
def test_a_button_for_nothing_is_refused(do):
    with pytest.raises(BadPath):
        pressed({**CLASSIC, "unknown": [1]}, do)


def test_the_first_item_stays_first():
    assert part_changes(ROOT, CLASSIC, "up:roles[0]") == []
    assert part_changes(ROOT, CLASSIC, f"down:roles[{len(CLASSIC['roles']) - 1}]") == []


def test_items_inside_items_are_moved_and_taken_out():
    data = {"activities": [{"special": ["buy:a", "buy:b"]}]}

    assert pressed(data, "down:activities[0].special[0]") == {"activities": [{"special": ["buy:b", "buy:a"]}]}
    assert pressed(data, "remove:activities[0].special[0]") == {"activities": [{"special": ["buy:b"]}]}


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("$", ("frame", None)),
        ("", ("frame", None)),
        ("targets.delay", ("frame", None)),
        ("unknown[3]", ("frame", None)),
        ("activities", ("activities", None)),
        ("activities[12].name.en", ("activities", 12)),
        ("activities.a>b", ("activities", None)),
        ("standard_contracts[2].low", ("standard_contracts", None)),
        ("staged_payments.a>b.3", ("staged_payments", None)),
    ],
)
def test_a_fault_of_any_path_has_its_page(path, place):
    assert place_of(ROOT, path) == place


def test_the_largest_scenario_that_loads_is_taken_in():
    part = {"role": "a", "required": 1, "risk": [[1, 1]] * 5, "delay": [[1, 1]] * 5}
    data = {**CLASSIC, "activities": [{"number": n, "participants": [part] * 12} for n in range(40)]}

    assert data_of_file(ROOT, "a.json", msgspec.json.encode(data)) == (data, [])
    with pytest.raises(BadFile):
        data_of_file(ROOT, "a.json", msgspec.json.encode({**data, "more": [[0] * 900] * 60}))


def test_another_number_of_a_list_begins_as_the_last_one_and_has_its_place_in_its_name():
    root = root_of("beer_game")
    data = msgspec.json.decode(load("beer_game").scenarios["promotion"])

    found = after(data, part_changes(root, data, "add:demand.pattern"))

    assert found == data | {"demand": data["demand"] | {"pattern": [*data["demand"]["pattern"], 4]}}
    with override("en"):
        assert Forms(root, data, data, ()).node(("demand", "pattern", 7)).title == "Pallets 8"
        assert place_words("beer_game", root, data, "demand.pattern[7]").endswith(", Pallets by week, Pallets 8")


def test_a_chosen_value_in_a_list_has_the_name_that_its_list_of_choices_shows():
    root = root_of("master_builder")
    data = msgspec.json.decode(load("master_builder").scenarios["village"])

    with override("en"):
        node = Forms(root, data, data, ()).node(("contracts", 2, "sections", 0, "needs"))

    assert [each.title for each in node.children] == ["tradesman", "apprentice"]
