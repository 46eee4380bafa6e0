""" "Play again": the permission, the equal parts, and the effect on marks."""

import pytest
from django.urls import reverse

from games.models import Match, SeatHolder, Status
from games.platform import selectors
from games.platform.services.holders import seat_set_bot
from games.platform.services.matches import match_abort
from tests.games.factories import match_of, person, play_on

pytestmark = pytest.mark.django_db
BUTTON = "Play again with the same luck"


@pytest.fixture
def ada(client, no_broker):
    user = person("ada")
    client.force_login(user)
    return user


def press(client, match, luck):
    answer = client.post(reverse("games:again", args=[match.pk]), {"luck": luck})
    return answer, Match.objects.latest("pk")


def page_of(client, match):
    return client.get(reverse("games:match", args=[match.pk])).content.decode()


def finished(*people, **more):
    return play_on(match_of(*people, scenario="tiny", **more), 500)


@pytest.mark.parametrize("luck", ["new", "same"])
def test_it_begins_at_once_with_the_same_people_bots_and_options(client, ada, luck):
    match = match_of(ada, by=ada, scenario="tiny", options={"price_cap_percent": 150})
    seat_set_bot(match_id=match.pk, seat=1, bot="minimal")
    match = play_on(match, 500)
    assert BUTTON in page_of(client, match)

    answer, new = press(client, match, luck)

    assert answer["Location"] == reverse("games:match", args=[new.pk])
    assert new.status == Status.RUNNING
    for same in ("game", "scenario", "options", "title", "pace", "late_policy", "expected", "undo"):
        assert getattr(new, same) == getattr(match, same), same
    assert list(new.seats.values_list("role", "bot")) == list(match.seats.values_list("role", "bot"))
    held = SeatHolder.objects.filter(seat__match=new).values_list("seat__index", "user")
    assert list(held) == [(0, ada.pk)]
    assert list(new.stewards.all()) == [ada]
    assert (new.seeds == match.seeds) is (luck == "same")
    assert (new.commitment == match.commitment) is (luck == "same")


def test_with_the_same_luck_it_is_a_fork_which_ranks_nowhere_and_closes_nothing(client, ada):
    match = finished(ada, by=ada)
    _answer, new = press(client, match, "same")

    assert (new.parent, new.forked_at) == (match, 0)
    assert not selectors.is_closed(match)
    assert new.moves.get(number=0).draws == match.moves.get(number=0).draws


def test_with_new_luck_it_is_a_match_of_its_own(client, ada):
    match = finished(ada, by=ada)
    _answer, new = press(client, match, "new")

    assert new.parent is None
    assert not selectors.is_closed(match)


def test_others_find_their_seats_in_the_lobby(client, ada):
    nina = person("nina")
    match = finished(ada, nina, by=ada)

    _answer, new = press(client, match, "new")

    assert new.status == Status.LOBBY
    assert set(SeatHolder.objects.filter(seat__match=new).values_list("user", flat=True)) == {ada.pk, nina.pk}
    assert "Nina" in page_of(client, new)


def test_who_does_not_run_the_match_is_refused_and_sees_no_button(client, ada):
    nina = person("nina")
    match = finished(ada, nina, by=nina)

    answer = client.post(reverse("games:again", args=[match.pk]), {"luck": "new"}, follow=True)

    assert "Only the person who runs this match may do this." in answer.content.decode()
    assert BUTTON not in page_of(client, match)
    assert Match.objects.count() == 1


def test_a_match_of_a_course_is_not_played_again_from_its_table(client, ada):
    match = finished(ada, by=ada)
    Match.objects.filter(pk=match.pk).update(supervised=True)

    press(client, match, "new")

    assert BUTTON not in page_of(client, match)
    assert Match.objects.count() == 1


def test_a_match_that_goes_on_is_not_begun_again(client, ada):
    match = match_of(ada, by=ada, scenario="tiny")

    answer = client.post(reverse("games:again", args=[match.pk]), {"luck": "new"}, follow=True)

    assert "it is not over" in answer.content.decode()
    assert Match.objects.count() == 1


def test_a_match_that_was_ended_early_may_be_played_again(client, ada):
    match = match_of(ada, by=ada, scenario="tiny")
    match_abort(match_id=match.pk)

    assert BUTTON in page_of(client, match)
    _answer, new = press(client, match, "same")

    assert new.pk != match.pk
    assert new.has_begun


@pytest.mark.parametrize("luck", ["new", "same"])
def test_a_scenario_that_the_game_no_longer_knows_is_refused_in_words(client, ada, luck):
    match = finished(ada, by=ada)
    Match.objects.filter(pk=match.pk).update(scenario="{}")
    before = Match.objects.count()

    answer = client.post(reverse("games:again", args=[match.pk]), {"luck": luck})

    assert answer.status_code == 302
    assert Match.objects.count() == before
