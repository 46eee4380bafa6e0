"""URLs that a page in a platform's frame gives to other people: to copy, to scan, in files, in feeds. The frame's own
URL works in one browser only."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import transaction

from classrooms.connect.lms.frames import OWN
from classrooms.models import LmsLogin
from games.platform.conf import conf
from tests.matrix.addresses import addresses, filled
from tests.matrix.table import allows, rows
from tests.matrix.world import SAME_AS

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.django_db

PRINTED = re.compile(rf"(?:{re.escape(conf.SITE_URL)}|http://testserver)(/[^\s\"'<>&;,)]*)")
BY_HAND = re.compile(r"build_absolute_uri\(reverse|SITE_URL\)? \+ reverse|\bsite \+ reverse|url }}{% url")
"""Absolute URLs that code builds without `games.platform.addresses`."""


def printed(client, address):
    """The absolute URLs of this site in a response, without their random parts."""
    cache.clear()
    with transaction.atomic():
        answer = client.get(address, headers={"Sec-Fetch-Dest": "iframe"})
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        transaction.set_rollback(True)
    return set(PRINTED.findall(content.decode(errors="replace").replace("\\/", "/")))


@pytest.mark.parametrize("who", ["lms-instructor", "lms-learner"])
def test_pages_in_a_frame_print_the_plain_addresses_of_the_site(site, who):
    login = LmsLogin.objects.filter(launch__subject=who).latest("pk")
    place = f"/lms/in/{login.state}/"
    plain, framed = site.client(who), site.client(who)
    framed.cookies.clear()
    framed.cookies[OWN + settings.SESSION_COOKIE_NAME] = site.sessions[who]
    table, known = rows(), {}
    for name, route in addresses().items():
        if not allows(table, name, "GET", SAME_AS[who]) or name.startswith("games:api:"):
            continue
        address = filled(route, {**site.general, **site.special.get(name, {})})
        outside, inside = printed(plain, address), printed(framed, place + address[1:])
        assert not [each for each in inside if "/lms/in/" in each], name
        if outside:
            known[name] = len(outside) == len(inside)

    assert [name for name, same in known.items() if not same] == []
    assert len(known) >= {"lms-instructor": 9, "lms-learner": 2}[who], sorted(known)


def test_whole_addresses_are_made_in_one_place_only():
    """`games.platform.addresses` builds them. The test above sees those on pages. It does not see those in mails, marks
    for a platform, webhooks and records made in a frame.
    """
    sources = [path for app in ("games", "classrooms", "domego_site") for path in (ROOT / app).rglob("*.*")]
    texts = [path for path in sources if path.suffix in (".py", ".html", ".txt", ".js")]

    found = {str(path.relative_to(ROOT)) for path in texts if BY_HAND.search(path.read_text(encoding="utf-8"))}

    assert found == set()
