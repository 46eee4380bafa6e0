"""Holders of seats, and personal links."""

import pytest
from django.core import signing

from games.models import SeatHolder, SeatInvite
from games.platform.errors import BadRequest, SeatTaken
from games.platform.selectors import holders_of
from games.platform.services.holders import (
    invite_create,
    invite_find,
    invite_token,
    seat_assign,
    seat_release,
    seat_set_bot,
)
from games.platform.services.interventions import Actor
from games.platform.services.seat_claims import invite_accept
from tests.games.factories import match_of, person, record_of

pytestmark = pytest.mark.django_db


def link_to(match, seat):
    return invite_token(invite_create(seat=match.seats.get(index=seat), by=None))


def test_several_people_may_hold_one_seat_and_one_person_several():
    ada, bob = person(), person()
    match = match_of(ada, ada)

    seat_assign(match_id=match.pk, seat=0, user=bob)

    assert holders_of(match) == {0: [ada, bob], 1: [ada]}


def test_sitting_down_twice_is_sitting_down_once():
    ada = person()
    match = match_of(ada)
    before = record_of(match)

    seat_assign(match_id=match.pk, seat=0, user=ada)

    assert SeatHolder.objects.filter(user=ada).count() == 1
    assert record_of(match) == before


def test_who_left_stays_in_the_record_and_may_come_back():
    ada = person()
    match = match_of(ada)

    seat_release(match_id=match.pk, seat=0, user=ada)
    assert holders_of(match) == {}
    seat_assign(match_id=match.pk, seat=0, user=ada)

    assert holders_of(match) == {0: [ada]}
    assert SeatHolder.objects.filter(user=ada).count() == 2


def test_a_bot_that_the_game_does_not_have_is_refused():
    match = match_of()

    with pytest.raises(BadRequest):
        seat_set_bot(match_id=match.pk, seat=0, bot="grandmaster")

    assert match.seats.get(index=0).bot == "balanced"


def test_a_link_seats_its_first_user_only():
    ada, bob = person(), person()
    match = match_of()
    link = link_to(match, 2)

    invite_accept(token=link, actor=Actor(ada))
    with pytest.raises(SeatTaken):
        invite_accept(token=link, actor=Actor(bob))

    assert holders_of(match) == {2: [ada]}
    assert SeatInvite.objects.get().used_by == ada


def test_the_same_person_may_open_their_link_again():
    ada = person()
    match = match_of()
    link = link_to(match, 2)
    invite_accept(token=link, actor=Actor(ada))

    assert invite_accept(token=link, actor=Actor(ada)) is None
    assert holders_of(match) == {2: [ada]}


def test_a_used_link_does_not_bring_back_who_left():
    ada = person()
    match = match_of()
    link = link_to(match, 2)
    invite_accept(token=link, actor=Actor(ada))
    seat_release(match_id=match.pk, seat=2, user=ada)

    with pytest.raises(SeatTaken):
        invite_accept(token=link, actor=Actor(ada))

    assert holders_of(match) == {}


def test_a_new_link_ends_the_earlier_one():
    match = match_of()
    first, second = link_to(match, 2), link_to(match, 2)

    with pytest.raises(SeatTaken):
        invite_accept(token=first, actor=Actor(person()))

    assert invite_find(second).seat.index == 2


def test_a_forged_link_opens_nothing():
    match = match_of()
    link_to(match, 2)
    nonce = SeatInvite.objects.get().nonce

    for forged in (nonce, signing.Signer(salt="another").sign(nonce), "", "a\0b", "é" * 500):
        with pytest.raises(SeatTaken):
            invite_accept(token=forged, actor=Actor(person()))

    assert holders_of(match) == {}
