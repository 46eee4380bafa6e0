"""More requests than a web process can answer: their order, and the response that asks a client to come again."""

from types import SimpleNamespace

import pytest
from waitress.adjustments import Adjustments
from waitress.parser import HTTPRequestParser

from domego_site.turns import COOKIE, LONGEST, PLACE_SECONDS, PLACES, SHORTEST, Line, Rank, rank_of

NOON = 1_800_000_000.0


def request(line="GET /join/", **headers):
    """A parsed request, as the web server sees it."""
    found = HTTPRequestParser(Adjustments())
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    found.received(f"{line} HTTP/1.1\r\nHost: school.example\r\n{more}\r\n".encode())
    return found


def waiting(line, *requests):
    for each in requests:
        line.append(SimpleNamespace(requests=[each]))


def in_turn(line):
    return [line.popleft().requests[0].path for _each in range(len(line))]


def line_at(moment=NOON, *, cost=1.0, threads=4):
    now = SimpleNamespace(moment=moment)
    line = Line(threads, clock=lambda: now.moment, costs=dict.fromkeys(Rank, cost))
    return line, now


def refused(line, asked):
    """The refusal: status, headers and text."""
    status, headers, body = line.refusal(asked).to_response()
    return status, dict(headers), body.decode()


def place_in(headers):
    return headers["Set-Cookie"].partition(";")[0]


@pytest.mark.parametrize(
    ("line", "rank"),
    [
        ("POST /matches/7/decide/", Rank.DECISION),
        ("POST /api/v1/matches/7/seats/0/moves", Rank.DECISION),
        ("GET /livez", Rank.DECISION),
        ("POST /join/ABCDEF/", Rank.SENT),
        ("POST /sign-in/", Rank.SENT),
        ("GET /static/shell/base.css", Rank.SENT),
        ("GET /matches/7/", Rank.PAGE),
        ("HEAD /games/", Rank.PAGE),
        ("GET /api/v1/matches", Rank.PAGE),
        ("GET /matches/7/live/?seat=0", Rank.NEWS),
        ("GET /sessions/3/lobby/live/", Rank.NEWS),
    ],
)
def test_decisions_come_first_and_news_last(line, rank):
    assert rank_of(request(line)) == rank


def test_the_most_urgent_is_answered_first_and_among_pages_the_one_that_waits_longest():
    line, now = line_at()
    for asked in ("GET /matches/1/live/", "GET /a/", "POST /join/A/", "GET /b/", "POST /matches/1/decide/"):
        waiting(line, request(asked))
        now.moment += 1

    assert in_turn(line) == ["/matches/1/decide/", "/join/A/", "/a/", "/b/", "/matches/1/live/"]


def test_a_page_that_would_wait_too_long_says_when_it_comes_again():
    line, _now = line_at()
    waiting(line, *(request("POST /join/A/") for _each in range(28)))

    status, headers, page = refused(line, request())

    assert status.startswith("503")
    assert headers["Retry-After"] == "7"
    assert '<meta http-equiv="refresh" content="7">' in page
    assert "Your place is kept." in page
    assert "This page tries again by itself in 7 seconds." in page


def test_it_says_so_in_the_reader_s_language():
    line, _now = line_at()
    waiting(line, *(request("POST /join/A/") for _each in range(28)))

    by_browser = refused(line, request(Accept_Language="fr-CA,en;q=0.4"))[2]
    by_choice = refused(line, request(Accept_Language="en", Cookie="django_language=fr"))[2]

    assert 'lang="fr"' in by_browser
    assert "Votre place est gardée." in by_browser
    assert by_choice == by_browser


def test_nobody_who_was_asked_to_come_again_is_overtaken_by_a_newcomer():
    line, now = line_at()
    waiting(line, *(request("POST /join/A/") for _each in range(28)))
    _status, headers, _page = refused(line, request())
    for _each in range(20):
        line.popleft()
    now.moment += 7

    waiting(line, request("GET /newcomer/"), request("GET /kept/", Cookie=place_in(headers)))

    assert in_turn(line)[-2:] == ["/kept/", "/newcomer/"]


def test_a_newcomer_waits_for_those_too_who_are_about_to_come_again_and_no_longer_than_they_may():
    line, now = line_at()
    waiting(line, *(request("POST /join/A/") for _each in range(17)))
    places = [refused(line, request())[1] for _each in range(17) if not setattr(now, "moment", now.moment + 0.1)]
    for _each in range(16):
        line.popleft()

    assert line.refusal(request()) is not None
    assert line.refusal(request(Cookie=place_in(places[0]))) is None
    now.moment += LONGEST + SHORTEST + 1
    assert line.refusal(request()) is None


def test_a_place_that_was_used_is_expected_no_more():
    line, now = line_at(NOON + 0.00049)
    waiting(line, *(request("POST /join/A/") for _each in range(28)))
    cookie = place_in(refused(line, request())[1])
    in_turn(line)
    now.moment += 3

    waiting(line, request(Cookie=cookie))
    in_turn(line)

    assert line.wait(Rank.PAGE, now.moment) == 0


@pytest.mark.parametrize("place", ["1.000:forged", "1", "nonsense", "", '"', "1800000000.000:x"])
def test_a_place_that_was_not_given_counts_for_nothing(place):
    line, now = line_at()

    assert line.place_of(request(Cookie=f"{COOKIE}={place}"), Rank.PAGE) == now.moment


def test_a_place_is_kept_for_ten_minutes():
    line, now = line_at()
    waiting(line, *(request("POST /join/A/") for _each in range(28)))
    cookie = place_in(refused(line, request())[1])

    now.moment += PLACE_SECONDS - 1
    kept = line.place_of(request(Cookie=cookie), Rank.PAGE)
    now.moment += 1
    over = line.place_of(request(Cookie=cookie), Rank.PAGE)

    assert (kept, over) == (NOON, now.moment)


@pytest.mark.parametrize("is_https", [True, False])
def test_the_place_is_bound_to_https_where_the_site_is(settings, is_https):
    settings.SESSION_COOKIE_SECURE = is_https
    line, _now = line_at()
    waiting(line, *(request("POST /join/A/") for _each in range(28)))

    assert refused(line, request())[1]["Set-Cookie"].endswith("; Secure") is is_https


def test_programs_keep_their_place_by_their_token_and_are_told_in_their_shape():
    line, now = line_at()
    waiting(line, *(request("POST /join/A/") for _each in range(28)))
    asked = request("GET /api/v1/matches", Authorization="Bearer secret")

    _status, headers, body = refused(line, asked)
    now.moment += 5

    assert headers["Content-Type"] == "application/json"
    assert '"code": "busy"' in body
    assert line.place_of(asked, Rank.PAGE) == NOON
    assert line.place_of(request("GET /api/v1/matches", Authorization="Bearer other"), Rank.PAGE) == now.moment


def test_what_is_sent_waits_as_long_as_it_takes():
    line, _now = line_at(cost=100.0)
    waiting(line, *(request("POST /join/A/") for _each in range(50)))

    assert line.refusal(request("POST /join/A/")) is None
    assert line.refusal(request("POST /matches/1/decide/")) is None


def test_pages_that_ask_for_news_are_told_to_wait_without_a_page():
    line, _now = line_at()
    waiting(line, *(request("POST /join/A/") for _each in range(12)))

    status, headers, body = refused(line, request("GET /matches/1/live/"))

    assert status.startswith("503")
    assert headers["X-Wait"] == "1"
    assert SHORTEST <= int(headers["Retry-After"]) <= LONGEST + SHORTEST
    assert "Set-Cookie" not in headers
    assert body == ""


def test_where_nobody_waits_nobody_is_refused():
    line, _now = line_at(cost=100.0)

    assert line.refusal(request()) is None


def test_the_time_of_answers_is_learnt():
    line, _now = line_at(cost=0.0)
    for _each in range(200):
        line.took(Rank.PAGE, 2.0)

    assert line.costs[Rank.PAGE] == pytest.approx(2.0, rel=0.01)
    assert line.costs[Rank.SENT] == 0.0


def test_a_process_does_not_remember_everybody():
    line, now = line_at(cost=100.0)
    waiting(line, *(request("POST /join/A/") for _each in range(5)))
    for number in range(PLACES + 10):
        now.moment += 0.001
        line.refusal(request("GET /api/v1/matches", Authorization=f"Bearer {number}"))

    assert len(line._expected) == len(line._programs) == PLACES


def test_what_cannot_be_read_is_answered_as_such():
    line, _now = line_at()
    broken = HTTPRequestParser(Adjustments())
    broken.received(b"GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n")

    assert broken.error
    assert rank_of(broken) == Rank.SENT
