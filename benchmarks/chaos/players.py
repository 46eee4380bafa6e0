"""People who play through the API or with the page's forms, and keep every answer."""

import http.client
import json
import random
import re
import select
import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

LOST = 0
"""The status of a request without an answer: its effect is unknown."""
TIMEOUT = 15.0
PASSWORD = "chaos and order"  # noqa: S105  of accounts that live as long as the program
THINK = (0.05, 0.5)
"""Seconds between two turns of a thread."""


@dataclass(frozen=True)
class Answer:
    """`headers` in lower case; no body where it was LOST."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    def json(self) -> Any:
        return json.loads(self.body)


class Book:
    """All answers to players, for the check at the end: moves by submission, and answers by match in files."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.moves: list[dict[str, Any]] = []
        self.statuses: Counter[str] = Counter()
        self.seconds: list[float] = []
        self.trespasses: list[str] = []
        self.faults_when_calm: list[str] = []
        self.calm = False
        self._lock = threading.Lock()
        (home / "answers").mkdir()

    def answered(self, path: str, answer: Answer, seconds: float) -> None:
        with self._lock:
            self.statuses[str(answer.status or "lost")] += 1
            self.seconds.append(seconds)
            if self.calm and (answer.status == LOST or answer.status >= 500):
                self.faults_when_calm.append(f"{path}: {answer.status or 'lost'} after {seconds:.1f} s")

    def keep_answer(self, kind: str, match: int, seat: int, user: int, body: Any, **more: Any) -> None:
        """Keep an answer about a match that a holder of a seat received."""
        line = json.dumps({"kind": kind, "seat": seat, "user": user, "body": body, **more})
        with self._lock, (self.home / "answers" / f"{match}.jsonl").open("a") as file:
            file.write(line + "\n")

    def submission(self, **entry: Any) -> dict[str, Any]:
        """Note a move that is about to be sent. Its `answers` take each answer as [status, number]."""
        entry["answers"] = []
        with self._lock:
            self.moves.append(entry)
        return entry


class Line:
    """A kept-alive connection of one thread to one web server."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        """Send a request; the answer's status is LOST without one. A server may close a kept connection, so the
        connection is checked first, and a GET is sent a second time.
        """
        for last in (method != "GET", True):
            kept = self._connection is not None
            try:
                return self._ask(method, path, body, headers)
            except (OSError, http.client.HTTPException):
                self.close()
                if last or not kept:
                    break
        return Answer(LOST)

    def _ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        if (
            self._connection is not None
            and self._connection.sock
            and select.select([self._connection.sock], [], [], 0)[0]
        ):
            self.close()
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=TIMEOUT)
        self._connection.request(method, path, body, dict(headers))
        response = self._connection.getresponse()
        content = response.read()
        found = {name.lower(): value for name, value in response.getheaders()}
        found["cookies"] = "\n".join(response.headers.get_all("Set-Cookie") or [])
        if response.will_close:
            self.close()
        return Answer(response.status, found, content)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Player:
    """A person with places (match, seat). `chance` decides the actions, `lines` are the web servers."""

    def __init__(self, person: Mapping[str, Any], seats: Mapping[str, int], book: Book, chance: random.Random) -> None:
        self.id: int = person["id"]
        self.name: str = person["name"]
        self.places: list[tuple[int, int]] = [(match, seat) for match, seat in person["places"]]
        self.book, self.chance = book, chance
        self.lines: list[Line] = []
        self._seats = seats
        self._sent = 0

    def turn(self) -> None:
        """Look at one of the places and play if a decision is pending."""
        raise NotImplementedError

    def headers(self) -> dict[str, str]:
        raise NotImplementedError

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """Ask any of the web servers."""
        began = time.monotonic()
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self.chance.choice(self.lines).ask(method, path, body, self.headers() | more)
        self.book.answered(f"{method} {path}", answer, time.monotonic() - began)
        return answer

    def next_id(self) -> str:
        self._sent += 1
        return f"{self.name}-{self._sent}"

    def own(self, match: int) -> set[int]:
        return {seat for each, seat in self.places if each == match}

    def other_seat(self, match: int) -> int | None:
        """A seat of the match that somebody else holds."""
        others = sorted(set(range(self._seats[str(match)])) - self.own(match))
        return self.chance.choice(others) if others else None

    def trespass(self, path: str, answer: Answer) -> None:
        """Note an answer about another player's seat: only refusals are right."""
        if answer.status in (200, 201, 303, 304):
            self.book.trespasses.append(f"{self.name} {path}: {answer.status}")


class ApiPlayer(Player):
    """Reads and plays through /api/v1/."""

    def __init__(self, person: Mapping[str, Any], *args: Any) -> None:
        super().__init__(person, *args)
        self._token: str = person["token"]
        self._tags: dict[tuple[int, int], str] = {}

    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}

    def turn(self) -> None:
        match, seat = self.chance.choice(self.places)
        path = f"/api/v1/matches/{match}/seats/{seat}"
        if self.chance.random() < 0.4:
            self._look(match, seat)
        if self.chance.random() < 0.1:
            self._look_elsewhere(match)
        prompts = self._read("prompts", match, seat, f"{path}/prompts")
        open_ones = [] if prompts is None else [each for each in prompts["prompts"] if self._is_for_now(each)]
        if not open_ones:
            return
        key = self.chance.choice(open_ones)["key"]
        choices = self._read("choices", match, seat, f"{path}/choices?{urlencode({'key': key})}")
        if choices is not None and choices["choices"]:
            self._play(match, seat, key, self._picked(choices["choices"]))

    def _is_for_now(self, prompt: Mapping[str, Any]) -> bool:
        return not prompt["optional"] or self.chance.random() < 0.1

    def _read(self, kind: str, match: int, seat: int, path: str) -> Any:
        answer = self.ask("GET", path)
        if answer.status != 200:
            return None
        body = answer.json()
        self.book.keep_answer(kind, match, seat, self.id, body)
        return body

    def _look(self, match: int, seat: int) -> None:
        """Read the log, then the table. If the match still runs at the table, it ran at the log too."""
        history = self.ask("GET", f"/api/v1/matches/{match}/history") if self.chance.random() < 0.3 else None
        tag = self._tags.get((match, seat))
        known = {"If_None_Match": tag} if tag else {}
        answer = self.ask("GET", f"/api/v1/matches/{match}/seats/{seat}/view", **known)
        if answer.status != 200:
            return
        self._tags[match, seat] = answer.headers["etag"]
        body = answer.json()
        self.book.keep_answer("view", match, seat, self.id, body)
        if history is not None and history.status == 200 and body["status"] == "running":
            self.book.keep_answer("history", match, seat, self.id, history.json(), seats=sorted(self.own(match)))

    def _look_elsewhere(self, match: int) -> None:
        other = self.other_seat(match)
        if other is None:
            return
        for what in ("view", "prompts"):
            path = f"/api/v1/matches/{match}/seats/{other}/{what}"
            self.trespass(path, self.ask("GET", path))

    def _picked(self, choices: list[Any]) -> dict[str, Any]:
        choice = self.chance.choice(choices)
        move: dict[str, Any] = dict(choice["move"])
        for span in choice.get("spans", ()):
            move[span["field"]] = self.chance.randint(span["low"], span["high"])
        return move

    def _play(self, match: int, seat: int, key: str, move: Any) -> None:
        entry = self.book.submission(
            id=self.next_id(), user=self.id, match=match, seat=seat, key=key, move=move, by="api"
        )
        number = self._send(entry)
        # What is not known to be done is tried again, and a double click sends what was done a second time.
        if number is None and entry["answers"][-1][0] in (LOST, 500, 502, 503, 504) and self.chance.random() < 0.7:
            number = self._send(entry)
        elif number is not None and self.chance.random() < 0.1:
            self._send(entry)
        if number is not None and self.chance.random() < 0.1:
            path = f"/api/v1/matches/{match}/seats/{seat}/moves/{number}/take-back"
            answer = self.ask("POST", path)
            if answer.status == 200:
                self.book.keep_answer("view", match, seat, self.id, answer.json())
            entry["back"] = answer.status

    def _send(self, entry: dict[str, Any]) -> int | None:
        """Send a move; returns the number in the answer, or None without one."""
        match, seat = entry["match"], entry["seat"]
        body = {"key": entry["key"], "move": entry["move"], "submission_id": entry["id"]}
        answer = self.ask("POST", f"/api/v1/matches/{match}/seats/{seat}/moves", json.dumps(body).encode())
        told = answer.json() if answer.status in (200, 201, 409) else {}
        entry["answers"].append([answer.status, told.get("number"), told.get("code", "")])
        if "view" in told:
            self.book.keep_answer("view", match, seat, self.id, told["view"])
        number: int | None = told.get("number")
        return number


@dataclass
class Form:
    """The data of a form as a browser would send it: `fixed` fields, and `open` ones with their possible values."""

    action: str
    fixed: dict[str, str] = field(default_factory=dict)
    open: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def filled(self, chance: random.Random) -> dict[str, str]:
        buttons = [(name, value) for name, value in self.buttons if name != "preview"]
        pressed = chance.choice(buttons) if buttons else ("", "")
        fields = self.fixed | {name: chance.choice(values) for name, values in self.open.items()}
        return fields | ({pressed[0]: pressed[1]} if pressed[0] else {})


class Forms(HTMLParser):
    """The forms of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._open = False
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(found.get("action", "").partition("#")[0]))
            self._open = True
        elif self._open:
            self._field(tag, found)

    def _field(self, tag: str, found: dict[str, str]) -> None:
        form, name, kind = self.forms[-1], found.get("name", ""), found.get("type", "text")
        if tag == "button" and found.get("type", "submit") == "submit":
            form.buttons.append((name, found.get("value", "")))
        elif tag == "select":
            self._select = name
            form.open[name] = []
        elif tag == "option" and self._select and "disabled" not in found:
            form.open[self._select].append(found.get("value", ""))
        elif tag == "input" and name and "disabled" not in found:
            self._input(form, name, kind, found)

    def _input(self, form: Form, name: str, kind: str, found: dict[str, str]) -> None:
        value = found.get("value", "")
        if kind == "radio":
            form.open.setdefault(name, []).append(value)
        elif kind == "checkbox":
            if "checked" in found:
                form.fixed[name] = value
        elif kind == "number" and found.get("max", "").isdecimal():
            low, high = int(found.get("min") or 0), int(found["max"])
            form.open[name] = [value, str(low), str(high), str((low + high) // 2)]
        else:
            form.fixed[name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = False
        elif tag == "select":
            self._select = ""


def forms_in(html: str) -> list[Form]:
    parser = Forms()
    parser.feed(html)
    for form in parser.forms:
        form.open = {name: values for name, values in form.open.items() if values}
    return parser.forms


SHOWN = re.compile(r'name="shown" value="(\d+)"')


class FormPlayer(Player):
    """Reads pages and sends their forms, as a browser without scripts: cookies, CSRF token, redirects."""

    def __init__(self, person: Mapping[str, Any], *args: Any) -> None:
        super().__init__(person, *args)
        self._cookies: dict[str, str] = {"sessionid": person["session"]} if person["session"] else {}

    def headers(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        answer = super().ask(method, path, body, **headers)
        for line in answer.headers.get("cookies", "").splitlines():
            name, _equals, value = line.partition(";")[0].partition("=")
            self._cookies[name] = value
        return answer

    def send(self, path: str, fields: Mapping[str, str]) -> Answer:
        return self.ask("POST", path, urlencode(fields).encode(), Content_Type="application/x-www-form-urlencoded")

    def _sign_in(self) -> bool:
        page = self.ask("GET", "/sign-in/")
        forms = [form for form in forms_in(page.body.decode()) if "username" in form.fixed]
        if page.status != 200 or not forms:
            return False
        fields = forms[0].fixed | {"username": self.name, "password": PASSWORD}
        return self.send("/sign-in/", fields).status == 302

    def turn(self) -> None:
        if "sessionid" not in self._cookies and not self._sign_in():
            return
        match, seat = self.chance.choice(self.places)
        path = f"/matches/{match}/?seat={seat}"
        page = self.ask("GET", path)
        if page.status != 200:
            return
        forms = self._look(match, seat, page)
        if self.chance.random() < 0.3:
            self.ask("GET", f"/matches/{match}/live/?seat={seat}")
        if forms and self.chance.random() < 0.9:
            self._play(match, seat, self.chance.choice(forms))

    def _look(self, match: int, seat: int, page: Answer, refused: str = "") -> list[Form]:
        """Read the forms of a page; `refused` is the key of the form that comes back with errors."""
        html = page.body.decode()
        if found := SHOWN.search(html):
            self.book.keep_answer("page", match, seat, self.id, html, number=int(found[1]), refused=refused)
        return [form for form in forms_in(html) if form.action.endswith("/play/")]

    def _play(self, match: int, seat: int, form: Form) -> None:
        """Fill in the form up to three times; a refused form comes back with the page."""
        for _try in range(3):
            fields = form.filled(self.chance)
            entry = self.book.submission(
                id=fields["submission_id"], user=self.id, match=match, seat=seat, key=fields["key"], by="form"
            )
            answer = self.send(form.action, fields)
            entry["answers"].append([answer.status, None, ""])
            if answer.status == LOST or answer.status >= 500:
                answer = self.send(form.action, fields)
                entry["answers"].append([answer.status, None, ""])
            if answer.status == 303 and self.chance.random() < 0.1:
                entry["answers"].append([self.send(form.action, fields).status, None, ""])
            if answer.status != 422:
                break
            shown = self._look(match, seat, answer, refused=fields["key"])
            forms = [each for each in shown if each.fixed.get("key") == fields["key"]]
            if not forms:
                break
            form = self.chance.choice(forms)
        if answer.status == 303 and self.chance.random() < 0.5:
            page = self.ask("GET", answer.headers["location"].partition("#")[0])
            if page.status == 200:
                self._look(match, seat, page)


class Crowd:
    """All players, shared by some threads."""

    def __init__(self, plan: Mapping[str, Any], ports: list[int], book: Book, seed: int, threads: int) -> None:
        self._ports, self._seed, self._threads = ports, seed, threads
        self._over = threading.Event()
        kinds = {"api": ApiPlayer, "form": FormPlayer}
        self.players = [
            kinds[person["by"]](person, plan["seats"], book, random.Random(f"{seed}/{person['name']}"))
            for person in plan["people"]
        ]
        self.turns = 0
        self.failures: list[BaseException] = []
        self._running: list[threading.Thread] = []

    def start(self) -> None:
        for number in range(self._threads):
            thread = threading.Thread(target=self._play, args=(number,), daemon=True)
            self._running.append(thread)
            thread.start()

    def stop(self) -> None:
        """Stop each player after the current request. Raises the errors of players that come from this program."""
        self._over.set()
        for thread in self._running:
            thread.join()
        if self.failures:
            raise self.failures[0]

    def _play(self, number: int) -> None:
        own, lines = self.players[number :: self._threads], [Line(port) for port in self._ports]
        chance = random.Random(f"{self._seed}/thread-{number}")
        for player in own:
            player.lines = lines
        try:
            while own and not self._over.wait(chance.uniform(*THINK)):
                chance.choice(own).turn()
                self.turns += 1
        except Exception as failure:  # noqa: BLE001  told by `stop`
            self.failures.append(failure)
        for line in lines:
            line.close()
