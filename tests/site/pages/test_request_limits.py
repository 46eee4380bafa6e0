"""Requests that are refused before any view reads them. People get a page, and programs the API's error format."""

import io
import re

import pytest
from django.test import Client
from django.urls import reverse

from domego_site.request_limits import ADDRESS_LIMIT, BODY_LIMIT
from tests.classrooms.factories import course_of
from tests.games.factories import match_of, person

pytestmark = pytest.mark.django_db

HUGE = 2**63


class Untouched:
    """A body of 300 MB. Reading it fails the test."""

    def read(self, *_size):
        raise AssertionError("the body was read")

    readline = readlines = __iter__ = read


def said(answer):
    """(status, heading) of a page, (status, code) of the API."""
    if answer["Content-Type"] == "application/json":
        assert set(answer.json()) == {"code", "message", "params"}
        return answer.status_code, answer.json()["code"]
    heading = re.search(r"<h1>(.*?)</h1>", answer.content.decode())
    return answer.status_code, heading[1] if heading else None


@pytest.mark.parametrize(
    "path",
    [
        "/enrol/%00/",
        "/join/a%00b/",
        "/invite/%00/",
        "/back/%00/",
        "/invited/%00/",
        "/this-is-me/%00/",
        "/projector/%00/",
        "/calendar/%00.ics",
        "/password/%00/%00/",
        f"/matches/{HUGE}/",
        f"/matches/{'9' * 5000}/",
        f"/courses/{HUGE}/people/{HUGE}/",
        f"/enrol/{'x' * 1001}/",
    ],
)
def test_a_path_that_cannot_exist_is_not_found(client, path):
    client.force_login(person())

    assert said(client.get(path)) == (404, "There is nothing at this address")


def test_the_api_says_so_in_its_own_shape(client):
    client.force_login(person())

    assert said(client.get(f"/api/v1/matches/{HUGE}")) == (404, "not_found")
    assert said(client.get("/api/v1/matches?status=%00")) == (400, "bad_request")
    assert said(client.get("/api/v1/matches?" + "x" * ADDRESS_LIMIT)) == (414, "address_too_long")


@pytest.mark.parametrize("where", ["value", "name", "file name"])
def test_nul_in_a_form_is_refused_before_it_is_looked_at(client, where):
    instructor = person()
    client.force_login(instructor)
    course = course_of(instructor)
    file = io.BytesIO(b"a")
    file.name = "a\0.csv"
    form = {"value": {"text": "a\0b"}, "name": {"a\0b": "text"}, "file name": {"file": file}}[where]

    answer = client.post(reverse("classrooms:course-roster", args=[course.pk]), form)

    # Django leaves what cannot be printed out of the name of a file.
    assert answer.status_code == (302 if where == "file name" else 400)


def test_nul_in_a_cookie_is_refused(client):
    client.cookies["sessionid"] = "a\0bcdefgh"

    assert said(client.get("/games/")) == (400, "This request cannot be read")


def test_an_address_that_is_too_long_is_refused(client):
    assert said(client.get("/glossary/", {"q": "x" * ADDRESS_LIMIT})) == (414, "This address is too long")


@pytest.mark.parametrize("path", ["/sign-in/", "/language/", "/games/first/domego/", "/api/v1/token", "/demo/"])
def test_a_body_that_is_too_large_is_refused_without_reading_it(client, path):
    answer = client.generic(
        "POST",
        path,
        content_type="multipart/form-data; boundary=x",
        **{"CONTENT_LENGTH": str(300 * 10**6), "wsgi.input": Untouched()},
    )

    expected = "too_large" if path.startswith("/api/") else "This is too much at once"
    assert said(answer) == (413, expected)


def test_a_page_that_takes_files_reads_more_and_says_its_own_limit():
    instructor = person()
    client = Client()
    client.force_login(instructor)
    list_page = reverse("classrooms:course-roster", args=[course_of(instructor).pk])
    file = io.BytesIO(b"name\n" + b"x" * (BODY_LIMIT + 1))
    file.name = "class.csv"

    answer = client.post(list_page, {"file": file})

    assert answer.status_code == 422
    assert "The file is larger than 1 MB." in answer.content.decode()
    assert client.post(list_page, {"text": "x" * 3 * 2**20}).status_code == 413


def chunked(path, body, **more):
    """A request with a chunked body, as a server passes it on."""
    client = Client()
    return client.generic(
        "POST",
        path,
        **{"CONTENT_TYPE": "application/json", "HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input": body, **more},
    )


def test_a_body_without_a_length_is_counted_while_it_is_read():
    few, many = io.BytesIO(b"{}"), io.BytesIO(b"x" * 3 * BODY_LIMIT)

    assert said(chunked("/api/v1/token", few, **{"wsgi.input_terminated": True})) == (400, "bad_request")
    assert few.tell() == 2
    assert said(chunked("/api/v1/token", many, **{"wsgi.input_terminated": True})) == (413, "too_large")
    assert many.tell() == BODY_LIMIT + 1


def test_where_the_server_does_not_tell_the_end_a_length_is_asked_for():
    assert said(chunked("/api/v1/token", Untouched())) == (411, "length_required")
    assert said(chunked("/sign-in/", Untouched())) == (411, "This request cannot be read")


@pytest.mark.parametrize("length", ["-1", "1e3", "٣", "9" * 5000])
def test_a_length_that_is_none_is_refused(client, length):
    answer = client.generic("POST", "/sign-in/", **{"CONTENT_LENGTH": length, "wsgi.input": Untouched()})

    assert answer.status_code in {400, 413}


@pytest.mark.parametrize("length", [151, 256, 5000])
def test_a_name_longer_than_any_account_has_is_refused_at_the_sign_in(client, length):
    answer = client.post("/sign-in/", {"username": "x" * length, "password": "y"})

    assert list(answer.context["form"].errors) == ["username"]
    assert client.post("/sign-in/", {"username": "y" * 150, "password": "y"}).context["form"].non_field_errors()


def test_staff_on_the_way_to_the_operators_pages_are_sent_to_no_pages_name(client):
    client.force_login(person(is_staff=True, is_superuser=True))

    assert client.get("/admin/login/?next=x")["Location"] == "x"
    assert client.get("/admin/login/?next=https://example.org/")["Location"] == "/admin/"


@pytest.mark.parametrize(("who", "status"), [("nobody", 401), ("stranger", 404), ("observer", 403), ("player", 415)])
@pytest.mark.parametrize("what", ["messages", "seats/0/moves"])
def test_the_api_looks_who_asks_before_it_looks_at_what_is_sent(client, who, status, what):
    people = {name: person() for name in ("stranger", "observer", "player")}
    match = match_of(people["player"])
    match.observers.add(people["observer"])
    if who in people:
        client.force_login(people[who])

    answer = client.post(f"/api/v1/matches/{match.pk}/{what}", b"<a/>", content_type="application/xml")

    assert answer.status_code == status


def test_questions_about_the_page_of_the_api_are_no_fault(client):
    assert client.options("/api/try/").status_code == 405


@pytest.mark.parametrize("language", ["en", "fr"])
def test_pages_of_refusals_are_in_the_readers_language(client, language):
    client.cookies["django_language"] = language

    page = client.get("/glossary/", {"q": "x" * ADDRESS_LIMIT}).content.decode()

    assert f'<html lang="{language}">' in page
    assert ("too long" in page) == (language == "en")
