"""Former players keep access to their match: as they could see it then, and to all of it after its end."""

from datetime import timedelta

import pytest
from django.http import Http404
from django.test import Client
from django.urls import reverse

from games.models import Match, SeatHolder
from games.platform.selectors.past_access import access_back, handed_over, matches_left
from games.platform.services.holders import seat_assign
from games.web.replay import turns_of
from tests.games.factories import match_of, person, play_default, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return person("ada")


@pytest.fixture
def eve():
    return person("eve")


@pytest.fixture
def left(ada, eve):
    """A match of the classic project: Ada played the first turns and handed her seat to Eve, who plays on."""
    match = match_of(ada)
    while match.moves.filter(author=ada).count() < 3:
        play_default(match)
    at = match.moves.order_by("-number").first().created_at
    seat_assign(match_id=match.pk, seat=0, user=eve)
    SeatHolder.objects.filter(user=ada).update(released_at=at + timedelta(microseconds=1))
    number = match.number
    while match.moves.filter(author=eve).count() < 2:
        play_default(match)
    return Match.objects.get(pk=match.pk), number


def page(match, name="games:replay", **query):
    return reverse(name, args=[match.pk]) + ("?" + "&".join(f"{k}={v}" for k, v in query.items()) if query else "")


def test_they_see_the_match_as_it_stood_when_they_left(left, ada):
    match, number = left

    access = access_back(match.pk, ada)

    assert (access.match.number, access.seats, access.past, access.steward) == (number, (), (0,), False)
    assert match.number > number
    assert [first for _turn, first in turns_of(access.match)] == [
        first for _turn, first in turns_of(match) if first <= number
    ]
    assert Match.objects.get(pk=match.pk).number == match.number


@pytest.mark.parametrize("name", ["games:replay", "games:history", "games:match"])
def test_no_page_tells_them_of_later_moves(left, ada, client, name):
    match, number = left
    client.force_login(ada)

    answer = client.get(page(match, name, at=match.number), follow=True)

    assert answer.status_code == 200
    assert answer.wsgi_request.path == page(match, "games:history" if name == "games:history" else "games:replay")
    told = answer.context["lines"]
    assert all(line.at <= match.moves.get(number=number).created_at for line in told)
    assert answer.context["match"].number == number


def test_everything_else_of_a_running_match_is_closed_to_them(left, ada, client):
    match, _number = left
    client.force_login(ada)

    for name in ("games:live", "games:talk", "games:play"):
        assert client.post(page(match, name)).status_code in {404, 405}, name
    assert client.get(reverse("games:api:match", args=[match.pk])).status_code == 404


def test_after_the_end_they_see_all_of_it_and_the_debrief(left, ada, client):
    match, _number = left
    play_on(match, 500)
    client.force_login(ada)

    assert access_back(match.pk, ada).match.number == Match.objects.get(pk=match.pk).number
    assert client.get(reverse("classrooms:debrief", args=[match.pk])).status_code == 200


def test_home_lists_it_as_handed_over_with_its_day(left, ada, eve, client):
    match, _number = left

    assert [(line.match.pk, line.seats) for line in matches_left(ada)] == [(match.pk, (0,))]
    assert matches_left(eve) == []
    client.force_login(ada)
    home = client.get(reverse("games:home"))
    assert [line["match"].pk for line in home.context["handed_over"]] == [match.pk]
    assert page(match) in home.content.decode()


def test_who_came_back_has_it_among_their_matches_again(left, ada):
    match, _number = left

    seat_assign(match_id=match.pk, seat=0, user=ada)

    assert matches_left(ada) == []
    assert access_back(match.pk, ada).seats == (0,)


def test_who_held_a_seat_of_which_nothing_was_asked_was_never_there(ada):
    match = match_of(scenario="pair")
    seat_assign(match_id=match.pk, seat=0, user=ada)
    SeatHolder.objects.filter(user=ada).update(released_at=SeatHolder.objects.get(user=ada).since)

    assert not handed_over(ada).exists()
    with pytest.raises(Http404):
        access_back(match.pk, ada)


def test_strangers_and_the_signed_out_meet_nothing(left):
    match, _number = left
    stranger = Client()
    stranger.force_login(person("stranger"))

    assert stranger.get(page(match)).status_code == 404
    assert Client().get(page(match)).status_code in {302, 404}


def test_the_list_does_not_grow_in_queries(left, ada, django_assert_num_queries):
    nobody = person("nobody")
    with django_assert_num_queries(2):
        assert len(matches_left(ada)) == 1
    with django_assert_num_queries(1):
        assert matches_left(nobody) == []
