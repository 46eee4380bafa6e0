"""Hostile requests to every URL of the site, as everybody of the permission table: `python -m tests.matrix.fuzz`.

No response is a fault of the program. Rows change only through people whom `permissions.txt` allows to act there. The
same seed sends the same requests: `--seed 7 --requests 20000`. `--only 1234` sends that one alone and shows its fault.
"""

import argparse
import json
import logging
import os
import re
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from typing import Any, Final
from urllib.parse import quote, urlencode

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "domego_site.settings_test")
    django.setup()

from django.apps import apps
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.signals import got_request_exception
from django.db import connection, transaction
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from tests.classrooms.factories import course_of, session_of
from tests.games.factories import person
from tests.matrix.addresses import addresses, admin_addresses, parameters
from tests.matrix.hostile import KINDS, MILLION, ODD_BYTES, ODD_HEADERS, ODD_PARTS, ODD_TEXTS
from tests.matrix.table import allows, rows
from tests.matrix.world import PEOPLE, general_values, world

OPERATOR: Final = "operator"
"""A superuser, who alone has access to the admin site."""
BUSY: Final = ("student", "instructor", "instructor", "instructor", "assistant", OPERATOR)
"""Further callers to draw from, so that people with more rights come more often."""
METHODS: Final = (*["GET", "POST"] * 6, *["POST"] * 3, "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW")


class Forms(HTMLParser):
    """The forms of a page with method POST: their target, and their fields with values."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.open: dict[str, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.open = {}
            if has.get("method", "").lower() == "post":
                self.found.append((has.get("action", ""), self.open))
        elif tag in {"input", "button", "textarea", "select"} and self.open is not None and has.get("name"):
            self.open.setdefault(has["name"], has.get("value", ""))
        elif tag == "option" and self.open and "selected" in has:
            self.open[next(reversed(self.open))] = has.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None


@dataclass(frozen=True)
class Sent:
    """One request. `name` is that of its URL ("admin" for the admin site). `about` says whether its ids are those of
    the table, of the other course, or neither.
    """

    who: str
    name: str
    method: str
    path: str
    about: str
    options: Mapping[str, Any]

    def __str__(self) -> str:
        shown = {key: repr(value)[:300] for key, value in self.options.items()}
        return f"{self.who}: {self.method} {self.path[:300]} ({self.name}, {self.about}) {shown}"


@dataclass
class Found:
    """The faults of a run, each once, by address and place in the program."""

    statuses: Counter[int] = field(default_factory=Counter)
    acts: Counter[str] = field(default_factory=Counter)
    """Addresses by how often a request to them changed a row."""
    faults: dict[str, str] = field(default_factory=dict)

    def note(self, kind: str, where: str, number: int, sent: Sent, more: str = "") -> None:
        self.faults.setdefault(f"{kind} {where}", f"request {number}: {sent}\n{more}")


class Fuzz:
    """One world, inside a transaction of the caller. Each request is rolled back after its check."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.world = world()
        self.people = (*PEOPLE, OPERATOR)
        self._add_people()
        self.routes = {**addresses(), **{f"admin {route}": route for route in admin_addresses()}}
        self.names = sorted([*addresses(), *addresses(), *self.routes])
        self.table = rows()
        self.forms: dict[str, list[dict[str, str]]] = {}
        self.rows = {model._meta.db_table: _rows(model._meta.db_table) for model in _models()}
        self._read_forms()
        self.fields = sorted({name for forms in self.forms.values() for form in forms for name in form})

    def _add_people(self) -> None:
        """Add the other course, taught by the table's "elsewhere", and the operator."""
        users = dict(self.world.users)
        pupils = [person("pupil-next-door"), person("second-next-door")]
        course = course_of(users["elsewhere"], pupils, join_open=True)
        play_session = session_of(course, teams=[[pupils[0]], [pupils[1]]], started=True)
        next_door = {**users, "instructor": users["elsewhere"], "student": pupils[0], "other": pupils[1]}
        self.next_door = general_values(course, play_session, next_door)
        users[OPERATOR] = person(OPERATOR, is_staff=True, is_superuser=True)
        self.world = self.world.with_person(OPERATOR, users[OPERATOR])

    def _read_forms(self) -> None:
        """Collect the forms of all pages, by their target address."""
        for name, route in self.routes.items():
            for who in self._readers(name):
                with taken_back():
                    answer = self.world.client(who).get(self._path(route, self._values(name)))
                    page = answer.content.decode(errors="replace") if "html" in answer.get("Content-Type", "") else ""
                    parser = Forms()
                    parser.feed(page)
                for action, form in parser.found:
                    place = action.partition("#")[0].partition("?")[0] or answer.wsgi_request.path
                    kept = self.forms.setdefault(place, [])
                    if form and form not in kept and len(kept) < 6:
                        kept.append(form)

    def _readers(self, name: str) -> list[str]:
        """The people who read a page: the instructor and the student if they see it, or the operator for pages outside
        the table.
        """
        shown = dict(zip(PEOPLE, self.table.get((name, "GET"), ()), strict=False))
        return [who for who in ("instructor", "student") if shown.get(who) == "200"] or [OPERATOR] * (not shown)

    def _values(self, name: str) -> dict[str, Any]:
        extra = {"app_label": "games", "object_id": 1, "content_type_id": 1, "url": "x", "id": 1, "extra_context": 1}
        return {**extra, **self.world.general, **self.world.special.get(name, {})}

    @staticmethod
    def _path(route: str, values: Mapping[str, Any]) -> str:
        return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(values[found[1]]), route)

    def request(self, number: int) -> Sent:
        """The request of this number. It depends on the seed and the number alone."""
        random = Random(f"{self.seed}/{number}")
        name = self.names[number % len(self.names)]
        who = random.choice((*self.people, *BUSY))
        method = random.choice(METHODS)
        if method in {"GET", "POST"} and random.random() < 0.8:
            method = self._answered(random, name)
        about, path = self._place(random, name)
        options = (
            self._body(random, self._path(self.routes[name], self._values(name))) if method not in "GET HEAD" else {}
        )
        if random.random() < 0.4:
            options["QUERY_STRING"] = self._query(random)
        for header, values in random.sample(ODD_HEADERS, random.choice((0, 0, 0, 0, 1, 2))):
            options[header] = random.choice(values)
        return Sent(who, name, method, path, about, options)

    def _answered(self, random: Random, name: str) -> str:
        """A random method that the URL accepts."""
        has = [each for each in ("GET", "POST", "POST") if "405" not in self.table.get((name, each), ())]
        return random.choice(has or ["GET"])

    def _place(self, random: Random, name: str) -> tuple[str, str]:
        route, values = self.routes[name], self._values(name)
        if not parameters(route):
            return "table", self._path(route, values)
        about = random.choice(("table", "table", "table", "table", "next door", "odd"))
        if about == "next door":
            values |= self.next_door
        elif about == "odd":
            for part in random.sample(parameters(route), random.randint(1, len(parameters(route)))):
                values[part] = self._odd_part(random)
        return about, self._path(route, values)

    def _odd_part(self, random: Random) -> str:
        return "x" * MILLION if random.random() < 0.01 else random.choice(ODD_PARTS)

    def _odd_text(self, random: Random) -> str:
        return "x" * (MILLION - 5000) if random.random() < 0.01 else random.choice(ODD_TEXTS)

    def _query(self, random: Random) -> str:
        names = (
            "q",
            "seat",
            "turn",
            "at",
            "number",
            "before",
            "sort",
            "next",
            "page",
            "language",
            "key",
            "format",
            "game",
        )
        parts = []
        for _ in range(random.randint(1, 3)):
            text = (
                random.choice(ODD_PARTS) if random.random() < 0.5 else quote(self._odd_text(random), errors="replace")
            )
            parts.append(f"{random.choice((*names, *self.fields))}={text}")
        return "&".join(parts)

    def _body(self, random: Random, place: str) -> dict[str, Any]:
        how = random.random()
        if how < 0.15 or place.startswith("/api/"):
            kind = "application/json" if how < 0.7 else random.choice(KINDS)
            return {"data": self._json(random), "CONTENT_TYPE": kind}
        form = dict(random.choice(self.forms.get(place) or [{}]))
        for _ in range(random.choice((0, 1, 1, 1, 2, 3))):
            form[random.choice([*form, random.choice(self.fields), "next"])] = self._odd_text(random)
        if how < 0.3:
            return {"files": {**form, random.choice(("file", "calendar", *form)): self._file(random)}}
        return {"form": form}

    def _file(self, random: Random) -> SimpleUploadedFile:
        content = random.choice(
            (*ODD_BYTES, b"name,email\nA\0b,x@y\n", b"PK\x03\x04broken", b"x" * MILLION, b"BEGIN:VCALENDAR\nx")
        )
        return SimpleUploadedFile(
            random.choice(("a.csv", "a.xlsx", "a.ics", "\0", "../x.csv", "x" * 300, "é\u202e.csv")), content
        )

    def _json(self, random: Random) -> bytes:
        if random.random() < 0.4:
            return random.choice(ODD_BYTES)
        odd = [*ODD_TEXTS, 2**63, 10**30, -1, 1.5, None, True, [], {}, [[[]]], {"kind": "buy", "quantity": 10**30}]
        names = (
            "key",
            "move",
            "submission_id",
            "seat",
            "text",
            "game",
            "scenario",
            "seats",
            "options",
            "username",
            "password",
        )
        return json.dumps({random.choice(names): random.choice(odd) for _ in range(random.randint(1, 5))}).encode()

    def run(self, numbers: range | list[int]) -> Found:
        """Send the requests of these numbers in order."""
        found = Found()
        for number in numbers:
            if number % 50 == 0:
                cache.clear()  # limits on requests are not the matter here
            self._send(number, self.request(number), found)
        return found

    def _send(self, number: int, sent: Sent, found: Found) -> None:
        raised: list[str] = []

        def note(**_: Any) -> None:
            raised.append(traceback.format_exc())

        got_request_exception.connect(note)
        try:
            with taken_back(), writes() as written:
                status = self._answer(sent)
                changed = {table: _difference(self.rows[table], _rows(table)) for table in written & self.rows.keys()}
        finally:
            got_request_exception.disconnect(note)
        found.statuses[status] += 1
        if status >= 500 and status != 501:
            text = raised[-1] if raised else ""
            places = [
                line.strip()
                for line in text.splitlines()
                if line.startswith("  File") and not re.search(r"\.venv|tests/matrix", line)
            ]
            last = text.strip().rpartition("\n")[2][:100]
            found.note(str(status), f"{(places or ['?'])[-1]} {last}", number, sent, text)
        changed = {table: rows for table, rows in changed.items() if rows}
        found.acts[sent.name] += bool(changed)
        if why := self._why_not(sent, status, changed):
            found.note("changed", f"{sent.name} {sent.who} {sent.method} {sorted(changed)}", number, sent, why)

    def _answer(self, sent: Sent) -> int:
        options = dict(sent.options)
        client = self.world.client(sent.who)
        if "HTTP_COOKIE" in options:
            client.cookies.clear()
        address = sent.path + (f"?{options.pop('QUERY_STRING')}" if "QUERY_STRING" in options else "")
        data, kind = options.pop("data", b""), options.pop("CONTENT_TYPE", "application/octet-stream")
        if "form" in options:
            data, kind = urlencode(options.pop("form"), errors="replace"), "application/x-www-form-urlencoded"
        elif "files" in options:
            files = options.pop("files")
            plain = {name: _plain(value) for name, value in files.items()}
            data, kind = encode_multipart(BOUNDARY, plain), MULTIPART_CONTENT
        return int(client.generic(sent.method, address, data, kind, **options).status_code)

    def _why_not(self, sent: Sent, status: int, changed: Mapping[str, Any]) -> str:
        """The reason why the table forbids a change of rows. Empty if it allows it."""
        if not changed or sent.who == OPERATOR:
            return ""
        told = {table: rows[:3] for table, rows in changed.items()}
        who = {"elsewhere": "instructor"}.get(sent.who, "stranger") if sent.about == "next door" else sent.who
        if sent.who == "anonymous":
            who = "anonymous"
        own = getattr(self.world.users.get(sent.who), "pk", None)
        others = [row for row in changed.get(USERS, ()) if row[0] != "made" and row[1] != own]
        if others and who not in {"assistant", "instructor"} and sent.name not in GUEST_LINKS:
            return f"{status}: changed other people: {others}"
        if sent.method in {"GET", "HEAD"}:
            may = (SEEN | COMPUTED if who in {"assistant", "instructor"} else SEEN) | ASKED.get(sent.name, frozenset())
            return f"{status}: reading changed {told}" if changed.keys() - may else ""
        return "" if allows(self.table, sent.name, sent.method, who) else f"{status}: not allowed here: {told}"


GUEST_LINKS: Final = frozenset({"games:return", "classrooms:guest-merge"})
"""The pages of guest links: the holder of such a link acts as the guest."""
USERS: Final = "classrooms_user"
SEEN: Final = frozenset({"games_seatholder"})
"""The tables that reading a page may change: the reader's last seen move."""
ASKED: Final = {
    "classrooms:course-lms-roster": frozenset({"classrooms_lmscourse", "classrooms_lmskey", "classrooms_lmsplatform"})
}
"""Pages that send requests to a platform, and the tables that store the response."""
COMPUTED: Final = frozenset(
    {"classrooms_researchkey", "classrooms_gradebook", "classrooms_mark", "classrooms_participation"}
)
"""The tables that are computed from matches when staff read a page, and the key of research files."""


def _plain(value: Any) -> Any:
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


@contextmanager
def taken_back() -> Iterator[None]:
    """A block whose changes of the database are rolled back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def writes() -> Iterator[set[str]]:
    """The tables that are changed in the block."""
    written: set[str] = set()

    def look(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if found := re.match(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+\"(\w+)\"", sql):
            written.add(found[1])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield written


def _models() -> list[Any]:
    """All tables of the site's own apps, including those of many-to-many fields."""
    return [
        model
        for app in ("games", "classrooms")
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
    ]


def _rows(table: str) -> dict[Any, tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608  names of models
        names = [column[0] for column in cursor.description]
        at = names.index("id") if "id" in names else 0
        return {row[at]: tuple(map(str, row)) for row in cursor.fetchall()}


def _difference(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> list[tuple[str, Any, str]]:
    gone = [("gone", key, "") for key in before.keys() - after.keys()]
    made = [("made", key, str(after[key])[:200]) for key in after.keys() - before.keys()]
    other = [
        ("changed", key, str([pair for pair in zip(before[key], after[key], strict=True) if pair[0] != pair[1]])[:200])
        for key in before.keys() & after.keys()
        if before[key] != after[key]
    ]
    return gone + made + other


def main() -> None:
    """Run with the arguments of the command line, in a test database."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", type=int, nargs="*")
    asked = parser.parse_args()
    logging.disable(logging.CRITICAL)
    from django.test.utils import setup_test_environment

    setup_test_environment()
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    with transaction.atomic():
        found = Fuzz(asked.seed).run(asked.only or range(asked.first, asked.first + asked.requests))
        transaction.set_rollback(True)
    for fault, story in sorted(found.faults.items()):
        print(f"=== {fault}\n{story}")  # noqa: T201
    print(f"seed {asked.seed}: {found.statuses.total()} requests, {dict(sorted(found.statuses.items()))}")  # noqa: T201
    print(f"{found.acts.total()} changed rows by {len(+found.acts)} addresses, {len(found.faults)} faults")  # noqa: T201


if __name__ == "__main__":
    main()
