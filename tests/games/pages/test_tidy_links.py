"""Links with extra characters at the end that a mail program or a person added."""

import pytest

from games.web.tidy_links import BEHIND
from tests.matrix.addresses import addresses, filled, parameters

MOST_STEPS = 3
TAILS = (")", ">", ".", ",", "%20", ".)", "%3E", "%C2%A0", "/)", "/.", "\u201d")


def led_to(client, address):
    """The address to which a link is redirected, before the page there is requested."""
    for _step in range(MOST_STEPS):
        answer = client.get(address)
        if answer.status_code != 302 or answer.headers["Location"].rstrip("/") == address.rstrip("/"):
            return address
        address = answer.headers["Location"]
        if not address.rstrip("/").endswith(tuple(BEHIND)) and "%" not in address:
            return address
    return address


def links():
    """An address of each kind that is sent to people, with a token or a number in it."""
    values = {"session_id": 1, "course_id": 1, "match_id": 1, "code": "BCD234", "token": "a:b-c_d"}
    return sorted(
        filled(route, values)
        for name, route in addresses().items()
        if parameters(route) and set(parameters(route)) <= set(values) and ":api" not in name
    )


@pytest.mark.django_db
@pytest.mark.parametrize("tail", TAILS)
def test_every_link_leads_where_it_should_with_signs_behind_it(client, tail):
    wrong = {}
    for link in links():
        for address in {link + tail, link.rstrip("/") + tail}:
            if (found := led_to(client, address)) != link:
                wrong[address] = found

    assert wrong == {}


@pytest.mark.django_db
def test_a_query_stays(client):
    assert client.get("/join/)", {"code": "BCD234"}).headers["Location"] == "/join/?code=BCD234"


@pytest.mark.django_db
def test_what_is_sent_is_not_led_elsewhere(client):
    assert client.post("/join/BCD234/)/").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/nothing/)", "/)", "//example.org/)", "/%20"])
def test_an_address_that_is_none_stays_one(client, address):
    answer = client.get(address)

    assert answer.status_code == 404 or not answer.headers.get("Location", "/").startswith("//")
