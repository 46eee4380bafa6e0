"""A class without devices: `python -m benchmarks.paper_class [--teams 6] [--scenario classic]`.

Six teams of six play Domego with cubes and cards. One person types all their sheets through the pages, as a browser
would send them, sheet by sheet in the order of the activities. Then the class's debrief is opened on the projector. The
people of the teams are scripted: each has a way to buy, to negotiate and to place of their own. A line that the rules
refuse is typed again, and both are counted.

Measured: lines, keys, requests, seconds of the site's answers, and the seconds from the last line to the slides with
all teams. Assumed: the speed of typing, the seconds to find a line and to take up a sheet, and the 90 minutes of play.
"""

import argparse
import http.client
import json
import os
import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import urlencode

from benchmarks._running import running_site

SEATS = 6
PLAY, AIM = 90, 10
"""Minutes of play, and the minutes after it until the debrief is on the projector."""
PATIENCE = 120.0
FIELD = re.compile(r'name="(seat|key|at|csrfmiddlewaretoken)" value="([^"]*)"')
FORM = re.compile(r'<form class="field gap".*?</form>', re.DOTALL)
CODE = re.compile(r'<p class="paper-code">([^<]+)</p>')
MAKE = """
import json
from benchmarks.chaos.hand import _session
from games.platform.selectors.position import scenario_of
from games.catalogue.domego.rules.compile import compiled
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import person
teacher = person("teacher-on-paper")
teams = [[person(f"paper-{{team}}-{{seat}}") for seat in range({seats})] for team in range({teams})]
course = course_of(teacher, [each for team in teams for each in team])
room = session_of(course, teams=teams, scenario={scenario!r}, title="A class on paper")
tables = list(room.session_teams.select_related("match").order_by("position"))
sheet, _decks = compiled(scenario_of(tables[0].match))
names = sheet.role_ids
print("MADE" + json.dumps({{
    "cookie": _session(teacher), "session": room.pk,
    "teams": [[table.name, table.match_id] for table in tables],
    "prices": {{f"{{names[each.payer]}}>{{names[each.payee]}}": [each.low, each.high] for each in sheet.contracts}},
    "parts": [
        {{names[part.role]: [len(part.risk), len(part.delay)] for part in activity.parts}}
        for activity in sheet.activities
    ],
}}))
"""


@dataclass(frozen=True)
class Speed:
    """The assumed speed of a person: keys a minute, seconds to read a line and to find the next one, seconds to take up
    a sheet.
    """

    keys: float
    line: float
    sheet: float

    def minutes(self, typed: "Typed") -> float:
        """The minutes for what was typed, with the measured seconds of waiting for the site."""
        return typed.keys / self.keys + (typed.lines * self.line + typed.sheets * self.sheet + typed.waited) / 60


@dataclass
class Typed:
    """Sheets taken up, lines typed (refused ones included), keys with Enter, requests, and seconds of waiting."""

    sheets: int = 0
    lines: int = 0
    refused: int = 0
    keys: int = 0
    requests: int = 0
    waited: float = 0.0

    def add(self, other: "Typed") -> None:
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Browser:
    """One kept connection with the teacher's session. It follows redirects and counts requests and seconds."""

    def __init__(self, port: int, cookie: str) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._cookies = {"sessionid": cookie}
        self.typed = Typed()

    def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
        """The status and the text of a page, after redirects."""
        status, text, onward = self._ask(path, form)
        while onward:
            status, text, onward = self._ask(onward, None)
        return status, text

    def _ask(self, path: str, form: dict[str, str] | None) -> tuple[int, str, str]:
        method, body = ("GET", None) if form is None else ("POST", urlencode(form))
        cookie = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        head = {"Cookie": cookie, "Accept-Language": "en"}
        if body is not None:
            head["Content-Type"] = "application/x-www-form-urlencoded"
        began = time.perf_counter()
        self._line.request(method, path.partition("#")[0], body, head)
        answer = self._line.getresponse()
        text = answer.read().decode()
        self.typed.waited += time.perf_counter() - began
        self.typed.requests += 1
        for each in answer.headers.get_all("Set-Cookie", []):
            name, _equals, value = each.partition(";")[0].partition("=")
            self._cookies[name] = value
        is_onward = answer.status in (301, 302, 303)
        return answer.status, text, answer.headers["Location"] if is_onward else ""


@dataclass
class Person:
    """A scripted person of a team: the cubes they buy, the share of their contracts that fail, and how they place."""

    chance: random.Random
    buys: int = field(init=False)
    fails: float = field(init=False)
    places: float = field(init=False)

    def __post_init__(self) -> None:
        self.buys = self.chance.randint(0, 6)
        self.fails = self.chance.choice([0.05, 0.15, 0.3])
        self.places = self.chance.choice([0.3, 0.6, 0.9])

    def answers(self, key: str, made: dict[str, Any]) -> list[str]:
        """The line of a decision, and cheaper ones for the case that the rules refuse it."""
        activity, kind, name = key.split("/")
        if kind == "buy":
            return [str(number) for number in dict.fromkeys((self.buys, self.buys // 2, 0))]
        if kind == "negotiate":
            low, high = made["prices"][name]
            if self.chance.random() < self.fails:
                return [self.chance.choice(["x1", "x2"])]
            return [str(self.chance.randint(low, high)), str(low), "x1"]
        tiers = [each for each in made["parts"][int(activity.removeprefix("activity-")) - 1][name] if each > 1]
        chosen = [self.chance.randint(1, each - 1) if self.chance.random() < self.places else 0 for each in tiers]
        return list(dict.fromkeys([" ".join(map(str, chosen)) or "0", " ".join("0" for _each in tiers) or "0"]))


class Typist:
    """The person who types the sheets of all teams."""

    def __init__(self, browser: Browser, made: dict[str, Any], seed: int) -> None:
        self.browser, self.made = browser, made
        self.codes: dict[int, list[str]] = {}
        self.people = {
            (match, seat): Person(random.Random(f"{seed}/{match}/{seat}"))
            for _name, match in made["teams"]
            for seat in range(SEATS)
        }

    def read_codes(self) -> None:
        """The codes of the printed sheets, by match."""
        for _name, match in self.made["teams"]:
            _status, text = self.browser.ask(f"/matches/{match}/paper/sheets/")
            self.codes[match] = CODE.findall(text)

    def type_sheet(self, match: int, number: int) -> Typed:
        """Type one sheet, found by its code; returns what it took."""
        self.browser.typed = typed = Typed(sheets=1)
        code = self.codes[match][number].replace("-", "").lower()
        typed.keys += len(code) + 1
        _status, page = self.browser.ask(f"/paper/?{urlencode({'code': code})}")
        while (form := FORM.search(page)) is not None:
            fields = {name: unescape(value) for name, value in FIELD.findall(form[0])}
            if int(fields["key"].partition("/")[0].removeprefix("activity-")) != number + 1:
                break
            page = self._type_line(match, fields, typed)
        return typed

    def _type_line(self, match: int, fields: dict[str, str], typed: Typed) -> str:
        """Type the answer to one question until it is taken; returns the page after it."""
        person = self.people[match, int(fields["seat"])]
        for text in person.answers(fields["key"], self.made):
            typed.lines, typed.keys = typed.lines + 1, typed.keys + len(text) + 1
            status, page = self.browser.ask(f"/matches/{match}/paper/", {**fields, "typed": text})
            if status == 200:
                return page
            typed.refused += 1
        raise SystemExit(f"Match {match}: no line was taken for {fields['key']}.")


def to_projector(browser: Browser, session: int, names: list[str]) -> float:
    """The seconds until the slides of the class's debrief have a result of each team."""
    began = time.perf_counter()
    while time.perf_counter() - began < PATIENCE:
        status, text = browser.ask(f"/sessions/{session}/reports/slides/")
        if status == 200 and "<svg" in text and all(name in unescape(text) for name in names):
            return time.perf_counter() - began
        time.sleep(0.1)
    raise SystemExit(f"The debrief was not shown within {PATIENCE:.0f} s.")


def main() -> None:
    """Type a class, and print what was measured and what was assumed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--teams", type=int, default=6)
    parser.add_argument("--scenario", default="classic")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keys-a-minute", type=float, default=60)
    parser.add_argument("--seconds-a-line", type=float, default=5)
    parser.add_argument("--seconds-a-sheet", type=float, default=10)
    given = parser.parse_args()
    speed = Speed(given.keys_a_minute, given.seconds_a_line, given.seconds_a_sheet)
    print(f"# {os.cpu_count()} cores, load before {os.getloadavg()[0]:.1f}")
    with running_site(AUTO_ANALYSIS="1") as site:
        code = MAKE.format(seats=SEATS, teams=given.teams, scenario=given.scenario)
        made = json.loads(site.manage("shell", "--no-imports", "-c", code).partition("MADE")[2])
        browser = Browser(site.port, made["cookie"])
        page = browser.ask(f"/sessions/{made['session']}/paper/")[1]
        token = dict(FIELD.findall(page))["csrfmiddlewaretoken"]
        browser.ask(f"/sessions/{made['session']}/on-paper/", {"csrfmiddlewaretoken": token})
        typist = Typist(browser, made, given.seed)
        typist.read_codes()
        turns = len(made["parts"])
        whole, last = Typed(), Typed()
        lines = Counter[int]()
        for number in range(turns):
            for _name, match in made["teams"]:
                typed = typist.type_sheet(match, number)
                whole.add(typed)
                lines[match] += typed.lines
                if number == turns - 1:
                    last.add(typed)
        seconds = to_projector(browser, made["session"], [name for name, _match in made["teams"]])
    report(speed, whole, last, lines, seconds)


def report(speed: Speed, whole: Typed, last: Typed, lines: Counter[int], seconds: float) -> None:
    """Print the figures."""
    teams = len(lines)
    print(f"measured: {teams} teams, {whole.sheets} sheets, {whole.lines} lines, {whole.keys} keys with Enter")
    print(f"measured: lines of a team {min(lines.values())} to {max(lines.values())}, refused {whole.refused}")
    print(f"measured: {whole.requests} requests, {whole.waited:.1f} s of waiting for the site")
    print(f"measured: from the last line to the slides of all teams {seconds:.1f} s")
    print(f"assumed:  {speed.keys:.0f} keys a minute, {speed.line:.0f} s a line, {speed.sheet:.0f} s a sheet")
    print(f"assumed:  {PLAY} minutes of play; each sheet but the last is handed in and typed during them")
    during, after = speed.minutes(whole) - speed.minutes(last), speed.minutes(last) + seconds / 60
    print(f"so:       {during:.1f} minutes of typing during play, {during / teams:.1f} a team")
    print(f"so:       {after:.1f} minutes from the end of play to the debrief on the projector (aim {AIM})")
    print(f"so:       {speed.minutes(whole) + seconds / 60:.1f} minutes if all sheets are typed after play")


if __name__ == "__main__":
    main()
