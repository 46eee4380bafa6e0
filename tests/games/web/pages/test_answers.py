"""Decisions sent by a script: the answer has the regions of the open page, and refusals are the same as without."""

import re

import pytest
from django.db import connection
from django.urls import reverse

from games.platform.services.talk import message_say
from tests.every_game import GAMES
from tests.games.factories import match_of, person, record_of
from tests.games.web.forms import form_in, played_until, table_url
from tests.games.web.pages.test_tags import ALWAYS_NEW
from tests.games.web.plain import Somebody, begun
from tests.site.html import dense

pytestmark = pytest.mark.django_db
REGION = re.compile(r'<(\w+)[^>]* id="([\w-]+)"[^>]*data-region|data-region[^>]* id="([\w-]+)"')
SCRIPT = {"HTTP_X_ANSWER": "regions"}
OWN_PAGE = {"said"}
"""The parts of an answer in addition to the regions in news."""


@pytest.fixture
def owner(client):
    user = person("olga")
    client.force_login(user)
    return user


def sent(client, form, **typed):
    return client.post(form.action, {**form.fields, **typed}, **SCRIPT)


def regions(response):
    """The ids of the regions, in the order of the page."""
    return [first or second for _tag, first, second in REGION.findall(response.content.decode())]


def opened(client, match):
    return client.get(table_url(match, 0)).content.decode()


def test_the_answer_has_the_regions_of_the_page_their_tag_and_where_to_look(client, owner):
    match = match_of(owner)
    form = form_in(opened(client, match), "buy-low")

    answer = sent(client, form, quantity=12)

    page = client.get(table_url(match, 0))
    assert (answer.status_code, answer["X-Place"], answer["X-Pending"]) == (200, "recap", "1")
    assert "<body" not in answer.content.decode()
    assert regions(answer) == regions(page)
    assert set(regions(answer)) >= {"said", "heading", "recap", "decision", "history"}
    live = reverse("games:live", args=[match.pk]) + "?seat=0"
    unchanged = client.get(live, HTTP_IF_NONE_MATCH=answer["ETag"])
    assert unchanged.status_code == 304
    news = client.get(live)
    assert [region for region in regions(answer) if region not in OWN_PAGE] == regions(news)
    assert "12" in dense(answer.content.decode())
    match.refresh_from_db()
    assert match.number == 1


def test_a_refusal_is_the_form_with_what_was_typed(client, owner):
    match = match_of(owner)
    before = record_of(match)

    answer = sent(client, form_in(opened(client, match), "buy-low"), quantity=400)

    text = answer.content.decode()
    assert (answer.status_code, "X-Place" in answer) == (422, False)
    assert form_in(text, "buy-low").fields["quantity"] == "400"
    assert "400 cubes at 1k each cost 400k, more than the 150k you hold." in text
    assert "<body" not in text
    assert record_of(match) == before


def test_a_closed_question_is_said_above_the_fresh_regions(client, owner):
    match = match_of(owner)
    old = form_in(opened(client, match), "buy-low")
    played_until(match, 2, "allocation")
    before = record_of(match)

    answer = sent(client, old, quantity=1)

    said = re.search(r'<div id="said" data-region>(.*?)</div>', answer.content.decode(), re.DOTALL)
    assert answer.status_code == 409
    assert "Nothing was played." in said[1]
    assert form_in(answer.content.decode(), "allocate").fields["key"] == "activity-2/allocate/owner"
    assert record_of(match) == before


def test_the_same_form_sent_twice_plays_once_and_is_answered_twice(client, owner):
    match = match_of(owner)
    form = form_in(opened(client, match), "buy-low")

    answers = [sent(client, form, quantity=5) for _ in range(2)]

    assert [(answer.status_code, answer["X-Place"]) for answer in answers] == [(200, "recap")] * 2
    assert match.moves.filter(kind="buy").count() == 1


def test_who_is_not_signed_in_is_led_away_so_that_the_page_says_it(client, owner):
    match = match_of(owner)
    form = form_in(opened(client, match), "buy-low")
    client.logout()

    assert sent(client, form, quantity=5).status_code == 302
    assert match.moves.filter(kind="buy").count() == 0


ANSWERS = 25
"""Answers of each game, or to the end of a short match."""


def written(text):
    """The regions as they are sent, without parts of answers alone and parts that are new each time."""
    parts = re.split(r"(?=<\w[^>]* data-region)", ALWAYS_NEW.sub(r"\1\2", dense(text)))
    return [part.strip() for part in parts if "data-region" in part and 'id="said"' not in part]


@pytest.mark.parametrize("undo", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_the_answer_is_what_the_page_then_shows(client, owner, game, undo):
    match = begun(game, owner, undo=undo)
    somebody = Somebody(client, match)

    while len(somebody.sent) < ANSWERS and not match.is_over:
        answer = somebody.answer(**SCRIPT)

        seat = answer.wsgi_request.POST["seat"]
        fresh = client.get(reverse("games:live", args=[match.pk]), {"seat": seat})
        assert len(written(answer.content.decode())) > len(OWN_PAGE)
        assert written(answer.content.decode()) == written(fresh.content.decode())
        assert (answer["X-Pending"], answer["ETag"]) == (fresh["X-Pending"], fresh["ETag"])
        assert client.get(fresh.wsgi_request.get_full_path(), HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304


def test_what_others_did_while_the_decision_was_sent_stands_in_the_answer(client, owner):
    bob = person("bob")
    match = match_of(owner, bob)
    form = form_in(opened(client, match), "buy-low")
    said = []

    def bob_speaks(execute, sql, *more):
        """Bob writes a message just before the decision is stored."""
        if not said and sql.startswith("SAVEPOINT"):
            said.append(sql)
            message_say(match_id=match.pk, seat=1, author=bob, text="Wait for me.")
        return execute(sql, *more)

    with connection.execute_wrapper(bob_speaks):
        answer = sent(client, form, quantity=12)

    assert (answer.status_code, len(said)) == (200, 1)
    assert "Wait for me." in answer.content.decode()
    live = reverse("games:live", args=[match.pk]) + "?seat=0"
    assert client.get(live, HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304
