"""A whole match of each table without a script: every question has a form, and the forms lead to the end."""

import re

import pytest
from django.urls import reverse

from games import selectors
from games.engine import registry
from games.permissions import access_to
from games.services.holders import seat_assign
from games.services.matches import match_create, match_start
from games.web.page import HISTORY_ON_PAGE, TablePage
from tests.every_game import GAMES
from tests.games.factories import person, play_on, role_ids
from tests.games.web.forms import table_url
from tests.games.web.plain import Somebody
from tests.games.web.test_tags import ALWAYS_NEW
from tests.site.pages import dense

pytestmark = pytest.mark.django_db

TABLES = {
    "master_builder": ("classic_2", {}),
    "utboheme": ("two", {"max_rounds": 4}),
    "dominyam": ("", {"stall_limit": 3}),
    "dominato": ("", {"games": 1}),
}


ANSWERS = 25
SCRIPT = {"HTTP_X_ANSWER": "regions"}


def begun(game, scenario, options, me, *, undo=False):
    """A match all of whose seats one person holds."""
    texts = registry.load(game).scenarios
    text = texts[scenario] if scenario else next(iter(texts.values()))
    roles = role_ids(text, game)
    roles = roles[:2] if game in TABLES else roles
    match = match_create(
        game=game, roles=roles, by=me, scenario=text, options=options, seed=bytes(range(32)), undo=undo
    )
    for seat in range(len(roles)):
        seat_assign(match_id=match.pk, seat=seat, user=me)
    match_start(match_id=match.pk)
    match.refresh_from_db()
    return match


@pytest.mark.parametrize("game", TABLES)
def test_a_whole_match_is_played_by_plain_forms(client, game):
    me = person("nadia")
    client.force_login(me)
    match = begun(game, *TABLES[game], me)
    somebody = Somebody(client, match)

    somebody.play(most=400)

    page = client.get(table_url(match, 0))
    assert page.status_code == 200
    assert page.context["heading"].title
    assert len(somebody.sent) > 10


def regions(text):
    """The regions of an answer, without what only an answer says and what is new each time."""
    parts = re.split(r"(?=<\w[^>]* data-region)", ALWAYS_NEW.sub(r"\1\2", dense(text)))
    return [part.strip() for part in parts if "data-region" in part and 'id="said"' not in part]


@pytest.mark.parametrize("undo", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_what_answers_a_decision_is_what_the_page_then_shows(client, game, undo):
    me = person("nadia")
    client.force_login(me)
    match = begun(game, *TABLES.get(game, ("", {})), me, undo=undo)
    somebody = Somebody(client, match)

    while len(somebody.sent) < ANSWERS and not match.is_over:
        answer = somebody.answer(**SCRIPT)

        seat = answer.wsgi_request.POST["seat"]
        fresh = client.get(reverse("games:live", args=[match.pk]), {"seat": seat})
        assert regions(answer.content.decode()) == regions(fresh.content.decode())
        assert (answer["X-Owed"], answer["ETag"]) == (fresh["X-Owed"], fresh["ETag"])
        assert client.get(fresh.wsgi_request.get_full_path(), HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304


@pytest.mark.parametrize("game", GAMES)
def test_the_newest_events_are_those_of_the_record(game):
    me = person("nadia")
    match = begun(game, *TABLES.get(game, ("", {})), me)
    watcher = person("olga")
    match.observers.add(watcher)

    for _ in range(2 * HISTORY_ON_PAGE):
        for reader, seat in ((me, 0), (me, 1), (watcher, None)):
            table = TablePage(access_to(match.pk, reader), seat)
            assert table.newest == selectors.history(match, table.eyes, length=HISTORY_ON_PAGE)
            last = list(selectors.events_until(match, table.eyes).filter(move__number=match.number).order_by("number"))
            assert table.events_of(match.number) == last
        play_on(match, 1)
