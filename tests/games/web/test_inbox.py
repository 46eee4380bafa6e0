"""The number beside "Games": what somebody was told of and still owes."""

import pytest

from games.models import Notification
from games.notifications import notify_open
from tests.games.factories import match_of, person, play_default

pytestmark = pytest.mark.django_db


@pytest.fixture
def me(client):
    user = person("olga")
    client.force_login(user)
    return user


def told(client):
    return client.get("/rules/").context["inbox_count"]()


def test_it_counts_what_waits_for_the_reader_alone(client, me):
    for match in (match_of(me), match_of(me), match_of(person())):
        notify_open(match_id=match.pk)

    assert told(client) == 2


def test_an_answer_takes_one_away(client, me):
    match = match_of(me)
    notify_open(match_id=match.pk)

    play_default(match, 0, me)

    assert told(client) == 0


def test_strangers_have_no_number(client):
    notify_open(match_id=match_of(person()).pk)

    assert told(client) == 0


def test_looking_at_the_table_marks_its_notices_as_read_and_no_others(client, me):
    seen, unseen = match_of(me), match_of(me)
    for match in (seen, unseen):
        notify_open(match_id=match.pk)

    client.get(f"/matches/{seen.pk}/")

    read = Notification.objects.filter(read_at__isnull=False)
    assert list(read.values_list("decision__match", flat=True)) == [seen.pk]
