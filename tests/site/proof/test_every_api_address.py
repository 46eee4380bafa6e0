"""No input to an API URL leads to a server error."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import transaction

from games.api.throttles import RATES
from games.platform.hooks import SCOPES
from tests.matrix.addresses import addresses, filled
from tests.matrix.world import World, world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

BODIES = (
    (b"", "application/json"),
    (b"name=value", "application/x-www-form-urlencoded"),
    (b"", ""),
    (b"{}", "application/json"),
    (b"{", "application/json; charset=utf-16"),
    (b"[]", "text/plain"),
    (b"--x\r\nno part", "multipart/form-data; boundary=x"),
    (b"no boundary", "multipart/form-data"),
    (b"\xff\xfe", "application/octet-stream"),
    (b"{}", "no type at all"),
)
METHODS = {
    "POST": len(BODIES),
    **dict.fromkeys(("PUT", "PATCH"), 4),
    **dict.fromkeys(("GET", "DELETE"), 2),
    **dict.fromkeys(("HEAD", "OPTIONS", "TRACE", "BREW"), 1),
}
"""The number of bodies sent with each method. Only POST is read anywhere."""
WANTED = ("*/*", "application/pdf", "nonsense")


@pytest.fixture(scope="module")
def api() -> dict[str, str]:
    found = {name: route for name, route in addresses().items() if f"/{route}".startswith("/api/")}
    assert {"games:api:match", "classrooms:api-paper", "games:api:nothing"} <= set(found)
    return found


def faults(here: World, name: str, route: str, who: str) -> Iterator[str]:
    """Requests with a server error. Their changes are rolled back."""
    address = filled(route, {**here.general, **here.special.get(name, {})})
    client = here.client(who)
    for method, most in METHODS.items():
        for number, (body, kind) in enumerate(BODIES[:most]):
            cache.clear()  # nobody is asked to wait
            with transaction.atomic():
                wanted = WANTED[number % len(WANTED)]
                answer = client.generic(method, address, body, content_type=kind, headers={"Accept": wanted})
                transaction.set_rollback(True)
            if answer.status_code >= 500:
                yield f"{method} {address}, {kind!r}: {answer.status_code}"


@pytest.mark.parametrize(
    ("who", "by"),
    [
        ("anonymous", "session"),
        ("student", "session"),
        ("student", "token"),
        ("instructor", "session"),
        ("instructor", "token"),
    ],
)
def test_no_request_to_the_api_is_a_fault_of_the_site(api, who, by):
    here = world() if by == "session" else world().with_scopes(*SCOPES)

    assert [fault for name, route in api.items() for fault in faults(here, name, route, who)] == []


def test_a_visitor_who_reads_the_docs_too_often_is_asked_to_wait(client, monkeypatch):
    monkeypatch.setitem(RATES, "anon", "1/min")

    assert [client.get("/api/docs/").status_code for _time in range(2)] == [200, 429]
