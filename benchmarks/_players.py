"""The people of a benchmark at the tables of the site: each has an open page and listens to the stream of news.

A person with a pending decision sends the page's form and gets the changed regions, as answers.js does. The others ask
for the regions when the stream tells a newer revision, and otherwise as seldom as poll.js does. Only pages with a form
to fill are parsed.
"""

import asyncio
import random
import re
import time
from collections.abc import Sequence
from functools import cache
from typing import Any

from benchmarks._client import LOST, REDIRECTS, Answer, Person, Stream, Tally
from benchmarks.chaos.players import Form, Forms

POLL = 2.0
"""Seconds between two questions of an open page without a stream."""
SLOW_POLL = 30.0
"""The same with a stream (poll.js: `slowSeconds`)."""
NEW_TICKET = 240.0
"""Seconds after which a page asks for another ticket (poll.js: `ticketSeconds`)."""
TRIES = 8
"""Attempts to fill in a form before the person waits for others; a refused form comes back with the page."""
FEW = 15
"""Decisions of a table that is left before its match ends."""
REST = 0.2
"""Seconds until the page asks again after an answer without the announced news."""
TAGS = ("form", "select", "option", "button", "input")
STREAM = re.compile(rb'data-stream="([^"]+)" data-ticket="([^"]+)"')
TAG = re.compile(rb'data-etag="([^"]*)"')


@cache
def _parser() -> Any:
    from lxml import etree  # the environment of oTree, where this module is imported too, is without it

    return etree, etree.HTMLParser(encoding="utf-8")


def forms_in(page: bytes) -> list[bytes]:
    """The forms of a page that send a decision, as they are written."""
    found, at = [], 0
    while (at := page.find(b"/play/", at)) >= 0:
        begin, end = page.rfind(b"<form", 0, at), page.find(b"</form>", at)
        if begin >= 0 and end >= 0 and page.find(b">", begin, at) < 0 and page.find(b'name="key"', at, end) >= 0:
            found.append(page[begin : end + len(b"</form>")])
        at += len(b"/play/")
    return found


def parsed(form: bytes) -> Form | None:
    """The fields of a form; None without a button to press."""
    etree, parser = _parser()
    forms = Forms()
    for event, element in etree.iterwalk(etree.HTML(form, parser), events=("start", "end"), tag=TAGS):
        if event == "start":
            forms.handle_starttag(element.tag, element.attrib.items())
        else:
            forms.handle_endtag(element.tag)
    [found] = forms.forms
    found.open = {name: values for name, values in found.open.items() if values}
    return found if found.buttons and "key" in found.fixed else None


def proposed(form: Form, chance: random.Random) -> dict[str, str]:
    """The values of the form's fields: the given one, or the first option."""
    fields = form.fixed | {name: values[0] for name, values in form.open.items()}
    buttons = [(name, value) for name, value in form.buttons if name not in ("preview", "break_off")]
    name, value = chance.choice(buttons) if buttons else ("", "")
    return fields | ({name: value} if name else {})


class Table:
    """The people of one match. `every`: seconds between two decisions of the table; 0 for as many as there can be."""

    def __init__(self, port: int, tally: Tally, places: Sequence[Sequence[Any]], *, plain: bool, every: float) -> None:
        _parser()  # it takes its time to load
        self.port, self.tally, self.plain, self.every = port, tally, plain, every
        self.places = places
        self.next = time.monotonic() + random.uniform(0, every)

    def take(self) -> None:
        """Note that a decision is sent now."""
        self.next = max(self.next + self.every, time.monotonic() + self.every / 2)

    async def play(self) -> None:
        """Play until the match is over."""
        people = [AtTable(self, *place) for place in self.places]
        try:
            await asyncio.gather(*(person.play() for person in people))
        finally:
            for person in people:
                person.close()


class AtTable(Person):
    """A person at a seat of a match, who sends the values that the form proposes. `plain`: without scripts."""

    def __init__(self, table: Table, session: str, match: int, seat: int) -> None:
        super().__init__(table.port, table.tally, {"sessionid": session})
        self.table, self.plain = table, table.plain
        self.path, self.live_path = f"/matches/{match}/?seat={seat}", f"/matches/{match}/live/?seat={seat}"
        self.chance = random.Random(f"{match}/{seat}")
        self.stream = Stream()
        self.address = self.ticket = self.tag = ""
        self.forms: list[bytes] = []
        self.is_over = False
        self._not_before = self._asked = self._renewed = self._reopen = 0.0
        self._again = SLOW_POLL
        self._prompts: list[str] | None = None
        self._pause_until = 0.0

    def close(self) -> None:
        super().close()
        self.stream.close()

    async def play(self) -> None:
        """Play until the match is over."""
        await self.load()
        while not self.is_over:
            due = max(self.table.next if self.table.every else 0.0, self._not_before) if self.forms else None
            if due is not None and due <= time.monotonic():
                self.table.take()
                if not await self.decide():
                    self._not_before = time.monotonic() + POLL
            else:
                await self._news(due)

    async def load(self) -> None:
        """Load the whole page, until there is one."""
        while not self.is_over:
            answer = await self.get("page", self.path)
            if answer.status in (LOST, 500, 502, 503, 504):
                await asyncio.sleep(float(answer.header(b"retry-after") or POLL))
                continue
            self.tally.took("read", answer.seconds)
            html = self.take(answer)
            if not self.plain and (found := STREAM.search(html)):
                self.address, self.ticket = (each.decode() for each in found.groups())
                self._renewed = time.monotonic()
            return

    def take(self, answer: Answer) -> bytes:
        """Show an answer, and find the forms that it has; returns its page."""
        self._asked = time.monotonic()
        self._again = float(answer.header(b"x-again") or SLOW_POLL)
        self._pause_until = self._asked + float(answer.header(b"x-pause") or 0)
        self.ticket = answer.header(b"x-ticket") or self.ticket
        if answer.status == 304:
            return b""
        html = answer.page()
        if answer.status not in (200, 409, 422):
            self.is_over = True
            return html
        tag = answer.header(b"etag")
        if not tag and (found := TAG.search(html)):
            tag = found[1].decode().replace("&quot;", '"')
        revision = re.match(r'(?:W/)?"(\d+)-', tag)
        self.tag = tag
        if (prompts := next(answer.headers(b"x-prompts"), None)) is not None:
            self._prompts = prompts.split()
        behind = self.stream.show(int(revision[1]) if revision else 0)
        if behind:
            self.tally.took("behind", behind)
        self.is_over = not tag or b"data-poll-stop" in html
        self.forms = forms_in(html)
        return html

    async def decide(self) -> bool:
        """Answer an open form; False without a legal attempt."""
        for attempt in range(TRIES):
            form = None
            while self.forms and not self.is_over and form is None:
                chosen = self.chance.choice(self.forms)
                form = parsed(chosen)
                if form is None:
                    self.forms.remove(chosen)
            if form is None:
                return False
            fields = form.filled(self.chance) if attempt else proposed(form, self.chance)
            answer = await self.post(form.action, fields, "" if self.plain else "X-Answer: regions\r\n")
            seconds = answer.seconds
            if answer.status in REDIRECTS:
                answer = await self.get("page", answer.header(b"location").partition("#")[0])
                seconds += answer.seconds
            if answer.status in (LOST, 500, 502, 503, 504):
                return False
            size = len(self.take(answer))
            if answer.status == 200:
                self.tally.decided(seconds, size)
                return True
        return False

    async def _news(self, until: float | None) -> None:
        """Wait for news as an open page does, and show them, or return when it is time to decide."""
        while not self.is_over:
            now = time.monotonic()
            if self.plain:
                pause = self.chance.uniform(0.8, 1.2) * POLL
                await asyncio.sleep(pause if until is None else max(0.0, min(pause, until - now)))
                return await self.load()
            await self._listen(now)
            pause = min(SLOW_POLL if self.stream.is_open else self.chance.uniform(0.8, 1.2) * POLL, self._again)
            ask_at = self._asked + pause
            wait = (ask_at if until is None else min(ask_at, until)) - now
            newer = await self.stream.wait(self._prompts, self._pause_until, wait)
            if not newer and until is not None and time.monotonic() >= until:
                return None
            if not newer and time.monotonic() < ask_at:
                continue  # the stream has ended
            if await self.ask_news():
                return None
            if newer:
                await asyncio.sleep(REST)
        return None

    async def _listen(self, now: float) -> None:
        """Open the stream, and open it again some time after its end."""
        if self.address and not self.stream.is_open and now >= self._reopen:
            self._reopen = now + self.chance.uniform(1, 2)
            await self.stream.open(self.address, self.ticket)

    async def ask_news(self) -> bool:
        """Ask for news once; returns whether there was an answer with some."""
        headers = f"If-None-Match: {self.tag}\r\nHX-Request: true\r\n"
        if self.address and time.monotonic() - self._renewed > NEW_TICKET:
            headers += "X-Ticket: wanted\r\n"
            self._renewed = time.monotonic()
        answer = await self.get("news", self.live_path, headers)
        if answer.status in (LOST, 500, 502, 503, 504):
            self._asked = time.monotonic()
            await asyncio.sleep(float(answer.header(b"retry-after") or POLL))
            return False
        self.tally.took("304" if answer.status == 304 else "read", answer.seconds)
        if answer.status == 410:
            await self.load()
        else:
            self.take(answer)
        return answer.status != 304


class AskingTable(Table):
    """People whose open pages ask for news when there are none: the cheapest request."""

    async def play(self) -> None:
        people = [AtTable(self, *place) for place in self.places]
        try:
            await asyncio.gather(*(self._ask(person) for person in people))
        finally:
            for person in people:
                person.close()

    async def _ask(self, person: AtTable) -> None:
        await person.load()
        while not person.is_over:
            await person.ask_news()


class QuietTable(Table):
    """People who do one thing after the other: a page, a question without news, and a decision, if one is pending. They
    leave before the end of the match, whose debrief would keep the site busy.
    """

    async def play(self) -> None:
        people, left = [AtTable(self, *place) for place in self.places], FEW
        try:
            while left > 0 and not any(person.is_over for person in people):
                for person in people:
                    await person.load()
                    await person.ask_news()
                    left -= bool(person.forms) and await person.decide()
        finally:
            for person in people:
                person.close()
