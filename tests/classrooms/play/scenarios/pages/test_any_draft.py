"""No data of a draft makes a page fail: pages answer, name its faults, and their buttons change it or refuse."""

import random

import pytest

from classrooms.play.scenarios.queries.pages import root_of
from games.engine import editing
from tests.classrooms.play.scenarios.drafts import data_in, odd_drafts, own_scenario, with_draft
from tests.every_game import GAMES
from tests.games.factories import person

pytestmark = pytest.mark.django_db
DRAFTS = 12
"""Odd drafts of each game, at random places."""


@pytest.fixture
def author(client):
    user = person("author", can_create_courses=True)
    client.force_login(user)
    return user


def status(client, address):
    return client.get(address).status_code


@pytest.mark.parametrize("game", GAMES)
def test_every_page_answers_for_drafts_with_odd_data_at_some_place(client, author, game):
    made = own_scenario(author, game)
    home, found = f"/scenarios/{made.pk}/", {}
    sections = {each.name for each in root_of(game).fields if each.title and each.kind in ("list", "map")}
    drafts = random.Random(game).sample(list(odd_drafts(data_in(made))), DRAFTS)
    for path, draft in drafts:
        with_draft(made, draft)
        section = path[0] if path[0] in sections else "frame"
        for page in (f"edit/{section}/", f"edit/{section}/0/", f"edit/{section}/?find=a&changed=1", "versions/"):
            found[str(path), page] = status(client, home + page)
        found[str(path), "xlsx"] = status(client, f"{home}scenario.xlsx")

    assert {key: code for key, code in found.items() if code not in (200, 404)} == {}
    assert {code for (_path, page), code in found.items() if not page.endswith("/0/")} == {200}


@pytest.mark.parametrize("game", GAMES)
def test_every_button_changes_a_draft_with_odd_data_or_refuses(client, author, game):
    made = own_scenario(author, game)
    found = {}
    for path, draft in random.Random(f"{game} 2").sample(list(odd_drafts(data_in(made))), DRAFTS):
        text = editing.write_path(path)
        for do in (f"add:{path[0]}", f"add:{text}", f"copy:{path[0]}[0]", f"remove:{text}", f"up:{text}"):
            with_draft(made, draft)
            answer = client.post(
                f"/scenarios/{made.pk}/edit/frame/", {"do": do}, headers={"accept": "application/json"}
            )
            found[do, str(path)] = answer.status_code

    assert {key: code for key, code in found.items() if code not in (200, 302, 400)} == {}


ODD = {
    "roles": "all",
    "activities": [None, 7, "a text", {"number": 10**30, "name": "text", "participants": {"a": 1}, "special": [[]]}],
    "risk_cards": {"a": 1},
    "standard_contracts": [{"payer": [], "payee": None, "low": 1.5}],
    "staged_payments": [1, 2],
    "targets": None,
    "prices": "high",
    "name": [],
    "unknown": {"deep": [[[]]]},
}


@pytest.mark.parametrize(
    "page",
    [
        *("edit/frame/", "edit/roles/", "edit/activities/", "edit/activities/3/", "edit/risk_cards/"),
        *("edit/standard_contracts/", "edit/staged_payments/", "edit/activities/?participants=1&special=x"),
        *("edit/risk_cards/?activity=3", "share/", "start/", "trial/", "file/", "versions/", "scenario.json"),
    ],
)
def test_pages_of_a_draft_in_which_nothing_fits_answer(client, author, page):
    made = own_scenario(author, data=ODD)

    assert status(client, f"/scenarios/{made.pk}/{page}") == 200


@pytest.mark.parametrize(
    "page",
    ["edit/activities/4/", "edit/roles/0/", "edit/nothing/", "edit/targets/", "edit/activities/" + "9" * 30 + "/"],
)
def test_a_place_that_is_not_there_has_no_page(client, author, page):
    made = own_scenario(author, data=ODD)

    assert status(client, f"/scenarios/{made.pk}/{page}") == 404


def test_a_fault_of_form_is_mended_at_its_field(client, author):
    made = own_scenario(author, data={**data_in(own_scenario(author)), "targets": "high"})

    client.post(f"/scenarios/{made.pk}/edit/frame/", {"targets.delay": "30", "targets.cost": "", "owner_subsidy": "20"})

    assert data_in(made)["targets"]["delay"] == 30


def test_a_save_of_all_fields_keeps_odd_values_that_nobody_touched(client, author):
    draft = {**data_in(own_scenario(author)), "targets": "high", "owner_subsidy": [1.5], "name": None}
    made = own_scenario(author, data=draft)

    client.post(
        f"/scenarios/{made.pk}/edit/frame/",
        {"targets.delay": "", "targets.cost": "", "owner_subsidy": "", "name.en": "", "prices.any_time": "3"},
    )

    assert data_in(made) == {**draft, "prices": {**draft["prices"], "any_time": 3}}


@pytest.mark.parametrize(
    "text", ["a" * 40 + "]", "activities[", "$", "staged_payments.", "roles[0].name", "roles[99].id"]
)
def test_a_field_that_is_none_is_refused_and_nothing_is_changed(client, author, text):
    made = own_scenario(author)
    before = data_in(made)

    answer = client.post(f"/scenarios/{made.pk}/edit/frame/", {text: "1"}, headers={"accept": "application/json"})

    assert (answer.status_code, data_in(made)) == (400, before)


def test_signs_that_no_database_stores_are_left_out(client, author):
    made = own_scenario(author)

    client.post(f"/scenarios/{made.pk}/edit/frame/", {"name.en": "A\x07B\x1fC"})

    assert data_in(made)["name"]["en"] == "ABC"
    assert status(client, f"/scenarios/{made.pk}/scenario.xlsx") == 200


@pytest.mark.parametrize(
    ("page", "body", "code"),
    [
        ("share/", {"courses": ["9" * 5000, "x", "²"]}, 302),
        ("start/", {"course": "9" * 5000}, 404),
        ("start/", {"course": "9" * 19}, 404),
        ("play/", {"seat": "9" * 5000}, 302),
        ("edit/frame/", {"revision": "9" * 5000, "name.en": "A"}, 302),
        ("title/", {"title": ""}, 302),
        ("versions/99/", {}, 404),
        ("undo/", {"back": "//example.org/"}, 302),
    ],
)
def test_numbers_and_texts_of_any_size_in_forms_are_answered(client, author, page, body, code):
    made = own_scenario(author)

    assert client.post(f"/scenarios/{made.pk}/{page}", body).status_code == code


def test_scenarios_of_a_game_that_is_gone_have_no_pages(client, author):
    made = own_scenario(author)
    made.game, made.token = "gone", "a-token"
    made.save()

    assert [status(client, each) for each in (f"/scenarios/{made.pk}/edit/frame/", "/scenarios/link/a-token/")] == [
        404,
        404,
    ]
    assert client.post(f"/scenarios/{made.pk}/copy/").status_code == 404
    assert status(client, "/scenarios/") == 200


def test_a_scenario_by_a_colleague_who_was_removed_is_readable_and_copied(client, author):
    made = own_scenario(author)
    made.owner, made.token = None, "a-token"
    made.save()

    page = client.get("/scenarios/link/a-token/").content.decode()

    assert ("Made from Classic" in page, "Made by" in page) == (True, False)
    assert client.post("/scenarios/link/a-token/").status_code == 302
