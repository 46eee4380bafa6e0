"""The page *Events* for Master Builder and UTBohème: what is offered, brought, read at the table and planned."""

import re

import pytest
from django.urls import reverse

from games.models import AuthorKind, Move
from games.platform.selectors.position import state_of
from games.platform.selectors.replaying import difference
from tests.classrooms.play.monitor.workshop import workshop
from tests.games.factories import play_on

pytestmark = pytest.mark.django_db


def url(room, name="session-events"):
    return reverse(f"classrooms:{name}", args=[room.play_session.pk])


def words(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def brought():
    return [
        (row.args["event"], row.args["amount"], row.args["seat"])
        for row in Move.objects.filter(author_kind=AuthorKind.BROUGHT).order_by("number")
    ]


def bring(client, room, **data):
    """Preview an event, then send it."""
    data = {"to": "all", **data}
    seen = re.findall(r'name="(submission_id|seen)" value="([^"]+)"', client.post(url(room), data).content.decode())
    return client.post(url(room), {**data, **dict(seen), "bring": "1"})


def test_a_grant_of_master_builder_is_brought_and_read_at_the_table(client):
    room = workshop(teams=1, game="master_builder", scenario="classic_2")
    client.force_login(room.teacher)
    page = words(client.get(url(room)))

    done = bring(client, room, event="grant", amount="4")

    assert "Grant from the town: 1 to 10 k for each player" in page
    assert "Town tax" not in page
    assert (done.status_code, brought()) == (302, [("grant", 4, None)])
    assert "Grant from the town Each player receives 4k from the bank at once. In Round 1" in words(
        client.get(url(room))
    )
    assert [firm.cash for firm in state_of(room.match).firms] == [44, 44]
    assert difference(room.match) is None
    client.force_login(room.people[0][0])
    table = words(client.get(reverse("games:match", args=[room.match.pk])))
    history = words(client.get(reverse("games:history", args=[room.match.pk])))
    assert "Brought by the facilitator: Grant from the town. Each player receives 4k from the bank at once." in table
    assert "Receives 4k (grant from the town)." in history
    assert "brought by the facilitator" in history


def test_a_grant_can_be_planned_for_a_round(client):
    room = workshop(teams=1, game="master_builder", scenario="classic_2")
    client.force_login(room.teacher)

    bring(client, room, event="grant", amount="4", when="2")
    planned = brought()
    while state_of(room.match).round == 1:
        play_on(room.match, 1)

    assert (planned, brought()) == ([], [("grant", 4, None)])
    move = Move.objects.get(author_kind=AuthorKind.BROUGHT)
    assert {event.turn for event in move.events.all()} == {2}


def test_utboheme_has_no_events_in_the_foundation_and_gifts_afterwards(client):
    room = workshop(teams=1, game="utboheme", scenario="two")
    client.force_login(room.teacher)
    early = words(client.get(url(room)))
    while not state_of(room.match).turn:
        play_on(room.match, 1)
    later = words(client.get(url(room)))

    done = bring(client, room, event="gift_coffee", amount="2")
    missing = client.post(url(room), {"to": "all", "event": "scholarship", "amount": "1"})
    bring(client, room, event="scholarship", amount="1", seat="1")

    assert "No event is possible now in any team." in early
    assert "Coffee for everybody: 1 to 2 cards for each player" in later
    assert done.status_code == 302
    assert "Choose the role that this event concerns." in words(missing)
    assert brought() == [("gift_coffee", 2, None), ("scholarship", 1, 1)]
    assert "Player B gets one card of each resource from the bank at once." in words(client.get(url(room)))
    assert difference(room.match) is None
