"""More people than the real web server can answer at once: each is asked to come again, and each gets the page."""

import threading
import time
from http.client import HTTPConnection

import pytest

from domego_site import turns
from tests.site import serving

PEOPLE = 60
GONE = 200


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    options = ("--worker-class", "tests.site.full_server.WebWorker")
    with serving.web_server(tmp_path_factory.mktemp("web"), *options) as server:
        yield server


@pytest.fixture(scope="module")
def impatient(tmp_path_factory):
    options = ("--worker-class", "tests.site.impatient_server.WebWorker")
    with serving.web_server(tmp_path_factory.mktemp("web"), *options, ACCESS_LOG="1") as server:
        yield server


def asked(server, method, path, **headers):
    """Status, headers and text of an answer."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=serving.PATIENCE)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, dict(answer.headers), text


class Reader(threading.Thread):
    """A client that opens a page, and again whenever it is asked to."""

    def __init__(self, server, start):
        super().__init__(daemon=True)
        self.server, self.start_at, self.answers, self.places = server, start, [], []

    def run(self):
        self.start_at.wait()
        status, cookie = 503, ""
        while status == 503:
            status, headers, text = asked(self.server, "GET", "/sign-in/", **({"Cookie": cookie} if cookie else {}))
            self.answers.append((status, text))
            if status == 503:
                cookie = headers["Set-Cookie"].partition(";")[0]
                self.places.append(cookie)
                time.sleep(int(headers["Retry-After"]))


def test_everybody_who_is_asked_to_come_again_comes_in_and_keeps_one_place(server):
    start = threading.Barrier(PEOPLE)
    readers = [Reader(server, start) for _each in range(PEOPLE)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join(serving.PATIENCE)

    assert [reader.answers[-1][0] for reader in readers] == [200] * PEOPLE
    told = [text for reader in readers for status, text in reader.answers if status == 503]
    assert told
    assert all("Your place is kept." in text for text in told)
    assert all(len(set(reader.places)) <= 1 for reader in readers)
    assert all(place.startswith(f"{turns.COOKIE}=") for reader in readers for place in reader.places)


def test_whatever_is_sent_meanwhile_is_answered(server):
    start = threading.Barrier(PEOPLE + 1)
    readers = [Reader(server, start) for _each in range(PEOPLE)]
    for reader in readers:
        reader.start()
    start.wait()
    sent = [asked(server, "POST", "/matches/1/decide/")[0] for _each in range(5)]
    for reader in readers:
        reader.join(serving.PATIENCE)

    assert 503 not in sent


def test_a_page_that_nobody_waits_for_any_more_is_not_made(impatient):
    connections = []
    for _each in range(GONE):
        connection = impatient.connect()
        connection.sendall(b"GET /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        connections.append(connection)
    for connection in connections:
        connection.close()
    time.sleep(5)  # for the line to end

    assert asked(impatient, "GET", "/sign-in/")[0] == 200
    assert impatient.output.read_text().count("GET /sign-in/ 200") < GONE // 2
