"""The first page of a signed-in person."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.platform import selectors
from games.platform.pace import Pace
from tests.games.factories import NOW, match_of, person, play_on
from tests.games.web.forms import played_until, table_url
from tests.site.html import Page

pytestmark = pytest.mark.django_db
HOME = "/games/"


@pytest.fixture
def me(client):
    user = person("olga")
    client.force_login(user)
    return user


def test_strangers_are_sent_to_sign_in(client):
    assert client.get(HOME).status_code == 302


def test_nothing_to_do_leads_to_a_match_against_bots(client, me):
    text = client.get(HOME).content.decode()

    assert "No matches yet" in text
    assert reverse("games:start") in Page(text).links


def test_each_match_stands_in_its_list(client, me):
    mine = match_of(me)
    waiting = match_of(person(), me)
    over = play_on(match_of(me), -1)

    context = client.get(HOME).context

    assert [line["match"] for line in context["your_turn"]] == [mine]
    assert [line["match"] for line in context["waiting"]] == [waiting]
    assert [line["match"] for line in context["finished"]] == [over]


def test_a_line_says_what_is_owed_and_leads_to_the_seat(client, me):
    match = match_of(me, pace_of_match=Pace(mode="live", minutes=5))

    response = client.get(HOME)

    line = response.context["your_turn"][0]
    assert (line["asked"], line["where"]) == ("Buy cubes at the special price, once in the match", "activity 1 of 12")
    assert line["due_at"] is not None
    assert table_url(match, 0) in Page(response.content.decode()).links


def test_waiting_says_for_whom(client, me):
    match_of(person("amir"), me)

    awaited = client.get(HOME).context["waiting"][0]["awaited"]

    assert [(one["role"].id, one["people"]) for one in awaited] == [("owner", "Amir")]


def test_a_talk_that_waits_for_the_other_side_is_not_my_turn(client, me):
    from games.catalogue.domego.rules.moves import Offer
    from tests.games.factories import play

    match = played_until(match_of(me, person()), 3, "special")
    play(match, 0, "activity-3/negotiate/owner>architect", Offer(90), me)

    context = client.get(HOME).context

    assert context["your_turn"] == []
    assert [one["role"].id for one in context["waiting"][0]["awaited"]] == ["architect"]


def test_three_matches_ask_as_much_as_one(client, me):
    def made():
        match_of(me)
        match_of(person(), me)
        play_on(match_of(me), -1)

    made()
    client.get(HOME)
    with CaptureQueriesContext(connection) as one:
        client.get(HOME)
    made()
    made()
    with CaptureQueriesContext(connection) as three:
        response = client.get(HOME)

    assert len(response.context["your_turn"]) == 3
    assert len(three) == len(one)


def test_home_has_nothing_inline_and_no_id_twice(client, me):
    match_of(me)
    page = Page(client.get(HOME).content.decode())

    assert (page.inline, page.twice, page.headings) == ([], set(), 1)


def test_an_old_match_that_waits_for_me_is_not_pushed_out_by_newer_ones(me, monkeypatch):
    old = match_of(person(), me, scenario="pair", now=NOW)
    monkeypatch.setattr(selectors, "LIST_LENGTH", 1)
    for day in range(1, 4):
        match_of(by=me, scenario="tiny", now=NOW + timedelta(days=day))

    assert [line.match for line in selectors.home(me).your_turn] == [old]
