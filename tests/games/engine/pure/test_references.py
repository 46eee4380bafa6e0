"""References of a Domego scenario follow the items that they mean, and go with them."""

import msgspec
import pytest

from games.engine.editing import apply
from games.engine.fields import fields_of
from games.engine.references import GONE, identity, ids, insert, is_numbered, move, remove
from games.engine.registry import load
from tests.games.catalogue.domego.projects import project

DOMEGO = load("domego")
ROOT = fields_of(type(DOMEGO.shipped("")))
CLASSIC = msgspec.json.decode(next(iter(DOMEGO.scenarios.values())))
ACTIVITIES, ROLES, CONTRACTS = (ROOT.inner(name) for name in ("activities", "roles", "standard_contracts"))


def made(changes, data):
    for change in changes:
        data = apply(data, change)
    return data


def small():
    """Three activities and three roles, with a reference of each kind."""
    words = {"en": "", "fr": ""}
    part = {"required": 1, "risk": [], "delay": []}
    return {
        "roles": [
            {"id": "owner", "name": words, "engaged_by": None},
            {"id": "lead", "name": words, "engaged_by": "owner"},
            {"id": "firm", "name": words, "engaged_by": "lead"},
        ],
        "standard_contracts": [
            {"payer": "owner", "payee": "lead", "low": 1, "high": 2},
            {"payer": "lead", "payee": "firm", "low": 1, "high": 2},
        ],
        "activities": [
            {"number": 1, "participants": [{"role": "lead", **part}], "special": ["negotiate:owner>lead"]},
            {"number": 2, "participants": [{"role": "firm", **part}], "special": ["buy:firm", "negotiate:lead>firm"]},
            {"number": 3, "participants": [{"role": "lead", **part}, {"role": "firm", **part}], "special": []},
        ],
        "risk_cards": [
            {"id": "01", "activity": 1, "effects": [{"op": "delay", "days": 1, "activity": 3}]},
            {"id": "02", "activity": 2, "effects": [{"op": "money", "role": "firm", "amount": 1}]},
            {"id": "03", "activity": 3, "effects": [{"op": "delay", "days": 2}, {"op": "risk", "activity": 2}]},
        ],
        "staged_payments": {"owner>lead": {"2": 40, "3": 60}, "lead>firm": {"3": 100}},
    }


def figures(data):
    """The activities of cards and effects, and the staged payments."""
    return (
        [(card["id"], card["activity"], [effect.get("activity") for effect in card["effects"]])
         for card in data["risk_cards"]],
        data["staged_payments"],
    )  # fmt: skip


def test_removing_an_activity_renumbers_later_ones_with_their_cards_effects_and_payments():
    after = made(remove(ROOT, small(), "activities", 1), small())

    assert [(each["number"], each["special"]) for each in after["activities"]] == [
        (1, ["negotiate:owner>lead"]),
        (2, []),
    ]
    assert figures(after) == (
        [("01", 1, [2]), ("03", 2, [None])],
        {"owner>lead": {"2": 60}, "lead>firm": {"2": 100}},
    )


def test_removing_a_role_takes_everything_that_names_it():
    after = made(remove(ROOT, small(), "roles", 2), small())

    assert [each["id"] for each in after["roles"]] == ["owner", "lead"]
    assert [(each["payer"], each["payee"]) for each in after["standard_contracts"]] == [("owner", "lead")]
    assert [[part["role"] for part in each["participants"]] for each in after["activities"]] == [["lead"], [], ["lead"]]
    assert [each["special"] for each in after["activities"]] == [["negotiate:owner>lead"], [], []]
    assert [each["effects"] for each in after["risk_cards"]][1] == []
    assert after["staged_payments"] == {"owner>lead": {"2": 40, "3": 60}}


def test_roles_that_were_engaged_by_a_removed_one_stay_and_are_engaged_by_nobody():
    after = made(remove(ROOT, small(), "roles", 1), small())

    assert [(each["id"], each["engaged_by"]) for each in after["roles"]] == [("owner", None), ("firm", None)]


def test_removing_a_contract_takes_its_staged_payments():
    after = made(remove(ROOT, small(), "standard_contracts", 0), small())

    assert after["staged_payments"] == {"lead>firm": {"3": 100}}


def test_removing_a_card_changes_nothing_else():
    changes = remove(ROOT, small(), "risk_cards", 0)

    assert [change.at for change in changes] == ["risk_cards"]
    assert made(changes, small()) == {**small(), "risk_cards": small()["risk_cards"][1:]}


def test_an_activity_moves_with_its_cards_and_payments():
    after = made(move(ROOT, small(), "activities", 0, 2), small())

    assert [(each["number"], each["special"][:1]) for each in after["activities"]] == [
        (1, ["buy:firm"]),
        (2, []),
        (3, ["negotiate:owner>lead"]),
    ]
    assert figures(after) == (
        [("01", 3, [2]), ("02", 1, [None]), ("03", 2, [None, 1])],
        {"owner>lead": {"1": 40, "2": 60}, "lead>firm": {"2": 100}},
    )


def test_a_new_activity_shifts_later_ones_with_their_cards():
    after = made(insert(ROOT, small(), "activities", 1, {"number": 1, "special": []}), small())

    assert [each["number"] for each in after["activities"]] == [1, 2, 3, 4]
    assert figures(after) == (
        [("01", 1, [4]), ("02", 3, [None]), ("03", 4, [None, 3])],
        {"owner>lead": {"3": 40, "4": 60}, "lead>firm": {"4": 100}},
    )


def test_a_copy_of_an_activity_leaves_cards_and_payments_at_the_first_one():
    after = made(insert(ROOT, small(), "activities", 2, small()["activities"][1]), small())

    assert [each["number"] for each in after["activities"]] == [1, 2, 3, 4]
    assert figures(after) == (
        [("01", 1, [4]), ("02", 2, [None]), ("03", 4, [None, 2])],
        {"owner>lead": {"2": 40, "4": 60}, "lead>firm": {"4": 100}},
    )


def test_moving_a_role_changes_the_order_alone():
    after = made(move(ROOT, small(), "roles", 2, 0), small())

    assert after == {**small(), "roles": [small()["roles"][place] for place in (2, 0, 1)]}


def test_removing_one_of_two_roles_with_the_same_id_takes_nothing_else():
    data = small()
    data["roles"].append(data["roles"][2])

    assert made(remove(ROOT, data, "roles", 3), data) == small()


def test_items_and_references_of_other_forms_stay_as_they_are():
    data = {
        **small(),
        "activities": [None, "a text", {"number": "x"}, {"number": 4, "participants": "all", "special": [7, None]}],
        "risk_cards": [{"activity": [4]}, {"activity": 4.0}, {"activity": "4"}, "a text"],
        "staged_payments": {"owner>lead": [4]},
        "unknown": [4],
    }
    after = made(remove(ROOT, data, "activities", 0), data)

    assert after["activities"] == [
        "a text",
        {"number": 2},
        {"number": 3, "participants": "all", "special": [7, None]},
    ]
    assert after["risk_cards"] == [{"activity": [4]}, {"activity": 4.0}, {"activity": "3"}, "a text"]
    assert (after["staged_payments"], after["unknown"]) == ({"owner>lead": [4]}, [4])


def test_a_list_that_no_field_has_loses_the_item_alone():
    data = {**small(), "unknown": [1, 2]}

    assert made(remove(ROOT, data, "unknown", 0), data) == {**small(), "unknown": [2]}


def test_items_are_named_by_the_fields_that_tell_them_apart():
    assert ids(CONTRACTS, small()["standard_contracts"]) == ["owner>lead", "lead>firm"]
    assert (ids(CONTRACTS, None), ids(ROOT.inner("targets"), [1])) == ([], [])
    assert (identity(CONTRACTS, 7), identity(CONTRACTS, {"payer": "a"})) == ("7", "a>")


def test_only_activities_are_named_by_their_places():
    assert [each.name for each in ROOT.fields if each.kind == "list" and is_numbered(each)] == ["activities"]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["activities", "risk_cards"])
def test_what_is_left_of_a_made_up_project_names_nothing_that_is_gone(name, seed):
    data = msgspec.json.decode(project(5, 6, seed))
    assert data[name]
    after = made(remove(ROOT, data, name, 0), data)
    numbers = [each["number"] for each in after["activities"]]

    assert numbers == list(range(1, len(numbers) + 1))
    assert {card["activity"] for card in after["risk_cards"]} <= set(numbers)
    assert {int(at) for shares in after["staged_payments"].values() for at in shares} <= set(numbers)
    assert "GONE" not in str(after)
    assert GONE is not None


def test_the_shipped_scenario_loses_and_gets_back_an_activity():
    changes = remove(ROOT, CLASSIC, "activities", 4)
    after = made(changes, CLASSIC)

    assert len(after["activities"]) == len(CLASSIC["activities"]) - 1
    assert len(after["risk_cards"]) < len(CLASSIC["risk_cards"])
