"""Scenarios as tables of cells: they come back as they were, and a cell that cannot be read is named."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from games.engine.fields import fields_of
from games.engine.registry import load
from games.engine.workbooks import CellFault, cell_name, data_from, path_key, tables
from tests.every_game import GAMES
from tests.games.catalogue.domego.projects import project

DOMEGO = load("domego")
ROOT = fields_of(type(DOMEGO.shipped("")))
SHIPPED = [(key, name) for key in GAMES for name in {**load(key).scenarios, **load(key).micro}]


def returned(root, data):
    """The data after a workbook. No cell of it has a fault."""
    back, faults = data_from(root, tables(root, data))
    assert faults == []
    return back


@pytest.mark.parametrize(("key", "name"), SHIPPED)
def test_a_shipped_scenario_loads_as_before_from_its_cells(key, name):
    game = load(key)
    text = {**game.scenarios, **game.micro}[name]
    back = returned(fields_of(type(game.shipped(""))), msgspec.json.decode(text))

    assert game.rules.load_scenario(msgspec.json.encode(back).decode()) == game.rules.load_scenario(text)


@settings(max_examples=20)
@given(some.integers(1, 6), some.integers(2, 9), some.integers(0, 10**6))
def test_a_made_up_project_loads_as_before_from_its_cells(roles, activities, seed):
    text = project(roles, activities, seed)
    back = returned(ROOT, msgspec.json.decode(text))

    assert DOMEGO.rules.load_scenario(msgspec.json.encode(back).decode()) == DOMEGO.rules.load_scenario(text)


def test_the_sheets_are_named_by_the_lists_and_begin_with_titles_and_names():
    found = tables(ROOT, msgspec.json.decode(project(2, 3, 1)))

    assert list(found) == ["scenario", "roles", "standard_contracts", "activities", "risk_cards", "staged_payments"]
    assert found["roles"][:2][1][:4] == ["id", "name.en", "name.fr", "start_money"]
    assert found["roles"][0][:4] == ["Short name in files", "Name / English", "Name / French", "Money at the start"]
    assert found["scenario"][:2] == [["Field", "Value"], ["field", "value"]]


def sheet(*cells):
    return [["For people"] * 9, *cells]


def read(**sheets):
    return data_from(ROOT, {name: sheet(*rows) for name, rows in sheets.items()})


def test_single_figures_are_read_from_their_sheet():
    rows = [
        ["field", "value"],
        ["targets.delay", 30],
        [" owner_subsidy ", "20"],
        ["format", "1"],
        ["name.en", 7],
        [None],
    ]

    assert read(scenario=rows) == (
        {"targets": {"delay": 30}, "owner_subsidy": 20, "format": 1, "name": {"en": "7"}},
        [],
    )


def test_each_kind_of_fault_names_its_cell():
    assert read(
        scenario=[["field", "value"], ["targets.delay", "soon"], ["nothing", 1], ["targets", 1], ["a[", 1]],
        roles=[["id", "start_money", "wrong", "objectives", None], ["owner", 1.5, "x", "none", "y"]],
        staged_payments=[["field", "value"], ["a>b.2", "half"]],
    ) == (
        {
            "targets": {"delay": "soon"},
            "roles": [{"id": "owner", "start_money": "1.5", "objectives": []}],
            "staged_payments": {"a>b": {"2": "half"}},
        },
        [
            CellFault("scenario", "B3", "a whole number is needed"),
            CellFault("scenario", "A4", "there is no field of that name"),
            CellFault("scenario", "A5", "there is no field of that name"),
            CellFault("scenario", "A6", "there is no field of that name"),
            CellFault("roles", "C2", "this column has no field of that name"),
            CellFault("roles", "B3", "a whole number is needed"),
            CellFault("roles", "D3", "only - can be here: the list is empty"),
            CellFault("staged_payments", "B3", "a whole number is needed"),
        ],
    )


def test_numbers_of_spreadsheets_are_whole_and_truth_has_several_words():
    utboheme = fields_of(type(load("utboheme").shipped("")))
    rows = [["field", "value"], ["shuffled", "vrai"], ["asides", 0], ["bank", 19.0]]

    assert data_from(utboheme, {"scenario": sheet(*rows)}) == ({"shuffled": True, "asides": False, "bank": 19}, [])
    assert data_from(utboheme, {"scenario": sheet(rows[0], ["asides", "perhaps"])}) == (
        {"asides": "perhaps"},
        [CellFault("scenario", "B3", "true or false is needed")],
    )


def test_lists_inside_an_item_are_closed_and_those_that_no_column_has_are_empty():
    found, faults = read(activities=[["number", "participants[7].role", "participants[2].role"], [1, "b", "a"]])

    assert (found["activities"], faults) == (
        [{"number": 1, "participants": [
            {"role": "a", "risk": [], "delay": []}, {"role": "b", "risk": [], "delay": []},
        ], "special": []}],
        [],
    )  # fmt: skip


def test_places_far_apart_take_no_room():
    heads = [f"participants[{place}].risk[99999][1]" for place in range(99_000, 99_100)]
    found, faults = read(activities=[heads, *([1] * 100 for _row in range(50))])

    assert (len(found["activities"]), len(found["activities"][0]["participants"]), faults) == (50, 100, [])
    assert found["activities"][0]["participants"][0]["risk"] == [[1]]


def test_gaps_in_lists_of_the_first_sheet_are_closed():
    utboheme = fields_of(type(load("utboheme").shipped("")))

    assert data_from(utboheme, {"scenario": sheet([], ["land[7][1]", 4], ["land[3][1]", 5])})[0] == {"land": [[5], [4]]}


def test_empty_lines_and_other_sheets_are_ignored():
    found, faults = read(roles=[["id"], [None], [""], ["a"]], other=[["id"], ["x"]], risk_cards=[])

    assert ([each["id"] for each in found["roles"]], found["risk_cards"], list(found), faults) == (
        ["a"],
        [],
        ["roles", "risk_cards"],
        [],
    )


def test_rows_end_where_a_list_is_too_long():
    found, faults = read(roles=[["id"], *(["x"] for _row in range(1_200))])

    assert (len(found["roles"]), faults) == (1_000, [CellFault("roles", "A1002", "there are too many rows")])


def test_values_of_other_forms_are_kept_where_a_cell_can_hold_them():
    data = {
        "scenario": "x",
        "targets": "none",
        "roles": {"a": 1},
        "activities": [None, 7, {"number": 1.5}],
        "prices": 2,
    }

    found = tables(ROOT, data)

    assert found["scenario"][2:] == [["scenario", "x"], ["targets", "none"], ["prices", 2], ["roles", '{"a":1}']]
    assert found["activities"][1:] == [["number", "value"], [None, None], [None, 7], ["1.5", None]]
    assert tables(ROOT, ["no", "scenario"]) == {"scenario": [["Field", "Value"], ["field", "value"]]}


def test_cells_are_named_as_in_a_spreadsheet():
    assert [cell_name(0, 0), cell_name(6, 1), cell_name(0, 25), cell_name(1, 26), cell_name(0, 702)] == [
        "A1",
        "B7",
        "Z1",
        "AA2",
        "AAA1",
    ]


def test_places_are_sorted_by_number():
    assert sorted([("a", 10), ("a", 9), ("a", "b")], key=path_key) == [("a", 9), ("a", 10), ("a", "b")]


def test_a_row_of_too_many_values_is_kept_and_its_cell_named():
    utboheme = fields_of(type(load("utboheme").shipped("")))
    sheets = tables(utboheme, {"land": [[1, 2, 3]]})

    assert sheets["land"][1:] == [["[0]", "[1]", "[2]"], [1, 2, 3]]
    assert data_from(utboheme, sheets) == (
        {"land": [[1, 2]]},
        [CellFault("land", "C2", "this column has no field of that name")],
    )
