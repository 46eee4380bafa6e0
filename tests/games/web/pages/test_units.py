"""The foot of a game's pages explains the units of its figures; other games' units stay out of it."""

import pytest

from games.ui import faces
from tests.games import factories
from tests.games.catalogue.dominyam import matches as dominyam

pytestmark = pytest.mark.django_db
KOPECS = {"en": "Figures in k are thousands of kopecs.", "fr": "Les montants en k sont des milliers de kopecks."}


def units_of(client, address, language="en"):
    """The lines at the foot of a page, without those that all pages have."""
    html = client.get(address, headers={"accept-language": language}).content.decode()
    foot = html.partition('<footer class="foot">')[2].partition("</footer>")[0]
    lines = [line.strip() for line in foot.splitlines() if line.strip()]
    return [line for line in lines if not any(each in line for each in ("/privacy/", "/accessibility/", "/site-map/"))]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_with_short_units_explains_them(client, language):
    player = factories.person()
    client.force_login(player)
    match = factories.match_of(player)

    assert units_of(client, f"/matches/{match.pk}/", language) == [f"<p>{KOPECS[language]}</p>"]


def test_a_game_without_them_has_none_in_the_foot_and_neither_has_the_home_page(client):
    player = factories.person()
    client.force_login(player)
    match = dominyam.match_of(player)

    assert faces.get("dominyam").units_note == ""
    assert [units_of(client, address) for address in (f"/matches/{match.pk}/", "/")] == [[], []]
