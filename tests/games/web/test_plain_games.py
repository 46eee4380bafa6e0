"""A whole match of each table without a script: every question has a form, and the forms lead to the end."""

import pytest

from games.engine import registry
from games.services.holders import seat_assign
from games.services.matches import match_create, match_start
from tests.games.factories import person, role_ids
from tests.games.web.forms import table_url
from tests.games.web.plain import Somebody

pytestmark = pytest.mark.django_db

TABLES = {
    "master_builder": ("classic_2", {}),
    "utboheme": ("two", {"max_rounds": 4}),
    "dominyam": ("", {"stall_limit": 3}),
    "dominato": ("", {"games": 1}),
}


@pytest.mark.parametrize("game", TABLES)
def test_a_whole_match_is_played_by_plain_forms(client, game):
    me = person("nadia")
    client.force_login(me)
    scenario, options = TABLES[game]
    texts = registry.load(game).scenarios
    text = texts[scenario] if scenario else next(iter(texts.values()))
    roles = role_ids(text, game)[:2]
    match = match_create(game=game, roles=roles, by=me, scenario=text, options=options, seed=bytes(range(32)))
    for seat in range(len(roles)):
        seat_assign(match_id=match.pk, seat=seat, user=me)
    match_start(match_id=match.pk)
    match.refresh_from_db()
    somebody = Somebody(client, match)

    somebody.play(most=400)

    page = client.get(table_url(match, 0))
    assert page.status_code == 200
    assert page.context["heading"].title
    assert len(somebody.sent) > 10
