"""A call ends within its limits of time and bytes for every behaviour of the server."""

import logging

import pytest

from games.platform.work import outside
from tests.games.platform.work import odd_server as odd
from tests.games.platform.work.odd_server import serving


def call(server, **more):
    return outside.call(server.parts, **{"patience": 10, "anywhere": True, **more})


def test_an_answer_comes_back_whole():
    with serving(odd.answers) as server:
        answer = call(server, method="POST", body=b"{}")

    assert (answer.status, answer.headers, answer.content) == (200, {"content-length": "2"}, b"{}")
    assert server.asked == ["POST /x HTTP/1.1"]


@pytest.mark.parametrize("content", [True, False])
@pytest.mark.parametrize("behaviour", [odd.never_answers, odd.drips_status, odd.drips_headers])
def test_a_server_without_a_whole_head_in_time_is_left(behaviour, content):
    with serving(behaviour) as server:
        with pytest.raises(outside.TooSlow):
            call(server, patience=0.5, content=content)

        assert server.ended == 0


@pytest.mark.parametrize("behaviour", [odd.drips_body, odd.drips_chunks])
def test_a_server_that_drips_its_content_is_left(behaviour):
    with serving(behaviour) as server:
        with pytest.raises(outside.TooSlow):
            call(server, patience=0.5)

        assert server.ended == 0


def test_content_that_nobody_wants_is_not_waited_for():
    with serving(odd.drips_body) as server:
        answer = call(server, content=False)

        assert (answer.status, answer.content, server.ended) == (200, b"", 0)


@pytest.mark.parametrize("behaviour", [odd.huge_body, odd.huge_without_length, odd.huge_chunks])
def test_of_100_mb_no_more_is_read_than_the_caller_wants(behaviour):
    with serving(behaviour) as server:
        with pytest.raises(outside.TooLong):
            call(server, longest=odd.MB, patience=60)

        assert (server.ended, server.sent < odd.HUGE / 2) == (0, True)


def test_headers_without_an_end_are_left():
    with serving(odd.huge_headers) as server:
        with pytest.raises(outside.CallFault) as fault:
            call(server, longest=odd.MB, patience=60)

        assert fault.value.code in ("too_long", "away")
        assert (server.ended, server.sent < odd.HUGE / 2) == (0, True)


def test_a_connection_that_is_reset_is_away_and_the_next_call_is_answered():
    with serving(odd.resets, odd.answers) as server:
        with pytest.raises(outside.Away) as fault:
            call(server)

        assert fault.value.detail in ("ConnectionResetError", "RemoteDisconnected")
        assert call(server).content == b"{}"


@pytest.mark.parametrize("behaviour", [odd.is_cut, odd.is_no_http])
def test_an_answer_that_is_cut_or_no_http_is_none(behaviour):
    with serving(behaviour) as server, pytest.raises(outside.Away):
        call(server)


def test_redirections_are_followed_on_the_same_host_only_and_when_they_are_allowed():
    with serving(odd.answers) as other:
        for target, redirects, asked in (
            ("/y", 1, ["GET /x HTTP/1.1", "GET /y HTTP/1.1"]),
            ("/y", 0, ["GET /x HTTP/1.1"]),
            (other.url, 1, ["GET /x HTTP/1.1"]),
        ):
            with serving(odd.sends_to(target), odd.answers) as server:
                answer = call(server, redirects=redirects)

            assert (answer.status, server.asked) == (200 if len(asked) == 2 else 302, asked)
        assert other.asked == []


def test_redirections_of_what_writes_are_not_followed():
    with serving(odd.sends_to("/y"), odd.answers) as server:
        answer = call(server, method="POST", body=b"{}", redirects=3)

    assert (answer.status, server.asked) == (302, ["POST /x HTTP/1.1"])


@pytest.mark.parametrize("target", ["http://[", "/é", "/with a blank"])
def test_a_redirection_that_is_no_address_is_no_answer(target):
    with serving(odd.sends_to(target), odd.answers) as server, pytest.raises(outside.Away):
        call(server, redirects=1)

    assert server.asked == ["GET /x HTTP/1.1"]


@pytest.mark.parametrize("target", ["//127.0.0.1:99999/", "https://127.0.0.1/", "file:///etc/passwd", ""])
def test_a_redirection_elsewhere_is_the_answer(target):
    with serving(odd.sends_to(target), odd.answers) as server:
        assert call(server, redirects=1).status == 302

    assert server.asked == ["GET /x HTTP/1.1"]


def test_a_redirection_in_a_circle_ends():
    with serving(odd.sends_to("/x")) as server:
        assert call(server, redirects=3).status == 302

    assert len(server.asked) == 4


def test_the_log_names_host_and_reason_and_nothing_secret(caplog):
    caplog.set_level(logging.INFO)
    with serving(odd.resets) as server:
        parts = server.parts._replace(path="/s3cret-path", query="token=s3cret")
        with pytest.raises(outside.Away) as fault:
            outside.call(parts, headers={"Authorization": "Bearer s3cret"}, patience=10, anywhere=True)

    assert f"call to 127.0.0.1:{server.port}: away {fault.value.detail}" in caplog.messages
    assert "s3cret" not in caplog.text + str(fault.value) + repr(fault.value)


@pytest.mark.parametrize("scheme", ["ftp", "file", "ws", ""])
def test_nothing_but_http_is_asked(scheme):
    with serving(odd.answers) as server, pytest.raises(outside.Refused):
        outside.call(server.parts._replace(scheme=scheme), patience=5, anywhere=True)

    assert server.asked == []
