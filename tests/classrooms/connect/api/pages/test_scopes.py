"""Scopes of tokens: every operation of the API under every scope."""

import json

import pytest
from django.test import Client
from django.urls import resolve

from games.api.scopes import scope_of
from games.platform.hooks import SCOPES
from tests.classrooms.factories import session_of
from tests.games.factories import PASSWORD, person

pytestmark = pytest.mark.django_db

FREE = {("get", "/api/v1/games"), ("get", "/api/v1/games/{game}"), ("post", "/api/v1/token")}
NEEDS = {
    ("get", "/api/v1/courses"): "courses:read",
    ("post", "/api/v1/courses"): "courses:write",
    ("get", "/api/v1/courses/{course_id}"): "courses:read",
    ("get", "/api/v1/courses/{course_id}/people"): "courses:read",
    ("post", "/api/v1/courses/{course_id}/people"): "courses:write",
    ("get", "/api/v1/courses/{course_id}/teams"): "courses:read",
    ("post", "/api/v1/courses/{course_id}/teams"): "courses:write",
    ("get", "/api/v1/courses/{course_id}/sessions"): "sessions:read",
    ("post", "/api/v1/courses/{course_id}/sessions"): "sessions:write",
    ("get", "/api/v1/sessions/{session_id}"): "sessions:read",
    ("post", "/api/v1/sessions/{session_id}/open"): "sessions:write",
    ("post", "/api/v1/sessions/{session_id}/start"): "sessions:write",
    ("post", "/api/v1/sessions/{session_id}/finish"): "sessions:write",
    ("get", "/api/v1/scenarios"): "scenarios:read",
    ("post", "/api/v1/scenarios"): "scenarios:write",
    ("get", "/api/v1/scenarios/{scenario_id}"): "scenarios:read",
    ("put", "/api/v1/scenarios/{scenario_id}"): "scenarios:write",
    ("get", "/api/v1/scenarios/{scenario_id}/trial"): "scenarios:read",
    ("post", "/api/v1/scenarios/{scenario_id}/trial"): "scenarios:write",
    ("get", "/api/v1/sessions/{session_id}/marks"): "grades:read",
    ("get", "/api/v1/sessions/{session_id}/marks/mine"): "grades:read",
    ("get", "/api/v1/sessions/{session_id}/papers"): "papers:read",
    ("post", "/api/v1/sessions/{session_id}/papers"): "papers:read",
    ("get", "/api/v1/sessions/{session_id}/papers/{paper_id}"): "papers:read",
}
"""Everything about courses. All else is play."""


@pytest.fixture
def operations(client):
    schema = client.get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"}).json()
    return {
        (method, path): operation
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if method in {"get", "post", "put", "patch", "delete"}
    }


def test_every_operation_says_which_scope_it_needs(operations):
    said = {place: each["description"].rpartition("Scope: `")[2].rstrip("`.") for place, each in operations.items()}

    needs = {place: NEEDS.get(place, "play") for place in operations if place not in FREE}
    assert {place: scope for place, scope in said.items() if place in needs} == needs
    assert [place for place in FREE if "Scope:" in operations[place]["description"]] == []
    assert set(needs.values()) == set(SCOPES)


def test_a_token_does_what_its_scopes_say_and_nothing_else(operations, program, teacher, course, zoe):
    """The matrix: each operation with a token for each scope alone. Refused is refused before anything is read."""
    play_session = session_of(course, teams=[[zoe]], started=True)
    match = play_session.session_teams.get().match_id
    values = {
        "course_id": course.pk, "session_id": play_session.pk, "paper_id": 1, "match_id": match, "seat": 0, "ask": 1,
        "number": 1, "game": "domego", "scenario_id": 1,
    }  # fmt: skip
    callers = {scope: program(teacher, [scope]) for scope in SCOPES} | {"": program(teacher, [])}
    got, expected = {}, {}
    for method, path in operations:
        if (method, path) in FREE:
            continue
        address = path.removeprefix("/api/v1").format(**values)
        needed = scope_of(resolve(f"/api/v1{address}").func.view_class, method.upper())
        for scope, caller in callers.items():
            answer = getattr(caller, method)(address)
            is_refused = answer.status_code == 403 and answer.json()["code"] == "needs_scope"
            got[method, path, scope] = answer.json()["params"]["scope"] if is_refused else "let through"
            expected[method, path, scope] = "let through" if scope == needed else needed

    assert got == expected


def test_a_token_is_made_for_the_scopes_that_are_named(settings, client):
    person("claire")
    body = {"username": "claire", "password": PASSWORD, "scopes": ["grades:read", "courses:read", "grades:read"]}

    made = client.post("/api/v1/token", json.dumps(body), content_type="application/json").json()

    assert made["scopes"] == ["courses:read", "grades:read"]
    caller = Client(headers={"Authorization": f"Bearer {made['token']}"})
    assert caller.get("/api/v1/courses").status_code == 200
    assert caller.get("/api/v1/matches").json()["params"] == {"scope": "play"}


def test_without_named_scopes_a_token_is_for_everything(client):
    person("claire")
    body = {"username": "claire", "password": PASSWORD}

    made = client.post("/api/v1/token", json.dumps(body), content_type="application/json").json()

    assert made["scopes"] == list(SCOPES)


def test_an_unknown_scope_is_refused(client):
    person("claire")
    body = {"username": "claire", "password": PASSWORD, "scopes": ["everything"]}

    answer = client.post("/api/v1/token", json.dumps(body), content_type="application/json")

    assert (answer.status_code, answer.json()["params"]["field"]) == (400, "scopes")


def test_a_token_of_before_there_were_scopes_works_on(program, teacher):
    caller = program(teacher, None)

    assert [caller.get(path).status_code for path in ("/matches", "/courses")] == [200, 200]


def test_a_browser_needs_no_scope(client, teacher):
    client.force_login(teacher)

    assert client.get("/api/v1/courses").status_code == 200
