"""The list of browser storage is complete: it names everything that the site stores in a browser, and nothing else."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.db import transaction

from classrooms.care.privacy.stored import Store, cookies, in_the_browser
from domego_site import turns
from tests.games.factories import PASSWORD
from tests.matrix.addresses import METHODS, addresses, filled
from tests.matrix.world import BODIES, world

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[5]
WRITES = {
    Store.LOCAL: re.compile(r"\blocalStorage\b"),
    Store.TAB: re.compile(r"\bsessionStorage\b"),
    Store.CACHE: re.compile(r"\bcaches\."),
    Store.PUSH: re.compile(r"\bpushManager\b"),
}
ELSEWHERE = re.compile(r"\bdocument\.cookie\s*=(?!=)|\bindexedDB\b|\bcookieStore\b|\bnavigator\.storage\b")
IN_A_FRAME = "lms-"
LOADED = "django_htmx/htmx-2.min.js"
NOT_LOADED = ("admin/js/vendor/", "django_htmx/", "drf_spectacular_sidecar/", "rest_framework/")
"""Scripts of libraries that no page loads, except `LOADED`, and the page of the API, which stores nothing by default.
"""


def lives(client):
    """The cookies that a client has: name and lifetime. Deleted ones are left out."""
    return {(name, morsel["max-age"] or None) for name, morsel in client.cookies.items() if morsel.value}


def walk():
    """The cookies that every address sets for an anonymous visitor, a student and an instructor."""
    found, site = set(), world()
    for name, route in addresses().items():
        address = filled(route, {**site.general, **site.special.get(name, {})})
        for who in ("anonymous", "student", "instructor"):
            for method in METHODS:
                with transaction.atomic():
                    client = site.client(who)
                    before = set(client.cookies)
                    client.generic(method, address) if method == "GET" else client.post(address, BODIES.get(name, {}))
                    found |= {each for each in lives(client) if each[0] not in before}
                    transaction.set_rollback(True)
    client = site.client("anonymous")
    client.post("/sign-in/", {"username": "student", "password": PASSWORD})
    client.post("/language/", {"language": "fr"})
    return found | lives(client)


def test_the_cookies_are_those_that_the_page_lists():
    """Cookies in a frame of a learning platform come with a launch (tests/classrooms/connect/lms/pages/test_launch.py).
    The web server sets the one for a place in the queue (tests/site/pure/test_turns.py).
    """
    listed = {(each.name, each.seconds) for each in cookies()}

    elsewhere = {IN_A_FRAME, turns.COOKIE}
    assert walk() == {each for each in listed if each[0] not in elsewhere}
    assert elsewhere <= {name for name, _seconds in listed}


def scripts():
    """Every script of the site and of the administration: the name on the page's list, and the text."""
    for finder in finders.get_finders():
        for path, storage in finder.list([]):
            if path.endswith(".js") and (path == LOADED or not path.startswith(NOT_LOADED)):
                yield path, Path(storage.path(path)).read_text()
    yield "worker.js", (ROOT / "games/web/worker.js").read_text()


def test_what_scripts_keep_is_what_the_page_lists():
    found = {(place, path) for path, text in scripts() for place, writes in WRITES.items() if writes.search(text)}

    assert found == {(each.place, path) for each in in_the_browser() for path in each.scripts}


def test_the_names_are_those_in_the_scripts():
    texts = dict(scripts())

    for each in in_the_browser():
        if each.place != Store.PUSH:
            assert [path for path in each.scripts if each.name not in texts[path]] == []


def test_scripts_keep_nothing_in_other_places():
    assert [path for path, text in scripts() if ELSEWHERE.search(text) and not path.startswith("admin/")] == []
