"""Personal links with invalid tokens, and invitations."""

import pytest

from games.platform.services.holders import invite_create, invite_token
from tests.games.factories import match_of, person

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


@pytest.mark.parametrize("kind", ["invite", "back"])
@pytest.mark.parametrize("token", ["nonsense", "%F0%9F%8F%97", ":", "x" * 1000])
def test_a_made_up_link_is_gone_for_everybody(client, kind, token):
    assert client.get(f"/{kind}/{token}/").status_code == 410
    client.force_login(person())
    assert client.get(f"/{kind}/{token}/").status_code == 410
    assert client.post(f"/{kind}/{token}/", {"name": "Ada"}).status_code == 410


@pytest.mark.parametrize("kind", ["invite", "back"])
@pytest.mark.parametrize("token", ["a%00b:c", "x" * 3000])
def test_an_address_that_no_link_can_have_is_not_found(client, kind, token):
    assert client.get(f"/{kind}/{token}/").status_code == 404


def test_an_invitation_to_a_match_without_a_title_names_the_game(client):
    match = match_of(by=person(), title="", started=False)
    token = invite_token(invite_create(seat=match.seats.get(index=0), by=None))

    text = client.get(f"/invite/{token}/").content.decode()

    assert "A seat is kept for you in a match of Domego." in text
