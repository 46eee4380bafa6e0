"""Limits of messages in a minute, for one person and for one table."""

from datetime import timedelta

import pytest
from django.urls import reverse

from games.platform import clock
from games.platform.errors import TooMuchTalk
from games.platform.services.interventions import Actor
from games.platform.services.steering import steer_message
from games.platform.services.talk import AT_A_TABLE, BY_A_PERSON, message_post, message_say
from tests.games.factories import NOW, match_of, person
from tests.games.web.forms import form_in

pytestmark = pytest.mark.django_db


def said(match, author, lines, now=None):
    for number in range(lines):
        message_post(match_id=match.pk, seat=0, author=author, text=f"line {number}", now=now)


def say(match, author, now=NOW):
    return message_say(match_id=match.pk, seat=0, author=author, text="one more", now=now)


def test_a_person_has_so_many_lines_a_minute_at_each_table():
    ada, bob = person(), person()
    match, other = match_of(ada, bob), match_of(ada)
    said(match, ada, BY_A_PERSON - 1, now=NOW)
    say(match, ada, now=NOW + timedelta(seconds=30))

    with pytest.raises(TooMuchTalk) as refused:
        say(match, ada, now=NOW + timedelta(seconds=45))

    assert refused.value.params == {"seconds": 16}
    say(match, bob)
    say(other, ada)
    say(match, ada, now=NOW + timedelta(minutes=1))
    assert (match.messages.count(), other.messages.count()) == (BY_A_PERSON + 2, 1)


def test_a_table_has_so_many_lines_a_minute():
    match = match_of(person())
    for _each in range(AT_A_TABLE // BY_A_PERSON):
        said(match, person(), BY_A_PERSON, now=NOW)

    with pytest.raises(TooMuchTalk):
        say(match, person(), now=NOW + timedelta(seconds=1))


def test_who_runs_the_match_has_no_more():
    tutor = person()
    match = match_of(by=tutor)
    said(match, tutor, BY_A_PERSON)

    with pytest.raises(TooMuchTalk):
        steer_message(match_id=match.pk, text="Hurry", actor=Actor(tutor))

    assert (match.messages.count(), match.interventions.count()) == (BY_A_PERSON, 0)


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["whole page", "region"])
def test_the_page_says_so_and_keeps_the_text(client, headers):
    ada = person()
    match = match_of(ada)
    said(match, ada, BY_A_PERSON, now=clock.now())
    client.force_login(ada)

    refused = client.post(reverse("games:talk", args=[match.pk]), {"text": "one more", "seat": 0}, headers=headers)

    page = refused.content.decode()
    assert (refused.status_code, match.messages.count()) == (429, BY_A_PERSON)
    assert form_in(page, "say-form").fields["text"] == "one more"
    assert "That was a lot at once." in page


def test_a_text_that_cannot_be_shown_stays_in_its_field_without_scripts_too(client):
    ada = person()
    match = match_of(ada)
    client.force_login(ada)

    refused = client.post(reverse("games:talk", args=[match.pk]), {"text": "x" * 501, "seat": 0})

    assert (refused.status_code, form_in(refused.content.decode(), "say-form").fields["text"]) == (422, "x" * 501)


def test_the_api_says_when_to_come_back(client):
    ada = person()
    match = match_of(ada)
    said(match, ada, BY_A_PERSON, now=clock.now())
    client.force_login(ada)

    refused = client.post(f"/api/v1/matches/{match.pk}/messages", {"text": "x"}, content_type="application/json")

    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert 0 < int(refused["Retry-After"]) == refused.json()["params"]["seconds"] <= 60
