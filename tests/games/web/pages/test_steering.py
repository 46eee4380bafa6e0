"""Actions of the person who runs a match; players cannot use them."""

import re

import pytest
from django.urls import reverse

from games.models import SeatHolder
from tests.games.factories import match_of, person, record_of

pytestmark = pytest.mark.django_db

STEERING = [
    ("games:steer", (), {"action": "pause"}),
    ("games:steer", (), {"action": "end", "sure": "1"}),
    ("games:steer", (), {"action": "extend", "minutes": "60"}),
    ("games:begin", (), {}),
    ("games:seat", (1,), {"action": "take"}),
    ("games:seat", (1,), {"action": "bot", "bot": "balanced"}),
    ("games:seat", (1,), {"action": "invite"}),
]


@pytest.mark.parametrize(("name", "where", "form"), STEERING, ids=lambda each: str(each))
@pytest.mark.parametrize("started", [True, False])
def test_a_player_does_not_steer(client, name, where, form, started):
    ada, bob = person("ada"), person("bob")
    match = match_of(ada, bob, by=person("tutor"), scenario="pair", started=started)
    before = (record_of(match), match.status)
    client.force_login(ada)

    answer = client.post(reverse(name, args=[match.pk, *where]), form, follow=True)

    assert "Only the person who runs this match may do this." in answer.content.decode()
    assert (record_of(match), match.status) == before
    held = SeatHolder.objects.filter(seat__match=match, released_at__isnull=True).order_by("seat__index")
    assert [holder.user for holder in held] == [ada, bob]
    assert not match.seats.filter(invites__isnull=False).exists()


def test_a_player_gets_no_open_invitation_as_a_code(client):
    ada, tutor = person("ada"), person("tutor")
    match = match_of(ada, by=tutor, scenario="pair", started=False)
    client.force_login(tutor)
    client.post(reverse("games:seat", args=[match.pk, 1]), {"action": "invite"})
    code = reverse("games:seat-qr", args=[match.pk, 1])
    assert client.get(code).status_code == 200

    client.force_login(ada)

    assert client.get(code).status_code == 404
    assert "/invite/" not in client.get(reverse("games:match", args=[match.pk])).content.decode()


def test_who_plays_and_runs_a_match_sits_down_beside_nobody(client):
    ada, bob = person("ada"), person("bob")
    match = match_of(ada, bob, by=ada, scenario="pair")
    client.force_login(ada)

    client.post(reverse("games:seat", args=[match.pk, 1]), {"action": "take"})

    assert list(SeatHolder.objects.filter(seat__match=match, user=ada).values_list("seat__index", flat=True)) == [0]


@pytest.mark.parametrize(("supervised", "why"), [(False, "you started it"), (True, "you run this course")])
def test_who_runs_a_match_reads_the_one_reason_why(client, supervised, why):
    tutor = person("tutor")
    match = match_of(person("ada"), person("bob"), by=tutor, scenario="pair")
    match.supervised = supervised
    match.save(update_fields=["supervised"])
    client.force_login(tutor)

    page = client.get(reverse("games:match", args=[match.pk])).content.decode()

    told = re.search(r'id="steer-h">Run this match</h2>\s*<p class="label">(.*?)</p>', page)
    assert told is not None
    assert told[1] == why
