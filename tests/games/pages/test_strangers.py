"""People outside a match learn nothing of it, at no address."""

import pytest
from django.test import Client
from django.urls import reverse

from games.platform.services.holders import seat_assign, seat_release
from games.platform.services.talk import message_post
from tests.games.addresses import match_addresses
from tests.games.factories import PASSWORD, match_of, person, play_on, record_of

pytestmark = pytest.mark.django_db

TITLE = "Secret harbour"


@pytest.fixture
def match():
    ada = person()
    match = match_of(ada, by=ada, scenario="pair", title=TITLE)
    message_post(match_id=match.pk, seat=0, author=ada, text=TITLE)
    return play_on(match, 2)


def answers(client, match, method):
    for name, path in match_addresses(match.pk).items():
        yield name, client.generic(method.upper(), path, b"{}", content_type="application/json")


def visitors(match):
    """A stranger, a former player, a player of another match, a member of the staff."""
    stranger, gone, other = person(), person(), person()
    seat_assign(match_id=match.pk, seat=0, user=gone)
    seat_release(match_id=match.pk, seat=0, user=gone)
    match_of(other, by=other, scenario="pair")
    return [stranger, gone, other, person(is_staff=True)]


@pytest.mark.parametrize("method", ["get", "post", "put", "delete"])
def test_strangers_get_nothing_at_every_address_of_a_match(match, method):
    people = visitors(match)
    before = record_of(match)
    for visitor in people:
        client = Client()
        client.force_login(visitor)
        for name, answer in answers(client, match, method):
            # 405: an address says which methods it has, before it looks for the match
            assert answer.status_code in {403, 404, 405}, (name, answer.status_code)
            assert TITLE not in answer.content.decode(), name

    assert record_of(match) == before


@pytest.mark.parametrize("method", ["get", "post"])
def test_who_is_not_signed_in_is_asked_to_or_gets_nothing(match, method):
    before = record_of(match)
    for name, answer in answers(Client(), match, method):
        if name.startswith("games:api:"):
            assert answer.status_code in {401, 405}, name
        else:
            assert answer.status_code in {302, 403, 404, 405}, name
        assert TITLE not in answer.content.decode(), name

    assert record_of(match) == before


def test_the_addresses_are_found():
    names = set(match_addresses(1))

    assert {"games:match", "games:api:match", "games:api:view", "games:api:moves", "games:api:export"} <= names


@pytest.mark.parametrize("name", ["match", "replay", "history"])
def test_a_link_that_is_followed_without_a_sign_in_leads_there_and_back(match, name):
    player = match.created_by
    visitor = Client()
    link = f"{reverse(f'games:{name}', args=[match.pk])}?seat=0"

    sent = visitor.get(link)
    back = visitor.post(sent.url, {"username": player.username, "password": PASSWORD})

    assert (sent.status_code, back.status_code, back.url) == (302, 302, link)
    assert visitor.get(back.url).status_code == 200
