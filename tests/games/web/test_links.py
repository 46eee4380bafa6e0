"""Personal links that nobody sent."""

import pytest

from tests.games.factories import person

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


@pytest.mark.parametrize("kind", ["invite", "back"])
@pytest.mark.parametrize("token", ["nonsense", "a%00b:c", "%F0%9F%8F%97", ":", "x" * 3000])
def test_a_made_up_link_is_gone_for_everybody(client, kind, token):
    assert client.get(f"/{kind}/{token}/").status_code == 410
    client.force_login(person())
    assert client.get(f"/{kind}/{token}/").status_code == 410
    assert client.post(f"/{kind}/{token}/", {"name": "Ada"}).status_code == 410
