"""Every page of the URL conf as people with most access see it. Also the table of every game, in both languages."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from urllib.parse import urljoin

from django.db import transaction
from django.test import Client
from lxml import html as tree

from classrooms.assess.reports.services import debrief_freeze
from games.engine import registry
from games.models import SeatHolder
from games.platform.services.matches import match_create, match_start
from games.ui import faces
from games.ui import help as help_pages
from tests.games.factories import SEED, person, play_on, role_ids
from tests.matrix.addresses import addresses, filled
from tests.matrix.world import World, world

READERS = ("anonymous", "student", "instructor")
"""Each page is read as the last of these people with access, and as a student."""
LANGUAGES = ("en", "fr")
REFUSED = (400, 409, 422)
MOVES = (0, 25, 2000)
"""Moves before the table is read: at the start of a match, in its middle, at its end."""


@dataclass(frozen=True)
class Read:
    """A page as read by one person in one language."""

    name: str
    who: str
    language: str
    html: str

    def __str__(self) -> str:
        return f"{self.name} ({self.who}, {self.language})"


@cache
def all_pages(languages: tuple[str, ...] = LANGUAGES) -> tuple[Read, ...]:
    """All pages, read once in a process. The tests of one group share them, and the database is unchanged."""
    with transaction.atomic():
        parts = (pages_of(world(), languages), *(part(languages) for part in OF_GAMES))
        found = tuple(read for part in parts for read in part)
        transaction.set_rollback(True)
    return found


def pages_of(world: World, languages: tuple[str, ...]) -> Iterator[Read]:
    """Every URL with an HTML page for a reader."""
    for name, route in addresses().items():
        address = filled(route, {**world.general, **world.special.get(name, {})})
        for who in READERS:
            for language in languages:
                html = _got(world.client(who), address, language)
                if html and "<html" in html:
                    yield Read(name, who, language, html)
                    for number, (at, fields) in enumerate(forms_left_empty(html, address), start=1):
                        refused = _got(world.client(who), at, language, fields)
                        if "aria-invalid" in refused and "<html" in refused:
                            yield Read(f"{name}, form {number} left empty", who, language, refused)


def forms_left_empty(html: str, address: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Each form of a page: its target address, and the data that a browser sends if nothing was filled in or ticked."""
    for form in tree.fromstring(html).xpath("//main//form[translate(@method, 'POST', 'post')='post']"):
        fields = {}
        for field in form.xpath(".//input[@name] | .//textarea[@name] | .//select[@name] | (.//button[@name])[1]"):
            kind = field.get("type", "")
            if field.tag == "select":
                fields[field.get("name")] = field.xpath("string((.//option/@value)[1])")
            elif kind not in ("checkbox", "radio"):
                fields[field.get("name")] = field.get("value", "") if kind == "hidden" or field.tag == "button" else ""
        yield urljoin(address, form.get("action") or ""), fields


def help_pages_of_games(languages: tuple[str, ...]) -> Iterator[Read]:
    """Every page of the rules of all games, in these languages."""
    for game in registry.all_games():
        for entry in help_pages.entries(game.key, "en"):
            for language in languages:
                address = f"/rules/{game.key}/{entry.slug}/"
                yield Read(f"{game.key}/{entry.slug}", "anonymous", language, _got(Client(), address, language))


def sheets_of_games(languages: tuple[str, ...]) -> Iterator[Read]:
    """Every sheet to print of all games, in these languages."""
    for face in faces.all_faces():
        for name in face.printing.sheets:
            for language in languages:
                address = f"/rules/{face.game.key}/print/{name}/"
                yield Read(f"{face.game.key}/print/{name}", "anonymous", language, _got(Client(), address, language))


def tables_of_games(languages: tuple[str, ...]) -> Iterator[Read]:
    """The table of each game with its decision, and the debrief at the end."""
    for game in registry.all_games():
        for moves in MOVES:
            user = person()
            text = next(iter(game.micro.values()))
            match = match_create(game=game.key, roles=role_ids(text, game.key), by=None, scenario=text, seed=SEED)
            for seat in match.seats.all():
                SeatHolder.objects.create(seat=seat, user=user, since=match.created_at)
            match_start(match_id=match.pk)
            match.refresh_from_db()
            match = play_on(match, moves)
            client = Client()
            client.force_login(user)
            for language in languages:
                html = _got(client, f"/matches/{match.pk}/", language)
                yield Read(f"{game.key} after {moves}", "player", language, html)
            if match.is_over:
                debrief_freeze(match=match)
                for language in languages:
                    html = _got(client, f"/matches/{match.pk}/debrief/", language)
                    yield Read(f"{game.key}: debrief", "player", language, html)


def _got(client: Client, address: str, language: str, sent: dict[str, str] | None = None) -> str:
    """The page at a URL, or the response to a form that is `sent` there. "" if there is none."""
    with transaction.atomic():
        client.cookies["django_language"] = language
        headers = {"accept-language": language}
        answer = client.get(address, headers=headers) if sent is None else client.post(address, sent, headers=headers)
        whole = b"".join(answer) if answer.streaming else answer.content
        transaction.set_rollback(True)
    is_there = answer.status_code == 200 or (sent is not None and answer.status_code in REFUSED)
    is_page = is_there and answer.headers.get("Content-Type", "").startswith("text/html")
    return whole.decode() if is_page else ""


OF_GAMES = (help_pages_of_games, sheets_of_games, tables_of_games)
