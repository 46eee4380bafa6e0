"""The content of the logs, and the secrets that they never contain."""

import http.client
import io
import json
import logging
import os
import re
import signal
import time
from collections.abc import Iterator

import pytest
from django.core.handlers.exception import convert_exception_to_response
from django.http import Http404, HttpResponse
from django.test import RequestFactory
from django.urls import get_resolver, resolve

from domego_site import log_lines
from domego_site.access_log import RequestNumberMiddleware
from tests.site import serving

SECRETS = [
    route
    for route in sorted(set(log_lines.routes(get_resolver().url_patterns)))
    if any(log_lines.is_secret(part["name"], part["kind"]) for part in log_lines._PART.finditer(route))
]
KNOWN = {"calendar/", "password/", "invited/", "enrol/", "this-is-me/", "projector/", "join/", "invite/", "back/"}
VALUE = re.compile(r"Hidden\w+")


def address(route: str) -> str:
    """A URL of `route` whose parameters are marked as secrets."""
    values = iter(range(100))
    filled = log_lines._PART.sub(lambda part: "1" if part["kind"] == "int" else f"Hidden{next(values)}aBc", route)
    return "/" + filled


@pytest.fixture(params=["text", "json"])
def written(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """All log lines of the block, in one of both formats."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(log_lines.formatter(request.param))
    loggers = [logging.getLogger(), logging.getLogger("django")]
    for logger in loggers:
        logger.addHandler(handler)
    yield stream
    for logger in loggers:
        logger.removeHandler(handler)


def test_the_links_that_let_somebody_in_are_among_the_secrets() -> None:
    assert {route.partition("<")[0] for route in SECRETS} >= KNOWN


@pytest.mark.parametrize("route", SECRETS)
def test_no_log_shows_the_secret_of_a_link(route: str, written: io.StringIO, settings, rf: RequestFactory) -> None:
    """An access line, a missing page, and a fault that quotes the secret in its message and traceback."""
    settings.ACCESS_LOG = True
    path = address(route)

    def fails(request):
        request.resolver_match = resolve(path)
        raise ValueError("This is wrong: " + ", ".join(map(str, request.resolver_match.kwargs.values())))

    def misses(request):
        request.resolver_match = resolve(path)
        raise Http404

    for view in (fails, misses):
        RequestNumberMiddleware(convert_exception_to_response(view))(
            rf.get(path, {"token": "HiddenQuery", "next": path})
        )
    logging.getLogger("elsewhere").error("A mail with https://games.example.org%s?code=HiddenCode was refused", path)

    assert VALUE.findall(written.getvalue()) == []
    assert "ValueError: This is wrong: " in written.getvalue()
    assert log_lines.MASK in written.getvalue()


def test_a_part_of_a_signed_value_is_hidden_as_the_whole_is(written: io.StringIO, rf: RequestFactory) -> None:
    request = rf.get("/games/", {"token": "12:HiddenTime:HiddenMark"}, HTTP_AUTHORIZATION="Token HiddenToken")
    request.COOKIES["sessionid"] = "HiddenCookie"

    def tells(request):
        logging.getLogger("elsewhere").error('Signature "HiddenMark", HiddenCookie and HiddenToken of 12 do not match')

    with pytest.raises(TypeError):  # it answers nothing
        RequestNumberMiddleware(tells)(request)

    assert VALUE.findall(written.getvalue()) == []
    assert 'Signature "***", *** and *** of 12' in json.dumps(written.getvalue()).replace("\\", "")


@pytest.mark.parametrize(
    ("is_behind", "given", "is_taken"),
    [
        (True, "front-0123456789", True),
        (True, "two\nlines", False),
        (True, "a" * 65, False),
        (False, "front-0123456789", False),
    ],
)
def test_the_number_of_a_request_is_the_fronts_where_there_is_one(rf, domego, is_behind, given, is_taken) -> None:
    domego.BEHIND_PROXY = is_behind
    answer = RequestNumberMiddleware(lambda request: HttpResponse())(rf.get("/", HTTP_X_REQUEST_ID=given))

    assert (answer["X-Request-ID"] == given) == is_taken
    assert re.fullmatch(r"[A-Za-z0-9._-]{8,64}", answer["X-Request-ID"])


def test_each_line_of_the_real_server_is_an_object_with_zone_and_number(tmp_path) -> None:
    with serving.web_server(tmp_path, ACCESS_LOG="1", LOG_FORMAT="json") as server:
        asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=serving.PATIENCE)
        asked.request("GET", "/enrol/HiddenCode/?token=HiddenToken")
        answer = asked.getresponse()
        answer.read()
        asked.close()
        number = answer.headers["X-Request-ID"]
        os.kill(server.children().pop(), signal.SIGKILL)  # of which gunicorn tells
        until = time.monotonic() + serving.PATIENCE
        while "gunicorn.error" not in server.output.read_text() and time.monotonic() < until:
            time.sleep(0.1)
        text = server.output.read_text()

    lines = [json.loads(line) for line in text.splitlines()]
    assert VALUE.findall(text) == []
    assert {line["time"][-6] for line in lines} <= {"+", "-"}
    assert [line["message"] for line in lines if line["request"] == number and "django" in line["logger"]] == [
        "Not Found: /enrol/***/"
    ]
    (access,) = (line for line in lines if line["logger"] == "domego_site.access")
    assert access == access | {"request": number, "method": "GET", "path": "/enrol/***/", "status": 404}
    assert "gunicorn.error" in {line["logger"] for line in lines}
