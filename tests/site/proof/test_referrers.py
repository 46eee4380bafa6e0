"""No response lets a browser send its URL to another site: personal links, projector links and tickets are secret."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.db import transaction

from tests.matrix.addresses import addresses, filled
from tests.matrix.world import world

pytestmark = pytest.mark.django_db

TELLS_NO_OTHER_SITE = {"same-origin", "no-referrer"}
WEAKER = re.compile(r"<meta[^>]*referrer|referrerpolicy|unsafe-url|origin-when", re.IGNORECASE)


def test_every_answer_says_so():
    made = world()
    said = {}

    for name, route in addresses().items():
        address = filled(route, {**made.general, **made.special.get(name, {})})
        for who in ("anonymous", "instructor"):
            with transaction.atomic():
                answer = made.client(who).get(address)
                transaction.set_rollback(True)
            said[name, who, answer.status_code] = answer.headers.get("Referrer-Policy")

    assert {status for _name, _who, status in said} >= {200, 302, 403, 404}
    assert {place: policy for place, policy in said.items() if policy not in TELLS_NO_OTHER_SITE} == {}


def test_no_page_says_otherwise():
    templates = [
        path for app in ("games", "classrooms", "templates") for path in (settings.BASE_DIR / app).rglob("*.html")
    ]

    assert len(templates) > 200
    assert [str(path) for path in templates if WEAKER.search(Path(path).read_text())] == []
