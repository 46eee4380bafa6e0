"""Matches that were ended, also before their start: every page answers, and seats cannot change."""

import pytest
from django.urls import reverse

from games.models import SeatHolder
from games.platform.services.holders import invite_create, invite_token
from games.platform.services.matches import match_abort
from tests.games.addresses import match_addresses
from tests.games.factories import match_of, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(client):
    user = person("ada")
    client.force_login(user)
    return user


@pytest.mark.parametrize("started", [True, False])
@pytest.mark.parametrize("method", ["get", "post"])
def test_every_address_of_an_ended_match_answers(client, ada, started, method):
    match = match_of(ada, by=ada, scenario="tiny", started=started)
    match_abort(match_id=match.pk)

    for name, path in match_addresses(match.pk).items():
        answer = getattr(client, method)(path, {"seat": "0", "key": "x"})
        assert answer.status_code < 500, name


def test_a_match_that_never_began_says_so_and_offers_nothing(client, ada):
    match = match_of(ada, by=ada, scenario="tiny", started=False)
    match_abort(match_id=match.pk)

    page = client.get(reverse("games:match", args=[match.pk])).content.decode()

    assert "This match was ended before it began." in page
    assert reverse("games:begin", args=[match.pk]) not in page
    assert reverse("games:seat", args=[match.pk, 0]) not in page


def test_a_match_that_never_began_has_no_record_to_take_home(client, ada):
    match = match_of(ada, by=ada, scenario="tiny", started=False)
    match_abort(match_id=match.pk)

    assert client.get(reverse("classrooms:debrief-export", args=[match.pk])).status_code == 404


def test_empty_talk_before_the_start_is_refused_on_the_lobby(client, ada):
    match = match_of(ada, by=ada, scenario="tiny", started=False)

    answer = client.post(reverse("games:talk", args=[match.pk]), {"text": ""}, follow=True)

    assert answer.status_code == 200
    assert "Write something of at most 500 characters" in answer.content.decode()


@pytest.mark.parametrize("action", ["bot", "take", "invite"])
def test_seats_of_an_ended_match_keep_their_people(client, ada, action):
    bob = person("bob")
    match = match_of(bob, by=ada, scenario="tiny")
    match_abort(match_id=match.pk)

    client.post(reverse("games:seat", args=[match.pk, 0]), {"action": action, "bot": "balanced"})

    held = SeatHolder.objects.filter(seat__match=match, released_at__isnull=True)
    assert [holder.user for holder in held] == [bob]
    assert not match.seats.get(index=0).invites.exists()


@pytest.mark.parametrize("method", ["get", "post"])
def test_an_invitation_to_an_ended_match_is_closed(client, ada, method):
    match = match_of(by=ada, scenario="tiny")
    link = reverse("games:invite", args=[invite_token(invite_create(seat=match.seats.get(index=0), by=ada))])
    match_abort(match_id=match.pk)
    client.force_login(person("zed"))

    assert getattr(client, method)(link).status_code == 410
    assert not SeatHolder.objects.filter(seat__match=match).exists()
