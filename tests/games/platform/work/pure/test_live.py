"""Streams of news: the hub alone, and the ASGI application as a web server uses it."""

import asyncio
import json

import pytest

from games.platform.work import live, news

TABLE = news.Ticket(7, ("match-3", "user-7"), (3,))


class Page:
    """One open page, with the ASGI messages that it received."""

    def __init__(self, query, method="GET"):
        self.scope = {"type": "http", "method": method, "path": "/", "query_string": query.encode()}
        self.sent = []
        self.left = asyncio.Event()

    async def receive(self):
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        self.sent.append(message)

    @property
    def status(self):
        return self.sent[0]["status"]

    @property
    def events(self):
        text = b"".join(message.get("body", b"") for message in self.sent).decode()
        lines = [event.splitlines() for event in text.split("\n\n") if event]
        return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in lines]


def opened(app, ticket=TABLE):
    page = Page("ticket=" + news.ticket_for(ticket.user_id, ticket.topics, ticket.places))
    return page, asyncio.ensure_future(app(page.scope, page.receive, page.send))


async def settled():
    for _turn in range(5):
        await asyncio.sleep(0)


def run(story):
    asyncio.run(asyncio.wait_for(story, 10))


def test_a_page_is_told_what_is_known_and_then_each_new_revision():
    async def story():
        app = live.Live()
        first, first_task = opened(app)
        await settled()
        app.hub.hear("match-3", "5")
        await settled()
        second, second_task = opened(app)
        await settled()
        app.hub.hear("match-3", "6")
        app.hub.hear("match-3", "6")
        app.hub.hear("match-4", "9")
        await settled()
        for page in (first, second):
            page.left.set()
        await asyncio.gather(first_task, second_task)

        assert first.events[:3] == [("hello", {}), ("news", {"match-3": "5"}), ("news", {"match-3": "6"})]
        assert second.events[:2] == [("hello", {"match-3": "5"}), ("news", {"match-3": "6"})]
        assert first.events[3:] == [("bye", {})]
        assert (len(app.hub), app.hub.streams, app.hub.known) == (0, {}, {})

    run(story())


def test_a_slow_page_is_told_the_newest_only():
    async def story():
        stream = live.Stream(TABLE)
        for revision in ("5", "6", "7"):
            stream.publish("match-3", revision)
        stream.publish("user-7", news.SOMETHING)

        assert await stream.next() == {"match-3": "7", "user-7": "+"}

    run(story())


def test_something_new_is_not_hidden_by_a_revision_that_the_page_may_show_already():
    async def story():
        stream = live.Stream(TABLE)
        stream.publish("match-3", news.SOMETHING)
        stream.publish("match-3", "7")

        assert await stream.next() == {"match-3": news.SOMETHING}

    run(story())


def test_an_older_revision_is_no_news():
    async def story():
        app = live.Live()
        page, task = opened(app)
        await settled()
        for revision in ("9", "10", "9", "10"):
            app.hub.hear("match-3", revision)
            await settled()
        page.left.set()
        await task

        assert page.events[1:] == [("news", {"match-3": "9"}), ("news", {"match-3": "10"}), ("bye", {})]

    run(story())


def test_something_new_without_a_revision_is_told_each_time():
    async def story():
        app = live.Live()
        page, task = opened(app)
        await settled()
        for _time in range(2):
            app.hub.hear("user-7", news.SOMETHING)
            await settled()
        page.left.set()
        await task

        assert page.events[1:3] == [("news", {"user-7": "+"})] * 2

    run(story())


def test_a_stream_ends_when_the_seat_changes_hands_and_when_its_ticket_is_too_old(monkeypatch):
    async def story():
        app = live.Live()
        page, task = opened(app)
        await settled()
        app.hub.hear("match-3", news.END)
        await task
        assert page.events[-1] == ("bye", {})
        assert page.sent[-1]["more_body"] is False

        monkeypatch.setattr(news, "TICKET_SECONDS", 0.05)
        monkeypatch.setattr(live.news, "read_ticket", lambda text: TABLE)
        page, task = opened(app)
        await task
        assert [name for name, _data in page.events] == ["hello", "bye"]

    run(story())


def test_nothing_is_told_for_a_while_but_that_the_stream_is_there(monkeypatch):
    monkeypatch.setattr(live, "PING_EVERY", 0.02)

    async def story():
        app = live.Live()
        page, task = opened(app)
        await asyncio.sleep(0.2)
        page.left.set()
        await task

        assert {name for name, _data in page.events[1:-1]} == {"ping"}
        assert len(page.events) > 3

    run(story())


@pytest.mark.parametrize(
    ("query", "method", "status"),
    [("", "GET", 403), ("ticket=forged", "GET", 403), ("ticket=%00%ff", "GET", 403), ("", "POST", 405)],
)
def test_who_has_no_ticket_is_told_nothing(query, method, status):
    async def story():
        app = live.Live()
        page = Page(query, method)
        await app(page.scope, page.receive, page.send)

        assert page.status == status
        assert len(app.hub) == 0

    run(story())


def test_one_person_has_so_many_streams_and_the_oldest_makes_room(monkeypatch):
    monkeypatch.setattr(live, "STREAMS_OF_ONE", 2)

    async def story():
        app = live.Live()
        pages = []
        for _page in range(3):
            pages.append(opened(app))
            await settled()
        first, task = pages[0]
        await task

        assert first.events[-1] == ("bye", {})
        assert len(app.hub) == 2
        app.hub.end()
        await asyncio.gather(*(task for _page, task in pages))
        assert len(app.hub) == 0

    run(story())


def test_nobody_is_taken_in_beyond_the_most(monkeypatch):
    monkeypatch.setattr(live, "STREAMS", 1)

    async def story():
        app = live.Live()
        _first, task = opened(app)
        await settled()
        second, refused = opened(app, news.Ticket(8, ("match-3",), ()))
        await refused

        assert second.status == 503
        app.hub.end()
        await task

    run(story())
