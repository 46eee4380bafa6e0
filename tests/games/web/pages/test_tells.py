"""Announcements of an open table for a screen reader, read from the answer that the browser exchanges."""

import re
from html import unescape

import pytest
from django.urls import reverse

from games.catalogue.domego.rules.moves import Accept, Offer
from games.platform.services.matches import match_pause
from games.platform.services.read_markers import seen
from games.platform.services.talk import message_say
from games.web.regions.tells import LATEST_NEWS
from tests.games.factories import NOBODY, match_of, person, play, play_default, play_on
from tests.games.web.forms import form_in, table_url

pytestmark = pytest.mark.django_db
ITEM = re.compile(r'<li data-tell="([^"]+)"( data-calls)?(?:\s+data-by="(.*?)" data-css=".*?")?>(.*?)</li>', re.DOTALL)


def told(client, match, seat=0):
    """The announcements of the open page now, by key."""
    page = client.get(reverse("games:live", args=[match.pk]), {"seat": seat}).content.decode()
    return {key: unescape(text) for key, _calls, _by, text in ITEM.findall(page)}


def test_a_turn_is_told_with_what_is_asked(client):
    ada = person("ada")
    match = match_of(ada)
    client.force_login(ada)

    assert told(client, match) == {
        "turn-0-activity-1/buy/owner": "Your turn: buy cubes at the special price, once in the match."
    }


def test_who_holds_several_seats_is_told_which_one_is_asked(client):
    ada = person("ada")
    match = match_of(ada, ada)
    client.force_login(ada)

    turns = [text for key, text in told(client, match).items() if key.startswith("turn-")]

    assert turns
    assert all(text.startswith("Your turn as ") for text in turns)


def test_what_others_say_is_told_and_what_one_says_oneself_is_not(client):
    ada, bob = person("ada"), person("bob")
    match = match_of(ada, bob)
    message_say(match_id=match.pk, seat=1, author=bob, text="Shall we <begin>?")
    message_say(match_id=match.pk, seat=0, author=ada, text="Yes")
    client.force_login(ada)

    assert [text for key, text in told(client, match).items() if key.startswith("message-")] == [
        "Message from Bob: Shall we <begin>?"
    ]


def test_a_pause_is_told_and_no_turn_with_it(client):
    ada = person("ada")
    match = match_of(ada, scenario="tiny")
    client.force_login(ada)

    match_pause(match_id=match.pk)
    assert told(client, match) == {"paused": "The match is paused."}


def test_what_one_decided_is_told_in_the_words_of_the_history(client):
    ada = person("ada")
    match = match_of(ada)
    client.force_login(ada)
    sent = form_in(client.get(table_url(match)).content.decode(), "buy-low")

    page = client.post(sent.action, sent.fields, headers={"X-Answer": "regions"}).content.decode()

    decided = {key: unescape(text) for key, _calls, _by, text in ITEM.findall(page) if key.startswith("decided-")}
    assert list(decided.values()) == ["Your decision counts. Owner: bought 8 cubes at the special price for 8k."]


def negotiating(ada, bob):
    """A match in which Ada, the owner, has offered the architect 90k; the talk is the first of the match."""
    match = play_on(match_of(ada, bob), 3)
    play(match, 0, "activity-3/negotiate/owner>architect", Offer(price=90), ada)
    return match


def test_what_others_do_after_it_is_told_with_who_did_it(client):
    ada, bob = person("ada"), person("bob")
    match = negotiating(ada, bob)
    client.force_login(ada)
    before = told(client, match)

    play(match, 1, "activity-3/negotiate/owner>architect", Offer(price=110), bob)
    new = {key: text for key, text in told(client, match).items() if key not in before}

    assert list(new.values()) == [
        "Architect: named a price of 110k to the project owner.",
        "Your turn: agree on a price with the architect.",
    ]


def test_only_turns_of_others_carry_whose_they_are(client):
    ada, bob = person("ada"), person("bob")
    match = negotiating(ada, bob)
    play(match, 1, "activity-3/negotiate/owner>architect", Offer(price=110), bob)
    client.force_login(ada)
    page = client.get(reverse("games:live", args=[match.pk]), {"seat": 0}).content.decode()

    assert [(by, unescape(text)) for _key, _calls, by, text in ITEM.findall(page)][-2:] == [
        ("A", "Architect: named a price of 110k to the project owner."),
        ("", "Your turn: agree on a price with the architect."),
    ]


def test_of_what_one_decision_did_each_deed_is_told_with_who_did_it(client):
    ada, bob = person("ada"), person("bob")
    match = negotiating(ada, bob)
    client.force_login(bob)

    play(match, 1, "activity-3/negotiate/owner>architect", Accept(price=90), bob)

    assert [text for key, text in told(client, match, 1).items() if key.startswith("decided-")] == [
        "Your decision counts. Architect: accepted 90k. Agreed with the project owner. "
        "Owner: paid 90k to the architect."
    ]


def test_much_news_at_once_is_told_by_its_end(client):
    ada = person("ada")
    match = play_on(match_of(ada), 1)
    client.force_login(ada)

    seen(match_id=match.pk, seat=0, user_id=ada.pk, number=match.number)
    for _move in range(3):
        play_default(match, user=NOBODY)
    events = [text for key, text in told(client, match).items() if key.startswith("event-")]

    assert len(events) == LATEST_NEWS


def test_the_end_is_told_with_its_result(client):
    ada = person("ada")
    match = play_on(match_of(ada, scenario="tiny"), 100)
    client.force_login(ada)

    assert match.is_over
    assert told(client, match)["over"].startswith("The match is over. ")
