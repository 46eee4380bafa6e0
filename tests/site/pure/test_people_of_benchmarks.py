"""The people of `python -m benchmarks.decision` read answers as browsers do. The search for tables finds the most."""

import asyncio
import gzip
import math
import random
from dataclasses import replace

import pytest

from benchmarks import _humane
from benchmarks._client import LOST, Line, Stream, Tally
from benchmarks._crowd import KINDS, Playing
from benchmarks._figures import Figures, Kind, kind_of, share_of
from benchmarks._players import forms_in, parsed, proposed
from benchmarks.chaos import players

PAGE = """
<form method="post" action="/language/"><button name="language" value="fr">Français</button></form>
<form method="post" action="/matches/3/play/#decision" id="allocate" data-key="owner&gt;inspector">
  <input type="hidden" name="key" value="3/owner&gt;inspector">
  <input type="hidden" name="csrfmiddlewaretoken" value="x">
  <input type="number" name="money" min="0" max="9" value="2"><input name="gone" value="1" disabled>
  <label><input type="radio" name="card" value="a"><b>A</b></label><input type="radio" name="card" value="b" checked>
  <input type="checkbox" name="yes" value="1" checked><input type="checkbox" name="no" value="1">
  <select name="role"><option value="">–</option><option value="owner" selected>Owner</option>
  <option value="late" disabled>Late</option></select><svg><path d="M0 0"/></svg>
  <button type="button">Less</button><button name="preview" value="1">Look</button>
  <button name="go" value="é">Go</button>
</form>
<form method="post" action="/matches/3/play/#talk"><input type="hidden" name="key" value="4"></form>
<form method="post" action="/matches/3/talk/"><input name="key" value="4"><button>Say</button></form>
<p>/play/ is an address</p>
"""


def test_forms_are_those_of_the_other_reader():
    usual = [form for form in players.forms_in(PAGE) if form.action.endswith("/play/")]

    assert [parsed(each) for each in forms_in(PAGE.encode())] == [usual[0], None]


def test_the_proposal_of_a_form_is_the_first_option_and_no_preview():
    form = parsed(forms_in(PAGE.encode())[0])

    assert proposed(form, random.Random(1)) == {
        "key": "3/owner>inspector",
        "csrfmiddlewaretoken": "x",
        "money": "2",
        "card": "a",
        "yes": "1",
        "role": "",
        "go": "é",
    }


async def served(script, *, requests):
    """The answers to requests for /1, /2 ... on one `Line`. The server sends the parts of `script` for each request.
    After a None it closes the connection.
    """

    async def serve(reader, writer):
        while head := await reader.readuntil(b"\r\n\r\n"):
            for part in script[int(head.split()[1][1:])]:
                if part is None:
                    writer.close()
                    return
                writer.write(part)
                await writer.drain()
                await asyncio.sleep(0.01)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    line = Line(server.sockets[0].getsockname()[1])
    async with server:
        try:
            return [await line.ask(f"GET /{number} HTTP/1.1\r\n\r\n".encode()) for number in requests]
        finally:
            line.close()


def test_answers_are_read_whatever_says_their_length():
    packed = gzip.compress(b"a page " * 1000)
    script = {
        1: [b'HTTP/1.1 200 OK\r\nETag: "7-a"\r\nContent-Len', b"gth: 5\r\n\r\nhel", b"lo"],
        2: [b"HTTP/1.1 304 Not Modified\r\nX-Again: 9.5\r\n\r\n"],
        3: [b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", b"2\r\nde\r\n0\r\n\r\n"],
        4: [b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\ncontent-length: %d\r\n\r\n" % len(packed), packed],
        5: [b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nto the ", b"end", None],
        6: [b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", None],
    }

    answers = asyncio.run(served(script, requests=range(1, 7)))

    assert [each.page() for each in answers] == [b"hello", b"", b"abcde", b"a page " * 1000, b"to the end", b""]
    assert [each.status for each in answers] == [200, 304, 200, 200, 200, LOST]
    assert (answers[0].header(b"etag"), answers[1].header(b"x-again"), answers[1].header(b"etag")) == (
        '"7-a"',
        "9.5",
        "",
    )
    assert all(each.seconds > 0 for each in answers[:5])


def test_a_stream_tells_the_newest_revision():
    async def news():
        stream = Stream()
        for part in (
            b'event: hello\ndata: {"match-12": "5"}\n\nevent: news\nda',
            b'ta: {"match-12": "9", "user-1": "+"}\n',
        ):
            stream.data_received(part)
        found = []
        for shown in (8, 9):
            stream.show(shown)
            found.append(await stream.wait([], 0.0, 0.0))
        return found

    assert asyncio.run(news()) == [True, False]


def test_times_are_counted_and_their_shares_found():
    tally = Tally()
    for each in (0.1, 0.2, 0.2, 0.4):
        tally.took("read", each)

    assert (share_of(tally.times["read"], 0.5), share_of(tally.times["read"], 0.95)) == (0.2, 0.4)
    assert kind_of(tally.times["read"]) == Kind(number=4, median=200.0, late=400.0, prompt=0.75)


FIGURES = Figures("", "decision", 100, 40.0, 2.5, 100.0, 200.0, 90.0, {}, 2.0, 50.0, 70.0, {}, {})


class Bearing:
    """A room that answers promptly up to so many tables."""

    def __init__(self, most):
        self.most, self.tables = most, 0

    def open(self, tables):
        self.tables = tables

    def play(self, name, _seconds):
        kind = Kind(100, 100.0, 200.0, 0.96 if self.tables <= self.most else 0.94)
        return replace(FIGURES, name=name, kinds={"read": kind, "decision": kind})


@pytest.mark.parametrize("most", [0, 3, 16, 47, 100, 5000])
def test_the_search_finds_the_most_tables_to_an_eighth(most, capsys):
    found = _humane.humane(Bearing(most), 1.0)["tables"]

    assert found <= most
    assert found >= min(_humane.MOST, most - max(1, math.ceil(most / 8)))


def test_a_failure_is_an_answer_that_comes_too_late():
    kind = Kind(100, 100.0, 200.0, 0.96)
    figures = replace(FIGURES, kinds={"read": kind, "decision": kind})

    assert _humane.is_prompt(replace(figures, answers={"news 200": 100, "post 503": 1}))
    assert not _humane.is_prompt(replace(figures, answers={"news 200": 100, "post 503": 1, "news lost": 1}))


def test_an_ended_group_is_replaced_and_a_closed_one_is_kept(monkeypatch):
    class Group:
        def __init__(self, _port, tally, seconds):
            self.tally, self.seconds = tally, seconds

        async def play(self):
            self.tally.answers["begun"] += 1
            await asyncio.sleep(self.seconds)

    async def play():
        monkeypatch.setitem(KINDS, "short", Group)
        playing = Playing({"kind": "short", "port": 0, "more": {}})
        playing.do({"do": "add", "groups": [0.01, 5, 5, 5]})
        playing.do({"do": "open", "count": 2, "over": 0})
        await asyncio.sleep(0.1)
        begun = playing.do({"do": "report"})
        playing.do({"do": "open", "count": 1, "over": 0})
        return begun["answers"]["begun"], begun["open"], playing.do({"do": "spare"})

    assert asyncio.run(play()) == (3, 2, 2)
