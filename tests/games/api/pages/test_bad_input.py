"""200 wrong bodies for each address that takes one: each is refused in the one shape and changes nothing."""

import json
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Match, Message
from tests.games.api.conftest import shape_of
from tests.games.factories import match_of, person, record_of

pytestmark = pytest.mark.django_db

two_hundred = settings(
    max_examples=200,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)

surrogates = st.text(st.characters(categories=["Cs"]), min_size=1, max_size=3)
unreadable = st.text().map(lambda text: text + "\0") | surrogates | st.integers(500, 5000).map("x".__mul__)
numbers = st.integers(10**18, 10**23) | st.integers(-(10**23), -1) | st.floats()
scalars = st.booleans() | numbers | unreadable
junk = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3)
        | st.dictionaries(st.text(max_size=9) | unreadable, inner, min_size=1, max_size=3)
    ),
    max_leaves=6,
)
"""JSON that no field of any body takes."""


@st.composite
def wrong(draw, valid):
    """A body with one fault at least: another type, a missing or unknown field, or bytes that are no JSON."""
    how = draw(st.sampled_from(["bytes", "json", "field", "missing", "unknown", "cut"]))
    if how == "bytes":
        return draw(st.binary(max_size=200).filter(lambda body: not body.strip().startswith(b"{")))
    if how == "json":
        return json.dumps(draw(junk)).encode()
    body = dict(valid)
    name = draw(st.sampled_from(sorted(body)))
    if how == "cut":
        text = json.dumps(body).encode()
        return text[: draw(st.integers(0, len(text) - 1))]
    if how == "missing":
        del body[draw(st.sampled_from(sorted(set(body) & REQUIRED)))]
    elif how == "unknown":
        body[draw(st.text(min_size=1).filter(lambda word: word not in body))] = draw(junk)
    else:
        body[name] = draw(junk)
    return json.dumps(body).encode()


REQUIRED = {"username", "password", "game", "text", "key", "move"}
MOVE = {"key": "activity-1/buy/owner", "submission_id": "one", "move": {"kind": "buy", "quantity": 1}}
ALLOWED = {400, 409, 413, 422}


@pytest.fixture
def ada(client):
    ada = person()
    client.force_login(ada)
    return ada


@pytest.fixture
def match(ada):
    """One match for all examples of a test: no example may change it."""
    return match_of(ada, scenario="pair")


def refused(client: Client, path: str, body: bytes) -> None:
    cache.clear()  # the limit on requests is not the matter here
    answer = client.post(path, body, content_type="application/json")
    status, _code = shape_of(answer)
    assert status in ALLOWED, (status, answer.content)


@two_hundred
@given(body=wrong(MOVE))
def test_wrong_moves(client, match, body):
    before = record_of(match)

    refused(client, f"/api/v1/matches/{match.pk}/seats/0/moves", body)

    assert record_of(match) == before


@two_hundred
@given(kind=st.sampled_from(["buy", "offer", "accept", "allocate", "break_off"]), more=junk)
def test_wrong_values_in_moves_of_every_kind(client, match, kind, more):
    before = record_of(match)
    body = {**MOVE, "move": {"kind": kind, "quantity": more, "price": more}}

    refused(client, f"/api/v1/matches/{match.pk}/seats/0/moves", json.dumps(body).encode())

    assert record_of(match) == before


@two_hundred
@given(body=wrong({"game": "domego", "scenario": "classic", "seats": [0], "bots": [""], "options": {}, "title": "x"}))
def test_wrong_new_matches(client, ada, body):
    refused(client, "/api/v1/matches", body)

    assert Match.objects.count() == 0


@two_hundred
@given(body=wrong({"text": "Hello", "seat": 0}))
def test_wrong_messages(client, match, body):
    before = record_of(match)

    refused(client, f"/api/v1/matches/{match.pk}/messages", body)

    assert record_of(match) == before
    assert Message.objects.count() == 0


@two_hundred
@given(body=wrong({"username": "ada", "password": "secret"}))
def test_wrong_sign_ins(client, body):
    refused(client, "/api/v1/token", body)


READ = ["", "/history", "/messages", "/result", "/export", "/seats/0/view", "/seats/0/prompts", "/seats/0/choices"]
WORDS = st.text(max_size=30) | unreadable | st.integers(-5, 10**23).map(str)


@two_hundred
@given(
    what=st.sampled_from(READ),
    query=st.dictionaries(st.sampled_from(["before", "turn", "seat", "key", "status", "format"]), WORDS),
)
def test_wrong_queries_are_refused_or_ignored(client, match, what, query):
    before = record_of(match)
    cache.clear()

    answer = client.get(
        f"/api/v1/matches/{match.pk}{what}", {k: v.encode("utf-8", "replace") for k, v in query.items()}
    )

    assert answer.status_code in {200, 400, 404, 409, 414}
    if answer.status_code != 200:
        shape_of(answer)
    assert record_of(match) == before


@two_hundred
@given(
    match=st.integers(0, 10**30) | st.text(max_size=20),
    seat=st.integers(0, 10**30) | st.text(max_size=20),
    what=st.sampled_from(["view", "prompts", "choices", "moves"]),
)
def test_wrong_addresses_are_not_found(client, ada, match, seat, what):
    cache.clear()
    path = f"/api/v1/matches/{quote(str(match), safe='')}/seats/{quote(str(seat), safe='')}/{what}"

    assert shape_of(client.get(path))[0] in {404, 405}


def test_every_operation_that_takes_a_body_is_tried_here(client):
    schema = client.get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"}).json()
    takes = {path for path, methods in schema["paths"].items() for each in methods.values() if "requestBody" in each}
    takes = {
        path for path in takes if not path.startswith(("/api/v1/courses", "/api/v1/sessions", "/api/v1/scenarios"))
    }

    seat = "/api/v1/matches/{match_id}/seats/{seat}"
    assert takes == {"/api/v1/token", "/api/v1/matches", "/api/v1/matches/{match_id}/messages", f"{seat}/moves"}
