"""Authlib makes its requests by the site's one HTTP client."""

import pytest
from requests import RequestException

from classrooms.people.signing_on import provider_http
from tests.games.platform.work import odd_server as odd
from tests.games.platform.work.odd_server import serving


def ask(server, **more):
    return provider_http.Asking().get(server.url, withhold_token=True, **more)


def test_an_answer_is_what_requests_would_make_of_it():
    with serving(odd.answers) as server:
        answer = ask(server, params={"a": "b c"})

    assert (answer.status_code, answer.json(), answer.headers["Content-length"]) == (200, {}, "2")
    assert server.asked == ["GET /x?a=b+c HTTP/1.1"]


@pytest.mark.parametrize("behaviour", [odd.drips_headers, odd.drips_body, odd.never_answers])
def test_a_provider_that_drips_its_answer_is_left(behaviour, monkeypatch):
    monkeypatch.setattr(provider_http, "PATIENCE", 0.5)
    with serving(behaviour) as server:
        with pytest.raises(RequestException, match="too_slow"):
            ask(server)

        assert server.ended == 0


def test_a_provider_that_sends_100_mb_is_left():
    with serving(odd.huge_body) as server:
        with pytest.raises(RequestException, match="too_long"):
            ask(server)

        assert server.sent < odd.HUGE / 2


def test_a_provider_may_send_to_its_own_host_and_to_no_other(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    with serving(odd.answers) as other, serving(odd.sends_to("/y"), odd.answers) as server:
        assert ask(server).status_code == 200
        server.behaviours = [odd.sends_to(other.url)]
        assert ask(server).status_code == 302

    assert (server.asked[1:], other.asked) == (["GET /y HTTP/1.1", "GET /x HTTP/1.1"], [])
