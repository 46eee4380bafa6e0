"""The response of every URL to each kind of person, compared with the table `permissions.txt`. A URL that is missing in
the table, or that no longer exists, fails. `proof/test_launched.py` does the same for people who come from a learning
platform."""

import pytest

from tests.matrix.addresses import METHODS, addresses, admin_addresses, filled
from tests.matrix.asking import differences
from tests.matrix.table import rows
from tests.matrix.world import PEOPLE

pytestmark = pytest.mark.django_db


def test_every_address_is_in_the_table_and_nothing_else():
    entered, existing = set(rows()), {(name, method) for name in addresses() for method in METHODS}
    missing = [" ".join(each) for each in sorted(existing - entered)]
    superfluous = [" ".join(each) for each in sorted(entered - existing)]

    if missing or superfluous:
        pytest.fail(
            f"missing in permissions.txt: {missing}; superfluous there: {superfluous}. "
            "To repair it, run `python -m tests.matrix.write_table`.",
            pytrace=False,
        )


@pytest.mark.parametrize("who", PEOPLE)
def test_somebody_gets_from_every_address_what_the_table_says(site, who):
    assert differences(site, who, PEOPLE, rows()) == []


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
