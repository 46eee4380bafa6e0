"""Every refusal of the API has the same shape, for every kind of error."""

import pytest
from django.test import Client, override_settings

from domego_site.cache import ForgivingRedisCache
from games.api.wire import BODY_LIMIT
from tests.games.factories import match_of, person

pytestmark = pytest.mark.django_db

DEEP = b'{"game":' + b"[" * 20_000


@pytest.mark.parametrize(
    "path", ["/nothing", "/matches/", "/matches/x", "/matches/-1", "/matches/" + "9" * 5000, "/%00"]
)
@pytest.mark.parametrize("method", ["get", "post", "put", "delete", "patch"])
def test_an_address_that_does_not_exist_is_404(api, refusal, path, method):
    answer = getattr(api(person()).client, method)(f"/api/v1{path}")

    assert refusal(answer) == (404, "not_found")


@pytest.mark.parametrize("number", [0, 2**31, 2**63, 10**23])
@pytest.mark.parametrize("below", ["", "/history", "/result", "/export", "/messages", "/seats/0/view"])
def test_a_match_that_does_not_exist_is_404_however_large_its_number(api, refusal, number, below):
    assert refusal(api(person()).get(f"/matches/{number}{below}")) == (404, "not_found")


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/v2/matches"])
def test_also_outside_the_version(client, refusal, path):
    answer = client.get(path, follow=True)

    assert refusal(answer) == (404, "not_found")


def test_a_method_that_an_address_does_not_have_is_405(api, refusal):
    answer = api(person()).client.delete("/api/v1/matches")

    assert refusal(answer) == (405, "method_not_allowed")
    assert answer["Allow"] == "GET, POST, HEAD, OPTIONS"


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "multipart/form-data; boundary=x", "nonsense", ""])
def test_a_body_that_is_not_json_is_415(api, refusal, kind):
    answer = api(person()).client.post("/api/v1/matches", b"game=domego", content_type=kind)

    assert refusal(answer) == (415, "unsupported_media_type")


def test_an_answer_other_than_json_is_406(api, refusal):
    assert refusal(api(person()).get("/matches", Accept="text/html")) == (406, "not_acceptable")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"domego"',
        b"\xff\xfe",
        b'{"game": "\xff"}',
        b'{"game": "\\ud800"}',
        b'{"game": "a\\u0000"}',
        b'{"game": 12345678901234567890123}',
        b'{"game": "domego", "seats": [12345678901234567890123]}',
        b'{"game": "domego", "seats": [1e400]}',
        b'{"game": "domego", "options": {"negotiation_minutes": NaN}}',
        b'{"game": "domego", "game": 3}',
        DEEP,
        b'{"game": "domego", "options": ' + b'{"a":' * 10_000,
        *(b'{"game": "domego", "options": ' + b'{"a":' * n + b"1" + b"}" * n + b"}" for n in (32, 100, 300, 600, 900)),
        b"\0" * 100,
    ],
    ids=lambda body: repr(body[:40]),
)
def test_a_body_that_cannot_be_read_is_400(api, refusal, body):
    status, code = refusal(api(person()).post("/matches", body))

    assert (status, code) in {(400, "bad_request"), (400, "bad_options")}


def test_a_body_that_is_too_large_is_413_before_it_is_read(api, refusal):
    assert refusal(api(person()).post("/matches", b" " * (BODY_LIMIT + 1))) == (413, "too_large")


def test_too_many_requests_are_429_with_the_time_to_wait(api, refusal, monkeypatch):
    monkeypatch.setattr("games.api.throttles.PeopleThrottle.rate", "2/min", raising=False)
    program = api(person())

    answers = [program.get("/games/domego") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert refusal(answers[2]) == (429, "throttled")
    assert 0 < int(answers[2]["Retry-After"]) <= 61
    assert answers[2].json()["params"] == {"seconds": int(answers[2]["Retry-After"])}


def test_a_cache_server_that_is_away_switches_limits_off_and_breaks_nothing(api, monkeypatch):
    away = ForgivingRedisCache("redis://127.0.0.1:1/0", {})
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.cache", away)
    monkeypatch.setattr("games.api.throttles.PeopleThrottle.rate", "1/min", raising=False)
    program = api(person())

    assert [program.get("/games/domego").status_code for _ in range(3)] == [200, 200, 200]


def test_a_fault_of_the_program_is_500_and_tells_nothing(api, monkeypatch):
    def broken(*args, **kwargs):
        raise RuntimeError("secret 42")

    monkeypatch.setattr("games.platform.selectors.talk", broken)
    ada = person()
    match = match_of(ada)
    program = api(ada, raise_request_exception=False)

    answer = program.get(f"/matches/{match.pk}/messages")

    assert answer.status_code == 500
    assert b"secret" not in answer.content


@override_settings(ALLOWED_HOSTS=["only.example.org"])
def test_another_host_name_is_refused():
    assert Client().get("/api/v1/games").status_code == 400
