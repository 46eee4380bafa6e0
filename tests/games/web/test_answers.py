"""Decisions that a script sends: the regions of the open page answer, and what is refused is refused the same way."""

import re

import pytest
from django.urls import reverse

from tests.games.factories import match_of, person, record_of
from tests.games.web.forms import form_in, played_until, table_url
from tests.site.pages import dense

pytestmark = pytest.mark.django_db
REGION = re.compile(r'<(\w+)[^>]* id="([\w-]+)"[^>]*data-region|data-region[^>]* id="([\w-]+)"')
SCRIPT = {"HTTP_X_ANSWER": "regions"}
OWN_PAGE = {"said"}
"""What an answer has beside the regions that news bring."""


@pytest.fixture
def owner(client):
    user = person("olga")
    client.force_login(user)
    return user


def sent(client, form, **typed):
    return client.post(form.action, {**form.fields, **typed}, **SCRIPT)


def regions(response):
    """Their ids, in the order of the page."""
    return [first or second for _tag, first, second in REGION.findall(response.content.decode())]


def opened(client, match):
    return client.get(table_url(match, 0)).content.decode()


def test_the_answer_has_the_regions_of_the_page_their_tag_and_where_to_look(client, owner):
    match = match_of(owner)
    form = form_in(opened(client, match), "buy-low")

    answer = sent(client, form, quantity=12)

    page = client.get(table_url(match, 0))
    assert (answer.status_code, answer["X-Place"], answer["X-Owed"]) == (200, "recap", "1")
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
