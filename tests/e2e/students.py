"""Students who play over HTTP as a program would: a personal link, cookies, and the API."""

import http.cookiejar
import json
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlencode

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
ARRIVAL = re.compile(r'hx-post="([^"]+/arrive/)"\s+hx-trigger="load')
"""The form that an open page sends by itself."""


class Student:
    """One person with a browser's cookies. `offers` counts the answers in each negotiation."""

    def __init__(self, site: str, name: str = "") -> None:
        self.site, self.name = site, name
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        self.offers: dict[str, int] = {}
        self.played = 0

    def get(self, path: str) -> tuple[int, str]:
        """Status and body of a page; as in a browser, it says that its reader is here. A refusal is a response."""
        return self._opened(*self._ask(self._request(path)))

    def post(self, path: str, page: str, **fields: Any) -> tuple[int, str]:
        """Send a form of `page`, the body of an earlier response."""
        found = TOKEN.search(page)
        assert found is not None, page[:400]
        data = urlencode({"csrfmiddlewaretoken": found[1], **fields}).encode()
        return self._ask(self._request(path, data, {"Referer": self.site}))

    def come_by(self, link: str) -> None:
        """Open a personal link and confirm it."""
        _status, page = self.get(link)
        status, _page = self._opened(*self.post(link, page))
        assert status == 200, (self.name, link, status)

    def _opened(self, status: int, page: str) -> tuple[int, str]:
        if found := ARRIVAL.search(page):
            self.post(found[1], page, go="match")
        return status, page

    def api(self, path: str, body: Any = None) -> tuple[int, Any]:
        """Call the API with the browser's session."""
        headers = {"Accept": "application/json", "Referer": self.site}
        data = None
        if body is not None:
            token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
            headers |= {"X-CSRFToken": token or "", "Content-Type": "application/json"}
            data = json.dumps(body).encode()
        status, text = self._ask(self._request(f"/api/v1/{path}", data, headers))
        return status, json.loads(text)

    def matches(self) -> list[int]:
        """Running matches of this person."""
        _status, found = self.api("matches")
        return [match["id"] for match in found["matches"] if match["status"] == "running"]

    def play(self, match: int) -> int:
        """Answer all decisions of the person's seats in a match once. Returns the number of moves."""
        status, found = self.api(f"matches/{match}", {})  # by POST: here I am
        if status != 200:
            return 0
        mine = [seat["index"] for seat in found["seats"] if seat["yours"]]
        return sum(self._answer(match, seat) for seat in mine)

    def _answer(self, match: int, seat: int) -> int:
        base = f"matches/{match}/seats/{seat}"
        status, asked = self.api(f"{base}/prompts")
        moves = 0
        for prompt in asked["prompts"] if status == 200 else ():
            if prompt["optional"] or prompt["passive"]:
                continue
            key = prompt["key"]
            status, found = self.api(f"{base}/choices?{urlencode({'key': key})}")
            if status != 200:
                continue
            status, _answer = self.api(f"{base}/moves", {"key": key, "move": self._move(key, found["choices"])})
            assert status in (201, 409, 422), (self.name, key, status, _answer)
            moves += status == 201
        self.played += moves
        return moves

    def _move(self, key: str, choices: list[Any]) -> Any:
        """Accept an offer if there is one. Break off a long negotiation. Otherwise choose the middle of the range."""
        kinds = {choice["move"]["kind"]: choice for choice in choices}
        self.offers[key] = self.offers.get(key, 0) + 1
        if "accept" in kinds:
            return kinds["accept"]["move"]
        if self.offers[key] > 3 and "break_off" in kinds:
            return kinds["break_off"]["move"]
        choice = choices[0]
        spans = {span["field"]: _middle(span) for span in choice.get("spans", ())}
        return choice["move"] | spans

    def _request(self, path: str, data: bytes | None = None, headers: Mapping[str, str] = {}) -> urllib.request.Request:
        address = path if path.startswith("http") else self.site + path
        return urllib.request.Request(address, data, dict(headers))  # noqa: S310  the site of the tests

    def _ask(self, request: urllib.request.Request) -> tuple[int, str]:
        try:
            with self.opener.open(request, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.read().decode()


def _middle(span: dict[str, int]) -> int:
    """A tenth of the way from the lowest to the highest allowed value, so that nobody spends everything."""
    return int(span["low"] + (span["high"] - span["low"]) // 10)


def play_all(students: list[Student]) -> int:
    """All students answer once in their matches, several at once. Returns the number of moves."""
    with ThreadPoolExecutor(4) as pool:
        return sum(pool.map(lambda student: sum(student.play(match) for match in student.matches()), students))
