"""The real web server with slow clients, accidental and hostile."""

import re
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

import pytest

from domego_site import paths, web_server
from tests.site import serving

HOST = b"Host: 127.0.0.1\r\n"
POST = b"POST /sign-in/ HTTP/1.1\r\n" + HOST + b"Content-Type: application/x-www-form-urlencoded\r\n"
BEGINNINGS = {
    "header": b"GET / HTTP/1.1\r\n" + HOST + b"X-Slow: a",
    "body": POST + b"Content-Length: 1000\r\n\r\na",
    "answer": b"GET /static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js HTTP/1.1\r\n" + HOST + b"\r\n",
    "idle": b"GET /livez HTTP/1.1\r\n" + HOST + b"\r\n",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    # DEBUG serves the static files where they lie, one of which is large.
    with serving.web_server(tmp_path_factory.mktemp("web"), DEBUG="1") as server:
        yield server


@pytest.fixture(scope="module")
def impatient(tmp_path_factory):
    options = ("--worker-class", "tests.site.impatient_server.WebWorker")
    with serving.web_server(tmp_path_factory.mktemp("web"), *options, DEBUG="1") as server:
        yield server


def slow(server, beginning):
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(serving.PATIENCE)
    connection.connect(("127.0.0.1", server.port))
    connection.sendall(beginning)
    return connection


def seconds_of_an_answer(server):
    began = time.monotonic()
    connection = HTTPConnection("127.0.0.1", server.port, timeout=serving.PATIENCE)
    connection.request("GET", "/sign-in/")
    assert connection.getresponse().status == 200
    connection.close()
    return time.monotonic() - began


def test_two_hundred_slow_clients_of_each_kind_keep_nobody_waiting(server):
    connections = [slow(server, beginning) for beginning in BEGINNINGS.values() for _ in range(200)]
    for begun in connections[400:]:
        assert begun.recv(1) == b"H"  # of its answer, which it never takes whole or leaves without another question

    with ThreadPoolExecutor(4) as others:
        waited = list(others.map(seconds_of_an_answer, [server] * 50))

    for connection in connections:
        connection.close()
    # A thread that one of them held would be free after that; a busy machine has time enough for the others.
    assert [seconds for seconds in waited if seconds > web_server.SECONDS["header"]] == []


@pytest.mark.parametrize("kind", ["header", "body", "idle"])
def test_who_is_slower_than_the_limit_is_cut_off(impatient, kind):
    with slow(impatient, BEGINNINGS[kind]) as connection:
        while connection.recv(65536):
            pass


def test_a_byte_now_and_then_does_not_move_the_limit(impatient):
    with slow(impatient, BEGINNINGS["header"]) as connection:
        until = time.monotonic() + serving.PATIENCE
        connection.settimeout(0.5)
        while time.monotonic() < until:
            try:
                connection.sendall(b"a")
                if connection.recv(100) == b"":
                    return
            except TimeoutError:
                continue
            except (BrokenPipeError, ConnectionResetError):
                return
    raise AssertionError("still open")


def test_a_connection_lasts_from_one_question_of_a_page_to_the_next(impatient):
    """The limit is counted from the last response, even after a 304, which has no length."""
    connection = HTTPConnection("127.0.0.1", impatient.port, timeout=serving.PATIENCE)
    connection.connect()
    kept = connection.sock
    for _ in range(4):
        connection.request(
            "GET", "/static/shell/icon.svg", headers={"If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"}
        )
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (304, b"")
        assert connection.sock is kept
        time.sleep(1.5)
    connection.close()


def test_the_server_waits_longer_than_any_page_between_two_questions():
    script = (paths.BASE_DIR / "games/static/shell/js/poll.js").read_text()
    longest = re.search(r"longestWait = (\d+)", script)

    assert longest is not None
    assert int(longest[1]) < web_server.SECONDS["idle"]


@pytest.mark.parametrize("length", [b"Content-Length: 300000000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n"])
def test_a_body_beyond_the_limit_is_refused_and_not_kept(server, length):
    before = server.memory()
    chunk = b"100000\r\n" + b"a" * 2**20 + b"\r\n"
    sent = 0
    with slow(server, POST + length) as connection:
        try:
            while sent < 300:
                connection.sendall(chunk)
                sent += 1
        except (BrokenPipeError, ConnectionResetError):
            pass

    assert sent < 50
    assert server.memory() - before < 50 * 1024


def test_who_declares_too_much_is_told_at_once(server):
    with slow(server, POST + b"Content-Length: 300000000\r\n\r\n") as connection:
        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")


def test_headers_beyond_the_limit_are_refused(server):
    with slow(server, b"GET / HTTP/1.1\r\nX: " + b"a" * web_server.HEADER_BYTES) as connection:
        assert connection.recv(100).split()[1] == b"431"


def test_a_server_that_stops_ends_idle_connections_and_answers_what_has_begun(tmp_path):
    with serving.web_server(tmp_path) as server:
        idle, begun = slow(server, BEGINNINGS["idle"]), slow(server, POST + b"Content-Length: 2\r\n\r\na")
        assert idle.recv(1) == b"H"

        server.process.send_signal(signal.SIGQUIT)

        while idle.recv(65536):
            pass
        begun.sendall(b"=")
        assert begun.recv(100).startswith(b"HTTP/1.1 403 ")
        assert server.process.wait(serving.PATIENCE) == 0
        idle.close()
        begun.close()


def test_gunicorn_exchanges_its_processes_without_a_failed_request(tmp_path):
    with serving.web_server(tmp_path) as server:
        visitors = [serving.Visitor(server.port) for _ in range(4)]
        for visitor in visitors:
            visitor.start()
        for _ in range(2):
            before = server.children()
            server.process.send_signal(signal.SIGHUP)
            until = time.monotonic() + serving.PATIENCE
            while before & server.children() and time.monotonic() < until:
                time.sleep(0.1)
            assert not before & server.children()
        for visitor in visitors:
            visitor.is_leaving = True
            visitor.join(serving.PATIENCE)

    answers = {answer for visitor in visitors for answer in visitor.answers}
    assert answers == {200, 403}  # a form without its token is refused by the site itself
