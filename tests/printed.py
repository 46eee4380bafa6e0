"""Readers of sheets that games print for a table without screens."""

import json
import re
from html import unescape

from django.test import Client
from django.urls import reverse

from games.engine import registry

CARDS = "games/print/cards.html"
"""The template of sheets with cards to cut out."""


def scenario(game, name):
    """A shipped scenario of a game, as in its file."""
    return json.loads(registry.get(game).scenarios[name])


def read(game, name, language="en"):
    client = Client()
    client.cookies["django_language"] = language
    answer = client.get(reverse("games:print-sheet", args=[game, name]))
    assert answer.status_code == 200
    return answer.content.decode()


def main_of(page):
    return page.split("<main", 1)[1].split("</main>")[0]


def words(page):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main_of(page))).split())


def cards_of(game, name, language="en"):
    """The number of cards to cut out of a sheet."""
    return main_of(read(game, name, language)).split("print-cut", 1)[1].count("<li>")
