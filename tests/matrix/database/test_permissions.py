"""Who gets what from every address of the site. `permissions.txt` is read like a timetable; an address that is missing
in it, or is there no more, fails. Who came by a launch from a learning platform gets what their part gets, but where
`launched.txt` says otherwise.
"""

from collections.abc import Iterator

import pytest
from django.db import transaction

from tests.matrix.addresses import METHODS, addresses, admin_addresses, filled
from tests.matrix.table import launched_rows, rows
from tests.matrix.world import LAUNCHED, PEOPLE, World, world

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker) -> Iterator[World]:
    """One world for the whole table: nothing that a request changes stays."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield world()
        transaction.set_rollback(True)


def test_every_address_is_in_the_table_and_nothing_else():
    assert sorted(rows()) == sorted((name, method) for name in addresses() for method in METHODS)


@pytest.mark.parametrize(("name", "method"), sorted(rows()), ids=lambda part: part)
def test_everybody_gets_what_the_table_says(site, name, method):
    expected = dict(zip(PEOPLE, rows()[name, method], strict=True))

    answers = site.answers(name, addresses()[name], method)

    assert dict(zip(PEOPLE, answers, strict=True)) == expected


@pytest.mark.parametrize(("name", "method"), sorted(launched_rows()), ids=lambda part: part)
def test_who_came_by_a_launch_gets_what_their_part_gets(site, name, method):
    expected = dict(zip(LAUNCHED, launched_rows()[name, method], strict=True))

    answers = site.answers(name, addresses()[name], method, LAUNCHED)

    assert dict(zip(LAUNCHED, answers, strict=True)) == expected


@pytest.mark.parametrize("method", METHODS)
def test_the_operators_pages_send_everybody_else_to_their_own_sign_in(site, method):
    values = {"app_label": "games", "object_id": 1, "content_type_id": 1, "url": "nothing", "id": 1, "extra_context": 1}
    refused = set()
    for route in admin_addresses():
        for who in PEOPLE:
            answer = site.client(who).generic(method, filled(route, values))
            if not (answer.status_code == 302 and answer["Location"].startswith("/admin/login/")):
                refused.add((route, who, answer.status_code))

    own_pages = {"admin/login/", "admin/logout/", "admin/jsi18n/"}
    assert {each for each in refused if each[0] not in own_pages} == set()
