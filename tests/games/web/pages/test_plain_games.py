"""A whole match of each table without a script: every question has a form, and the forms lead to the end."""

import pytest

from tests.games.factories import person
from tests.games.web.forms import table_url
from tests.games.web.plain import TABLES, Somebody, begun

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", TABLES)
def test_a_whole_match_is_played_by_plain_forms(client, game):
    me = person("nadia")
    client.force_login(me)
    match = begun(game, me)
    somebody = Somebody(client, match)

    somebody.play(most=400)

    page = client.get(table_url(match, 0))
    assert page.status_code == 200
    assert page.context["page"].read.heading.title
    assert len(somebody.sent) > 10
