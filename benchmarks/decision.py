"""From a decision to the next page: `python -m benchmarks.decision [--players 24] [--seconds 30] [--game domego]`.

The site runs as `manage.py run` starts it, on SQLite and its own broker. So many people play full matches, each with an
open page. A player with a pending decision sends the page's form and gets the changed regions, in a closed loop. The
other players listen to the stream of news and fetch the regions when news come. With `--plain` nobody has scripts: a
form is answered by a whole page, and waiting players load the page every two seconds. In the same run oTree has as many
participants, who send one page after the other. It is installed into an environment under var/ and never imported.

Prints decisions a second, seconds from sending to the next page, processor time by process and by decision, and bytes.
Then it prints the ratio of the two sites, and the cost of the cheapest request: an open page that asks for news when
there are none. With `--players 1` one person holds all seats of a match.
"""

import argparse
import http.client
import json
import os
import random
import re
import socket
import subprocess
import tempfile
import threading
import time
import venv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from benchmarks._running import Running, running_site
from benchmarks._site import percentile
from benchmarks.chaos.machines import free_port
from benchmarks.chaos.players import Answer, Form, Line, forms_in
from domego_site import paths, processes

OTREE = "otree==6.0.15"
POLL = 2.0
REDIRECTS = (302, 303, 307)
TRIES = 8
"""Attempts to fill in a form before the person waits for others; a refused form comes back with the page."""
BROWSER = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Encoding": "gzip, deflate, br",
    "Accept-Language": "en-GB,en;q=0.5",
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
}
MAKE = """
import json
from django.contrib.auth import get_user_model
from benchmarks.chaos.hand import _session
from games.ui import faces
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
players, face, made = {players}, faces.get("{game}"), []
text = face.game.scenarios["{scenario}"]
roles = [role.id for role in face.words.roles(face.game.rules.load_scenario(text))]
users = [get_user_model().objects.create(username=f"player{{n}}", display_name=f"Player {{n}}") for n in range(players)]
left = list(users)
for number in range({matches}):
    match = match_create(game=face.game.key, roles=roles, by=None, scenario=text, expected="{expected}",
                         seed=bytes([number]) * 32)
    for seat in range(len(roles)):
        user = left.pop(0) if players > 1 else users[0]
        seat_assign(match_id=match.pk, seat=seat, user=user)
        made.append([_session(user), match.pk, seat])
    match_start(match_id=match.pk)
print("MADE" + json.dumps(made))
"""


@dataclass
class Answers:
    """The answers to all people of one site."""

    seconds: list[float] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    bytes: int = 0
    over: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, kind: str, answer: Answer) -> Answer:
        with self.lock:
            self.answers[f"{kind} {answer.status}"] += 1
            self.bytes += len(answer.body)
        return answer

    def decided(self, seconds: float) -> None:
        with self.lock:
            self.seconds.append(seconds)


class Person:
    """A person's cookies and one connection, as a browser has."""

    def __init__(self, port: int, told: Answers, cookies: Mapping[str, str] = {}) -> None:
        self.line, self.told, self.cookies = Line(port), told, dict(cookies)

    def ask(self, kind: str, method: str, path: str, body: bytes | None = None, **more: str) -> Answer:
        headers = BROWSER | {name.replace("_", "-"): value for name, value in more.items()}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = self.line.ask(method, path, body, headers)
        for line in answer.headers.get("cookies", "").splitlines():
            name, _equals, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return self.told.note(kind, answer)

    def send(self, path: str, fields: Mapping[str, str], more: Mapping[str, str] = {}) -> Answer:
        """Send a form; returns the answer, or the page of its redirect."""
        sent = self.ask("post", "POST", path, urlencode(fields).encode(), Content_Type=FORM, **more)
        if sent.status not in REDIRECTS:
            return sent
        return self.ask("page", "GET", sent.headers["location"].partition("#")[0])


FORM = "application/x-www-form-urlencoded"


def text_of(answer: Answer) -> str:
    """The text of a page, decompressed if necessary."""
    import gzip

    body = gzip.decompress(answer.body) if answer.headers.get("content-encoding") == "gzip" else answer.body
    return body.decode()


class Stream(threading.Thread):
    """The stream of news of an open page."""

    def __init__(self, address: str, ticket: str) -> None:
        super().__init__(daemon=True)
        parts = urlsplit(address)
        self._line = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
        self._path = f"{parts.path}?{urlencode({'ticket': ticket})}"
        self._told = threading.Condition()
        self._revision = 0
        self.start()

    def run(self) -> None:
        with suppress(OSError, ValueError, http.client.HTTPException):
            self._line.request("GET", self._path)
            answer = self._line.getresponse()
            while line := answer.readline():
                if not line.startswith(b"data: "):
                    continue
                numbers = [int(what) for what in json.loads(line[6:]).values() if what.isdecimal()]
                with self._told:
                    self._revision = max([self._revision, *numbers])
                    self._told.notify_all()

    def wait(self, shown: int, seconds: float) -> bool:
        """Wait until the server has something newer than the shown position."""
        with self._told:
            return self._told.wait_for(lambda: self._revision > shown, seconds)

    def end(self) -> None:
        """Close the stream, as when the page is left."""
        if self._line.sock is not None:
            with suppress(OSError):
                self._line.sock.shutdown(socket.SHUT_RDWR)


class AtTable(Person):
    """A person at a seat of a match, who sends the values that the form proposes. `plain`: without scripts."""

    def __init__(self, port: int, told: Answers, session: str, match: int, seat: int, *, plain: bool) -> None:
        super().__init__(port, told, {"sessionid": session})
        self.match, self.seat, self.plain = match, seat, plain
        self.chance = random.Random(f"{match}/{seat}")
        self.stream: Stream | None = None

    @property
    def path(self) -> str:
        return f"/matches/{self.match}/?seat={self.seat}"

    def play(self) -> None:
        """Play until the time or the match is over."""
        page = self.ask("page", "GET", self.path)
        if not self.plain and (found := re.search(r'data-stream="([^"]+)" data-ticket="([^"]+)"', text_of(page))):
            self.stream = Stream(found[1], found[2])
        while not self.told.over.is_set() and page.status == 200:
            html = text_of(page)
            if "data-poll-stop" in html or not self._shows(page, html):
                break
            page = self._answered(html) or self._news()
        if self.stream is not None:
            self.stream.end()
        self.line.close()

    def _shows(self, page: Answer, html: str) -> bool:
        """Keep the tag of the shown page; False for a page that asks for no news."""
        found = re.search(r'data-etag="([^"]*)"', html)
        self.tag = page.headers.get("etag", "") or (found[1].replace("&quot;", '"') if found else "")
        return bool(self.tag)

    def _answered(self, html: str) -> Answer | None:
        """Answer the open form; returns the next page, or None without a form or a legal attempt."""
        more = {} if self.plain else {"X_Answer": "regions"}
        for _try in range(TRIES):
            forms = [each for each in forms_in(html) if each.action.endswith("/play/") and is_asked(each)]
            if not forms or self.told.over.is_set():
                return None
            form = self.chance.choice(forms)
            began = time.monotonic()
            answer = self.send(form.action, form.filled(self.chance) if _try else proposed(form, self.chance), more)
            if answer.status == 200:
                self.told.decided(time.monotonic() - began)
                return answer
            html = text_of(answer)
        return None

    def _news(self) -> Answer:
        """Ask for news as an open page does, until something has changed; the answer has all regions."""
        while not self.told.over.is_set():
            if self.plain:
                self.told.over.wait(self.chance.uniform(0.8, 1.2) * POLL)
                break
            shown = re.match(r'(?:W/)?"(\d+)-', self.tag)
            if self.stream is None:
                self.told.over.wait(self.chance.uniform(0.8, 1.2) * POLL)
            elif not self.stream.wait(int(shown[1]) if shown else 0, 1.0):
                continue
            path = f"/matches/{self.match}/live/?seat={self.seat}"
            news = self.ask("news", "GET", path, If_None_Match=self.tag, HX_Request="true")
            if news.status != 304:
                return news
        return self.ask("page", "GET", self.path)


class Asking(AtTable):
    """A person whose open page asks for news when there are none: the cheapest request."""

    def play(self) -> None:
        page = self.ask("page", "GET", self.path)
        while not self.told.over.is_set() and self._shows(page, text_of(page) if page.status == 200 else ""):
            began = time.monotonic()
            path = f"/matches/{self.match}/live/?seat={self.seat}"
            page = self.ask("news", "GET", path, If_None_Match=self.tag, HX_Request="true")
            self.told.decided(time.monotonic() - began)
        self.line.close()


def is_asked(form: Form) -> bool:
    """Has the form a button to press?"""
    return "key" in form.fixed and bool(form.buttons)


def proposed(form: Form, chance: random.Random) -> dict[str, str]:
    """The values of the form's fields: the given one, or the first option."""
    fields = form.fixed | {name: values[0] for name, values in form.open.items()}
    buttons = [(name, value) for name, value in form.buttons if name not in ("preview", "break_off")]
    name, value = chance.choice(buttons) if buttons else ("", "")
    return fields | ({name: value} if name else {})


class Participant(Person):
    """A participant of an experiment in oTree: one page after the other."""

    def __init__(self, port: int, told: Answers, code: str) -> None:
        super().__init__(port, told)
        self.code = code

    def play(self) -> None:
        page = self.ask("page", "GET", f"/InitializeParticipant/{self.code}")
        for _hop in range(3):
            if page.status not in REDIRECTS:
                break
            self.path = page.headers["location"]
            page = self.ask("page", "GET", self.path)
        while not self.told.over.is_set() and page.status == 200:
            began = time.monotonic()
            sent = self.ask(
                "post", "POST", self.path, urlencode({"price": "7", "note": ""}).encode(), Content_Type=FORM
            )
            if sent.status not in REDIRECTS:
                return
            self.path = sent.headers["location"]
            page = self.ask("page", "GET", self.path)
            self.told.decided(time.monotonic() - began)
        self.line.close()


@contextmanager
def our_site(game: str, scenario: str, players: int, expected: str) -> Iterator[tuple[Running, list[Any]]]:
    """Start our site; yields the site and the people at their seats."""
    with running_site() as site:
        seats = seats_of(game, scenario)
        matches = max(1, players // seats)
        fields = {"game": game, "scenario": scenario, "matches": matches, "expected": expected}
        made = site.manage("shell", "-c", MAKE.format(players=1 if players == 1 else matches * seats, **fields))
        settled(site.pid)
        yield site, json.loads(made.partition("MADE")[2])


def settled(pid: int) -> None:
    """Wait until no process is starting any more: workers load the site after it is ready, at low priority."""
    until = time.monotonic() + 90
    while time.monotonic() < until:
        before = sum(by_process(pid).values())
        time.sleep(2)
        if sum(by_process(pid).values()) - before < 0.2:
            return


def seats_of(game: str, scenario: str) -> int:
    from games.engine import registry

    found = registry.load(game)
    return max(found.rules.seat_counts(found.rules.load_scenario(found.scenarios[scenario])))


SETTINGS = """
SESSION_CONFIGS = [dict(name="decide", app_sequence=["decide"], num_demo_participants={players})]
SESSION_CONFIG_DEFAULTS = dict(real_world_currency_per_point=1.0, participation_fee=0.0)
LANGUAGE_CODE, REAL_WORLD_CURRENCY_CODE, USE_POINTS = "en", "EUR", True
ADMIN_USERNAME, ADMIN_PASSWORD, SECRET_KEY = "admin", "benchmark", "benchmark"
"""
APP = """
from otree.api import *
class C(BaseConstants):
    NAME_IN_URL, PLAYERS_PER_GROUP, NUM_ROUNDS = "decide", None, {rounds}
class Subsession(BaseSubsession):
    pass
class Group(BaseGroup):
    pass
class Player(BasePlayer):
    price = models.IntegerField(min=0, max=100)
    note = models.LongStringField(blank=True)
class Decide(Page):
    form_model, form_fields = "player", ["price", "note"]
page_sequence = [Decide]
"""
PAGE = "{{ block title }}Decide{{ endblock }}{{ block content }}{{ formfields }}{{ next_button }}{{ endblock }}"


@contextmanager
def otree(players: int, rounds: int) -> Iterator[tuple[int, int, list[str]]]:
    """Start oTree; yields its pid, its port, and the codes of the participants of a session with so many pages for
    each.
    """
    home = paths.VAR_DIR / "otree"
    if not (home / "bin" / "otree").exists():
        venv.create(home, with_pip=True)
        subprocess.run([home / "bin" / "pip", "install", "-q", OTREE], check=True, capture_output=True)
    with tempfile.TemporaryDirectory(prefix="otree-") as place:
        project, port = Path(place), free_port()
        for name in ("_static", "_templates", "decide"):
            (project / name).mkdir()
        (project / "settings.py").write_text(SETTINGS.format(players=players))
        (project / "decide" / "__init__.py").write_text(APP.format(rounds=rounds))
        (project / "decide" / "Decide.html").write_text(PAGE)
        path = f"{home / 'bin'}:{os.environ['PATH']}"
        environment = {"PATH": path, "OTREE_PRODUCTION": "1", "OTREE_REST_KEY": "key", "HOME": place}
        with (project / "out").open("w") as out:
            command = [str(home / "bin" / "otree"), "prodserver", f"127.0.0.1:{port}"]
            server = subprocess.Popen(command, cwd=project, env=environment, stdout=out, stderr=out)
        try:
            session = _rest(port, "/api/sessions", {"session_config_name": "decide", "num_participants": players})
            found = _rest(port, f"/api/sessions/{session['code']}")
            yield server.pid, port, [each["code"] for each in found["participants"]]
        finally:
            server.terminate()
            server.wait(30)


def _rest(port: int, path: str, body: Any = None) -> Any:
    """Ask oTree's REST API, once the server is up."""
    data = None if body is None else json.dumps(body).encode()
    until = time.monotonic() + 60
    while time.monotonic() < until:
        line = Line(port)
        answer = line.ask("GET" if data is None else "POST", path, data, {"otree-rest-key": "key"})
        line.close()
        if answer.status == 200:
            return answer.json()
        time.sleep(0.5)
    raise SystemExit(f"oTree did not answer {path}: {answer.status}")


@dataclass(frozen=True)
class Figures:
    """The figures of one site."""

    rate: float
    median: float
    late: float
    processor: float
    """Milliseconds of processor time for a decision, of all processes of the site."""


def measured(
    name: str, pid: int, people: Sequence[Any], told: Answers, seconds: float, *, what: str = "decision"
) -> Figures:
    """Let these people play for some time; prints the figures of each decision, or of `what` they do."""
    threads = [threading.Thread(target=person.play) for person in people]
    for thread in threads:
        thread.start()
    time.sleep(3)  # everybody has read a page
    with told.lock:
        told.seconds.clear()
        told.answers.clear()
        told.bytes = 0
    before, began = by_process(pid), time.monotonic()
    time.sleep(seconds)
    with told.lock:
        taken, answers, size = sorted(told.seconds), Counter(told.answers), told.bytes
    spent, lasted = by_process(pid), time.monotonic() - began
    told.over.set()
    for thread in threads:
        thread.join(30)
    if not taken:
        raise SystemExit(f"{name}: nothing was decided: {dict(answers)}")
    used = {kind: seconds - before.get(kind, 0.0) for kind, seconds in spent.items()}
    figures = Figures(
        len(taken) / lasted, percentile(taken, 0.5), percentile(taken, 0.95), 1000 * sum(used.values()) / len(taken)
    )
    print(
        f"{name:24s} {figures.rate:6.1f} {what}s a second, median {1000 * figures.median:5.0f} ms, "
        f"95 % {1000 * figures.late:5.0f} ms; processor {figures.processor:5.1f} ms a {what}; "
        f"{size / len(taken) / 1000:.0f} kB a {what}"
    )
    shares = ", ".join(f"{kind} {1000 * each / len(taken):.1f}" for kind, each in sorted(used.items()) if each > 0.05)
    print(f"{'':24s} by process, ms a {what}: {shares}")
    print(f"{'':24s} answers: {', '.join(f'{kind} {number}' for kind, number in sorted(answers.items()))}")
    return figures


def by_process(pid: int) -> dict[str, float]:
    """Processor seconds of a process and its descendants, by kind of process."""
    found: Counter[str] = Counter()
    for each in tree(pid):
        try:
            found[kind_of_process(each)] += own_seconds(each)
        except OSError:
            continue
    return dict(found)


def kind_of_process(pid: int) -> str:
    """The kind of a process, by its name if the small site gave it one, else by its command line."""
    name = Path(f"/proc/{pid}/comm").read_text().strip()
    if name in NAMED:
        return NAMED[name]
    command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    for kind, sign in KINDS.items():
        if sign in command:
            return kind
    return "others"


NAMED = {"web": "web", **{queue: f"{queue} worker" for queue in processes.QUEUES}}
KINDS = {
    "web": "gunicorn",
    "main": "domego_site.small_site",
    "live": "manage.py live",
    "play worker": "-Q play",
    "heavy worker": "-Q heavy",
    "analysis worker": "-Q analysis",
    "expected worker": "-Q expected",
    "broker": "unixsocket",
    "supervisor": "domego_site.supervisor",
    "oTree web": "prodserver",
    "oTree timeouts": "timeoutsubprocess",
}


def tree(pid: int) -> Iterator[int]:
    yield pid
    try:
        threads = list(Path(f"/proc/{pid}/task").glob("*/children"))
        children = [int(child) for thread in threads for child in thread.read_text().split()]
    except OSError:
        return
    for child in children:
        yield from tree(child)


def own_seconds(pid: int) -> float:
    """Processor seconds of a process without those of its children, which are counted themselves."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, default=24)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--game", default="domego")
    parser.add_argument("--scenario", default="classic")
    parser.add_argument("--expected", default="off", help="off, position or choices")
    parser.add_argument("--plain", action="store_true", help="without scripts")
    parser.add_argument("--alone", action="store_true", help="without oTree beside it")
    given = parser.parse_args()
    print(f"# two processes of web, {os.cpu_count()} cores, SQLite, {given.players} players, {given.seconds:.0f} s")
    with our_site(given.game, given.scenario, given.players, given.expected) as (site, made):
        told = Answers()
        asking = [Asking(site.port, told, *place, plain=True) for place in made]
        least = measured("nothing new (304)", site.pid, asking, told, given.seconds / 2, what="request")
        told = Answers()
        people = [AtTable(site.port, told, *place, plain=given.plain) for place in made]
        ours = measured(given.game, site.pid, people, told, given.seconds)
    if given.alone:
        return
    with otree(given.players, int(given.seconds * 80 / given.players) + 50) as (pid, port, codes):
        told = Answers()
        others = measured("oTree 6.0.15", pid, [Participant(port, told, code) for code in codes], told, given.seconds)
    print(
        f"{given.game} beside oTree: {ours.rate / others.rate:.2f} times the decisions a second, "
        f"{others.median / ours.median:.2f} times as fast in the median, "
        f"{ours.processor / others.processor:.2f} times the processor time of a decision"
    )
    print(
        f"a request that finds nothing new costs {least.processor / others.processor:.2f} times a decision of oTree's"
    )


if __name__ == "__main__":
    main()
