"""Asking for a seat on the page and by the API."""

import re

import pytest
from django.urls import reverse

from games.models import SeatAsk
from games.platform.selectors import holders_of
from games.platform.services.holders import invite_create, invite_token
from games.platform.services.interventions import Actor
from games.platform.services.seat_claims import seat_take
from tests.games.factories import person
from tests.games.platform.services.database.test_seat_claims import take, tiles, to_bot

pytestmark = pytest.mark.django_db


def table(client, match, user):
    client.force_login(user)
    return client.get(reverse("games:match", args=[match.pk])).content.decode()


def region(page, name):
    return re.search(rf'<section [^>]*id="{name}".*?</section>', page, re.DOTALL)[0]


def answer(client, ask, how):
    address = reverse("games:seat-ask", args=[ask.seat.match_id, ask.seat.index])
    return client.post(address, {"ask": ask.pk, "answer": how}, follow=True)


@pytest.mark.parametrize("started", [True, False])
def test_the_holder_reads_who_asks_and_lets_them_in(client, started):
    ann, bob = person(display_name="Ann"), person(display_name="Bob")
    match = tiles(None, bob, by=ann, started=started)
    client.force_login(ann)
    client.post(reverse("games:seat", args=[match.pk, 1]), {"action": "take"})
    ask = SeatAsk.objects.get()

    assert "<b>Ann</b> asks to sit beside you" in region(table(client, match, bob), "asks")
    page = answer(client, ask, "accept").content.decode()

    assert holders_of(match) == {1: [bob, ann]}
    assert not started or "<b>Ann</b> sits down here: Bob agreed." in region(page, "history")
    assert " hidden>" in region(page, "asks")


def test_a_refusal_reaches_the_asker_and_the_history(client):
    ann, bob = person(display_name="Ann"), person(display_name="Bob")
    match = tiles(None, bob, by=ann)
    ask = take(match, 1, ann)
    client.force_login(bob)

    answer(client, ask, "refuse")

    history = table(client, match, ann)
    assert "<b>Ann</b> does not sit down here: Bob refused." in region(history, "history")
    client.post(reverse("games:seat", args=[match.pk, 1]), {"action": "take"})
    assert holders_of(match) == {1: [bob]}


def test_others_at_the_table_see_no_question_and_cannot_answer_it(client):
    ann, bob, eve = person(), person(), person()
    match = tiles(eve, bob, by=ann)
    ask = take(match, 1, ann)

    assert " hidden>" in region(table(client, match, eve), "asks")
    answer(client, ask, "accept")
    client.force_login(person())
    assert answer(client, ask, "accept").status_code == 404

    assert holders_of(match) == {0: [eve], 1: [bob]}


def test_the_asker_takes_the_question_back(client):
    ann, bob = person(), person()
    match = tiles(None, bob, by=ann)
    ask = take(match, 1, ann)
    page = table(client, match, ann)

    assert "You ask to sit beside the person who plays" in region(page, "asks")
    answer(client, ask, "withdraw")

    ask.refresh_from_db()
    assert ask.answer == "withdrawn"


@pytest.mark.parametrize("sent", [{}, {"ask": "x"}, {"ask": "9" * 40}, {"ask": "²"}, {"ask": "1"}])
def test_odd_answers_change_nothing(client, sent):
    ann, bob = person(), person()
    match = tiles(None, bob, by=ann)
    ask = take(match, 1, ann)
    client.force_login(bob)
    sent = {**sent, "ask": ask.pk} if sent.get("ask") == "1" else sent

    response = client.post(reverse("games:seat-ask", args=[match.pk, 1]), {"answer": "maybe", **sent})

    assert (response.status_code, holders_of(match)) == (302 if sent.get("ask") == ask.pk else 404, {1: [bob]})


def test_seats_that_are_closed_to_who_runs_the_match_are_not_offered(client):
    ann, bob = person(), person()
    match = tiles(ann, bob, by=ann)
    to_bot(match, 0, ann)

    offered = re.findall(r'seats/(\d)/"[^>]*>(?:(?!</form>).)*value="take"', table(client, match, ann), re.DOTALL)

    assert offered == ["0"]
    client.post(reverse("games:seat", args=[match.pk, 2]), {"action": "take"})
    assert holders_of(match) == {1: [bob]}


def test_a_visitor_by_a_link_to_a_taken_seat_waits_to_be_let_in(client):
    ann, bob = person(), person()
    match = tiles(by=ann)
    link = reverse("games:invite", args=[invite_token(invite_create(seat=match.seats.get(index=1), by=ann))])
    seat_take(match_id=match.pk, seat=1, actor=Actor(bob))

    welcome = client.post(link, {"name": "Zoé"}).content.decode()
    assert "Welcome, you ask for this seat" in welcome
    waiting = client.get(link)
    assert "Somebody plays here already" in waiting.content.decode()
    visitor = SeatAsk.objects.get().user
    assert client.get(reverse("games:match", args=[match.pk])).status_code == 404

    client.force_login(bob)
    answer(client, SeatAsk.objects.get(), "accept")
    client.force_login(visitor)

    assert client.get(link)["Location"] == reverse("games:match", args=[match.pk])
    assert holders_of(match) == {1: [bob, visitor]}


def test_the_link_says_why_a_second_hand_stays_closed(client):
    ann = person()
    match = tiles(ann, by=ann)
    link = reverse("games:invite", args=[invite_token(invite_create(seat=match.seats.get(index=1), by=ann))])
    client.force_login(ann)

    refused = client.post(link)

    assert (refused.status_code, "only that seat is open to you" in refused.content.decode()) == (409, True)
    assert holders_of(match) == {0: [ann]}
